import { importExtensionFor } from '../../configuration/import-extension.ts'
import type { Model } from '../../model/model.ts'
import type { Output } from '../../options/config/outputs.ts'

/** What a project has once it is set up. */
export interface SetUp {
  /** Command lines that install what is missing. */
  readonly install: readonly string[]
  readonly model: Model
  /** With "/". */
  readonly output: string
  readonly outputs: readonly Output[]
}

/** What is left to do, and what can be done with each output: lines for a terminal, each topic after an empty one. */
export function nextSteps({ install, model, output, outputs }: SetUp): string {
  const has = (name: Output, lines: readonly string[]) => (outputs.includes(name) ? lines : [])
  const topics: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ['Install what the generated code runs on:', install],
    ['To call, for instance:', has('client', firstCall(model, output))],
    ['To serve:', has('server', firstServer(output))],
    ['To test a server:', has('contract', ['npx concordat contract BASE_URL'])],
  ]
  return topics
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([heading, lines]) => ['', heading, ...lines.map((line) => `  ${line}`)])
    .join('\n')
}

/** A call that needs nothing but the client; the first operation where each needs more. */
function firstCall(model: Model, output: string): readonly string[] {
  const needsNothing = model.operations.find(
    ({ descriptor: { method, parameters = [], requestBody } }) =>
      method === 'GET' && requestBody === undefined && !parameters.some(({ required }) => required === true),
  )
  const operation = needsNothing ?? model.operations[0]
  if (operation === undefined) return []
  const tag = model.tags.find(({ operations }) => operations.includes(operation))
  const group =
    operation.isTagged && tag ? [...tag.parents, tag].map(({ identifier }) => `.${identifier}`).join('') : ''
  const extension = importExtensionFor(output) || ''
  return [
    `import { createClient } from './${output}/client${extension}'`,
    `const api = createClient({${model.baseUrl === undefined ? " baseUrl: 'http://127.0.0.1:8000' " : ''}})`,
    `await api${group}.${operation.memberName}(${needsNothing === undefined ? '{ … }' : ''})`,
  ]
}

/** A command that writes handlers, and the program that serves them. */
function firstServer(output: string): readonly string[] {
  const extension = importExtensionFor(output) || ''
  return [
    'npx concordat stubs handlers',
    "import { serve } from '@concordat/runtime/server/node'",
    `import { createApp } from './${output}/server${extension}'`,
    `import { handlers } from './handlers/handlers${extension}'`,
    'await serve(createApp({ handlers }), { port: 8000 })',
  ]
}
