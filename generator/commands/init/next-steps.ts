import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { importExtensionFor } from '../../configuration/import-extension.ts'
import { propertyKey } from '../../emit/print/code.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { Output } from '../../outputs/outputs.ts'
import { statesOwnProblems } from '../../outputs/server/server.ts'
import { PROGRAM } from '../../package/executable.ts'
import type { Installation } from './needed-packages.ts'

/** What a project has once it is set up. */
export interface SetUp extends Installation {
  readonly model: Model
  /** With "/". */
  readonly output: string
  readonly outputs: readonly Output[]
}

/** What is left to do, and what can be done with each output: lines for a terminal, each topic after an empty one. */
export function nextSteps({ install, reasons, model, output, outputs }: SetUp): string {
  const has = (name: Output, lines: readonly string[]) => (outputs.includes(name) ? lines : [])
  const topics: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ['To install:', [...install, ...reasonLines(reasons)]],
    ['To call, for instance:', has('client', firstCall(model, output))],
    ['To serve:', has('server', firstServer(model, output))],
    ['To test a server:', outputs.length === 0 ? VERIFY : has('contract', CONTRACT)],
  ]
  return topics
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([heading, lines]) => ['', heading, ...lines.map((line) => `  ${line}`)])
    .join('\n')
}

const VERIFY = [`${PROGRAM} verify BASE_URL`]
const CONTRACT = [
  `${PROGRAM} contract BASE_URL`,
  'CONCORDAT_BASE_URL=BASE_URL npx vitest run # without the address, these tests are skipped and say so',
]

/** "@concordat/runtime: client.ts imports it", each below the commands. */
function reasonLines(reasons: Installation['reasons']): readonly string[] {
  return Object.entries(reasons).map(([name, reason]) => `  ${name}: ${reason}`)
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
  const options = [
    ...(model.baseUrl === undefined
      ? [`baseUrl: 'http://127.0.0.1:8000${model.descriptor.basePath ?? ''}'`]
      : []),
    ...credentialsOf(operation, model),
  ]
  return [
    `import { createClient } from './${output}/client${extension}'`,
    `const api = createClient({${options.length === 0 ? '' : ` ${options.join(', ')} `}})`,
    `await api${group}.${operation.memberName}(${needsNothing === undefined ? '{ … }' : ''})`,
    '// The middleware "validate" checks responses against the document while you develop: docs/client.md',
  ]
}

const isBasic = ({ type, scheme = '' }: SecuritySchemeDescriptor): boolean =>
  type === 'http' && scheme.toLowerCase() === 'basic'

/** The member "credentials" for the first requirement of an operation; none where it is for everybody. */
function credentialsOf(
  { descriptor: { security = [] } }: Operation,
  { descriptor: { securitySchemes } }: Model,
): readonly string[] {
  const needed = security.some((requirement) => Object.keys(requirement).length === 0) ? [] : security
  const members = Object.keys(needed[0] ?? {}).flatMap((name) => {
    const scheme = securitySchemes[name]
    if (scheme === undefined || scheme.type === 'mutualTLS') return []
    const credential = isBasic(scheme) ? "{ username: 'YOU', password: 'YOUR-KEY' }" : "'YOUR-KEY'"
    return [`${propertyKey(name)}: ${credential}`]
  })
  return members.length === 0 ? [] : [`credentials: { ${members.join(', ')} }`]
}

/** A command that writes handlers, and the program that serves them. */
function firstServer(
  { descriptor: { basePath, operations, securitySchemes } }: Model,
  output: string,
): readonly string[] {
  const extension = importExtensionFor(output) || ''
  const [name] = operations.flatMap(({ security = [] }) => security.flatMap(Object.keys))
  const scheme = name === undefined ? undefined : securitySchemes[name]
  const key = scheme !== undefined && isBasic(scheme) ? 'YOU:YOUR-KEY' : 'YOUR-KEY'
  const who = "{ principal: 'you', scopes: ['*'] }"
  const options = [
    ...(scheme === undefined
      ? []
      : [`  authenticate: async ({ credential }) => (credential === '${key}' ? ${who} : undefined),`]),
    ...(operations.some(statesOwnProblems)
      ? [
          '  problemResponse: ({ detail }) => ({ body: { message: detail } }), // as errors of the document are',
        ]
      : []),
  ]
  const place =
    basePath === undefined || basePath === ''
      ? []
      : [`// Paths begin with "${basePath}", as in the document's first server. Elsewhere: basePath: '/v2'`]
  const app =
    options.length === 0 ? ['createApp({ handlers })'] : ['createApp({', '  handlers,', ...options, '})']
  return [
    `${PROGRAM} stubs handlers`,
    "import { serve } from '@concordat/runtime/server/node'",
    `import { createApp } from './${output}/server${extension}'`,
    `import { handlers } from './handlers/handlers${extension}'`,
    `const app = ${app[0]}`,
    ...app.slice(1),
    ...place,
    'await serve(app, { port: 8000 })',
  ]
}
