import type { OutputRow } from '../declaration/output.ts'
import { documentOutput } from '../document/output.ts'
import { formatsOutput } from '../formats/output.ts'
import { operationsOutput } from '../operations/output.ts'
import { typesOutput } from '../types/output.ts'

/** The server. */
export const serverOutput = {
  name: 'server',
  means: 'handler types, and an app that serves the handlers',
  writes: ['server.ts'],
  needs: [documentOutput, typesOutput, formatsOutput, operationsOutput],
  isOfOperations: true,
  usedBy: ['build'],
  converts: (model) => model.operations,
  async files(model, print) {
    const { emitServer } = await import('./server.ts')
    const { serverUnreadBodies } = await import('./unread-bodies.ts')
    const { formats, serverMediaTypes: mediaTypes } = print.settings
    for (const problem of serverUnreadBodies(model, mediaTypes)) print.report(problem)
    return { 'server.ts': emitServer(model, print.file('server.ts'), { formats, mediaTypes }) }
  },
} as const satisfies OutputRow
