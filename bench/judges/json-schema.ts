import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { StandardSchema } from '@concordat/runtime/schema'
import { createApp } from '@concordat/runtime/server'
import { ProblemsError } from '../../generator/errors/problem.ts'
import { generate } from '../../generator/pipeline/generate.ts'
import type { Circumstances, Judge } from './judge.ts'
import { withReferences } from './references.ts'

/** One schema of the JSON Schema Test Suite, and values with their verdicts. */
export interface Group {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly Assertion[]
}

interface Assertion {
  readonly description: string
  readonly data: unknown
  readonly valid: boolean
}

/** Who reads a schema. */
const READERS = ['server', 'schemas.ts', 'valibot.ts'] as const

/** The verdict of each reader; a text says why there is none, and `undefined` that the reader warned that it cannot say it. */
type Verdicts = Readonly<Record<(typeof READERS)[number], boolean | string | undefined>>

/** An assertion that a reader judges otherwise than the suite. */
interface Difference {
  /** "enum.json: group: assertion". */
  readonly name: string
  readonly expected: boolean
  readonly verdicts: Verdicts
}

/** Differences that are decisions, by the beginning of their names, each with its reason. */
const DECISIONS: readonly (readonly [name: string, reason: string])[] = [
  [
    'oneOf.json: oneOf with boolean schemas',
    'Alternatives that allow the same are read as "anyOf", with the warning "alternatives-alike".',
  ],
  ...[
    'dynamicRef.json: A $dynamicRef that initially resolves to a schema without a matching',
    'dynamicRef.json: after leaving a dynamic scope',
  ].map(
    (name) =>
      [
        name,
        'A "$dynamicRef" is read by its anchor: the schema that it names before "#" is not asked.',
      ] as const,
  ),
]

/** Groups that no document of OpenAPI can hold, by what their schemas name. */
const OUTSIDE: readonly RegExp[] = [
  // Other resources: a document names the files that it refers to.
  /"\$ref":"https?:/,
  /"\$ref":"(tree|extendible-dynamic-ref)\.json"/,
  /"\$schema":"http:\/\/localhost/,
  /"\$vocabulary":/,
]

/** Files whose assertions are of vocabularies that OpenAPI does not ask for. */
const FILES_OUTSIDE = ['vocabulary.json', 'refRemote.json', 'format.json']

const MODULES = resolve(import.meta.dirname, '../../node_modules')

/**
 * Runs each schema of the JSON Schema Test Suite through a whole document: as the body of a generated server, through `schemas.ts`, and
 * through `valibot.ts`. The folder is that of its draft 2020-12.
 */
export const jsonSchema: Judge = {
  name: 'json-schema',
  measures: 'assertions of the JSON Schema Test Suite judged otherwise, beside decisions',
  async judge({ folders, signal, onStep }) {
    const folder = folders.find((one) => existsSync(join(one, 'unevaluatedProperties.json')))
    if (folder === undefined) return { skipped: 'no folder has the suite: name its "draft2020-12"' }
    const { all, excluded, differences } = await judgeFolder(folder, { signal, onStep })
    const unnamed = differences.filter(({ name }) => !DECISIONS.some(([decided]) => name.startsWith(decided)))
    return {
      figure: unnamed.length,
      atMost: 0,
      details: [
        `${all} assertions, ${excluded} left out; ${differences.length - unnamed.length} differ by decision`,
        ...unnamed.map(
          ({ name, expected, verdicts }) => `${name}: ${expected}, not ${describe(verdicts, expected)}`,
        ),
      ],
    }
  },
}

function describe(verdicts: Verdicts, expected: boolean): string {
  return READERS.flatMap((reader) =>
    verdicts[reader] === expected || verdicts[reader] === undefined
      ? []
      : [`${verdicts[reader]} (${reader})`],
  ).join(', ')
}

