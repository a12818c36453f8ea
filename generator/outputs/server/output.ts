import type { OutputRow } from '../declaration/output.ts'
import { document } from '../document/output.ts'
import { formats } from '../formats/output.ts'
import { operations } from '../operations/output.ts'
import { types } from '../types/output.ts'

/** The server. */
export const server = {
  name: 'server',
  means: 'handler types, and an app that serves the handlers',
  writes: ['server.ts'],
  needs: [document, types, formats, operations],
  isOfOperations: true,
  usedBy: ['build'],
  converts: (model) => model.operations,
  async files(model, print) {
    const { emitServer } = await import('./server.ts')
    const { unreadBodies } = await import('./unread-bodies.ts')
    const { formats, serverMediaTypes: mediaTypes } = print.settings
    for (const problem of unreadBodies(model, mediaTypes)) print.report(problem)
    return { 'server.ts': emitServer(model, print.file('server.ts'), { formats, mediaTypes }) }
  },
} as const satisfies OutputRow
