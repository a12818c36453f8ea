import { configuredImportExtension } from '../../configuration/import-extension.ts'
import type { Model } from '../../model/model.ts'
import type { Output } from '../../outputs/outputs.ts'
import { printsOwnProblems } from '../../outputs/server/server.ts'
import { PROGRAM } from '../../package/executable.ts'
import { pageAddress } from '../../package/page-address.ts'
import { exampleCall, exampleCallsWithBasic } from './example-call.ts'
import type { Installation } from './needed-packages.ts'

/** A project after set-up. */
export interface SetUp extends Installation {
  readonly model: Model
  /** Output folder, with "/". */
  readonly output: string
  readonly outputs: readonly Output[]
  /** True if the project is to be published as a client package. */
  readonly isPackage: boolean
}

/**
 * Describes the remaining steps and the use of each output, in lines for a terminal, with an empty line
 * between topics.
 */
export function nextSteps({ install, reasons, model, output, outputs, isPackage }: SetUp): string {
  const has = (name: Output, lines: readonly string[]) => (outputs.includes(name) ? lines : [])
  const topics: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    ['To install:', [...install, ...reasonLines(reasons)]],
    ['To call, for instance:', isPackage ? [] : has('client', firstCall(model, output))],
    ['To publish:', isPackage ? PUBLISH : []],
    ['To serve:', has('server', firstServer(model, output))],
    ['To test a server:', outputs.length === 0 ? VERIFY : has('contract', CONTRACT)],
  ]
  return topics
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([heading, lines]) => ['', heading, ...lines.map((line) => `  ${line}`)])
    .join('\n')
}

const VERIFY = [`${PROGRAM} verify BASE_URL`]
const PUBLISH = [
  'npm publish',
  `${PROGRAM} diff v0.1.0:openapi.yaml openapi.yaml --report changelog=CHANGELOG.md # before the next release, with your last tag and your document`,
]
const CONTRACT = [
  `${PROGRAM} contract BASE_URL`,
  'CONCORDAT_BASE_URL=BASE_URL npx vitest run # without the base URL, these tests are reported as skipped',
]

/** Formats a reason for each package in the install commands: "@concordat/runtime: client.ts imports it". */
function reasonLines(reasons: Installation['reasons']): readonly string[] {
  return Object.entries(reasons).map(([name, reason]) => `  ${name}: ${reason}`)
}

function firstCall(model: Model, output: string): readonly string[] {
  const example = exampleCall(model.operations, model)
  if (example === undefined) return []
  return [
    `import { createClient } from './${output}/client${configuredImportExtension(output) || ''}'`,
    `const api = ${example.client}`,
    `await ${example.call}`,
    `// The "validate" middleware checks responses against the document while you develop: ${pageAddress('client.md', 'check-responses-while-you-develop')}`,
  ]
}

/** Shows a command that writes handlers, and a program that serves them. */
function firstServer(
  { descriptor: { basePath, operations, securitySchemes } }: Model,
  output: string,
): readonly string[] {
  const extension = configuredImportExtension(output) || ''
  const [name] = operations.flatMap(({ security = [] }) => security.flatMap(Object.keys))
  const scheme = name === undefined ? undefined : securitySchemes[name]
  const key = scheme !== undefined && exampleCallsWithBasic(scheme) ? 'YOU:YOUR-KEY' : 'YOUR-KEY'
  const who = "{ principal: 'you', scopes: ['*'] }"
  const options = [
    ...(scheme === undefined
      ? []
      : [`  authenticate: async ({ credential }) => (credential === '${key}' ? ${who} : undefined),`]),
    ...(operations.some(printsOwnProblems)
      ? [
          "  problemResponse: ({ detail }) => ({ body: { message: detail } }), // change this to fit the document's errors",
        ]
      : []),
  ]
  const place =
    basePath === undefined || basePath === ''
      ? []
      : [
          `// Paths begin with "${basePath}", as in the document's first server. To serve them elsewhere: basePath: '/v2'`,
        ]
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