async function judgeFolder(
  folder: string,
  { signal, onStep }: Pick<Circumstances, 'signal' | 'onStep'>,
): Promise<{ readonly all: number; readonly excluded: number; readonly differences: readonly Difference[] }> {
  const differences: Difference[] = []
  let [all, excluded] = [0, 0]
  const root = mkdtempSync(join(tmpdir(), 'concordat-judge-'))
  symlinkSync(MODULES, join(root, 'node_modules'))
  try {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      signal.throwIfAborted()
      onStep(`json-schema: ${file}`)
      const groups: readonly Group[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      for (const [index, group] of groups.entries()) {
        if (isOutside(file, group)) {
          excluded += group.tests.length
          continue
        }
        all += group.tests.length
        const judge = await readers(group.schema, join(root, file.replace('.json', ''), String(index)))
        for (const { description, data, valid } of group.tests) {
          const verdicts = await judge(data)
          if (READERS.every((reader) => verdicts[reader] === valid || verdicts[reader] === undefined))
            continue
          differences.push({
            name: `${file}: ${group.description}: ${description}`,
            expected: valid,
            verdicts,
          })
        }
      }
    }
  } finally {
    rmSync(root, { recursive: true })
  }
  return { all, excluded, differences }
}

export function isOutside(file: string, { schema }: Group): boolean {
  const text = JSON.stringify(schema)
  return FILES_OUTSIDE.includes(file) || OUTSIDE.some((sign) => sign.test(text))
}

/** Generates from a document whose one body has the schema. */
async function readers(schema: unknown, folder: string): Promise<(data: unknown) => Promise<Verdicts>> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(documentOf(schema)))
  try {
    const { files, warnings } = await generate({
      document: join(folder, 'openapi.json'),
      output: folder,
      outputs: ['types', 'server', 'schemas', 'valibot'],
      importExtension: '.ts',
    })
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
    const load = (name: string): Promise<Record<string, unknown>> =>
      import(pathToFileURL(join(folder, name)).href)
    const names = ['operations.ts', 'schemas.ts', 'valibot.ts']
    const [operations = {}, schemas = {}, valibot = {}] = await Promise.all(names.map(load))
    const app = createApp(operations['document'] as DocumentDescriptor, {
      handlers: { send: () => ({ status: 204 }) },
      validateResponses: 'off',
    })
    const isUnsaid = warnings.some(({ code }) => code === 'keyword-not-expressed')
    return async (data) => ({
      server: await ofServer(app, data),
      'schemas.ts': await ofStandard(schemas['ValueSchema'], data),
      'valibot.ts': isUnsaid ? undefined : await ofStandard(valibot['ValueSchema'], data),
    })
  } catch (error) {
    const reason =
      error instanceof ProblemsError ? error.problems.map(({ code }) => code).join(', ') : String(error)
    return async () => ({ server: reason, 'schemas.ts': reason, 'valibot.ts': reason })
  }
}

async function ofServer(
  app: (request: Request) => Promise<Response>,
  data: unknown,
): Promise<boolean | string> {
  const response = await app(
    new Request('http://127.0.0.1/values', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(data),
    }),
  )
  if (response.status === 204) return true
  return response.status === 400 ? false : `status ${response.status}`
}

async function ofStandard(schema: unknown, data: unknown): Promise<boolean | string> {
  try {
    const { issues } = await (schema as StandardSchema<unknown>)['~standard'].validate(data)
    return issues === undefined
  } catch (error) {
    return String(error)
  }
}

export function documentOf(schema: unknown): object {
  return {
    openapi: '3.1.1',
    info: { title: 'One schema', version: '1' },
    paths: {
      '/values': {
        post: {
          operationId: 'send',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Value' } } },
          },
          responses: { 204: { description: 'Valid' }, 400: { description: 'Invalid' } },
        },
      },
    },
    components: { schemas: { Value: withReferences(schema, inComponents) } },
  }
}

/** References to the schema's own root lead to where it stands in the document. */
function inComponents(reference: string): string {
  return reference.replace(/^#(?=\/|$)/, '#/components/schemas/Value')
}
