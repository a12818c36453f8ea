import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../generator/generate.ts'
import { writeFiles } from '../../generator/write/write.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * Ends of comments, literals, lines and elements; characters that reverse text; names of object properties;
 * half a character.
 */
const HOSTILE = [
  '*/ throw 1 /*',
  '`${process.exit(1)}`',
  "'",
  '"',
  '\\',
  'a\nb\r\nc',
  'a\u2028b\u2029c',
  '\u202eevil\u202c \u2066x\u2069',
  '</script><!--',
  '__proto__',
  'constructor',
  'toString',
  '{{x}} {{{y}}} {{#each z}}',
  '🦊 \u{10ffff}',
  'a\ud800b',
  '@ts-nocheck',
  '$& $1 $`',
  'x'.repeat(5000),
]
const ALL = HOSTILE.join(' | ')

/** Every position for text contains all of them, and each one is used as a name, a value and a default. */
const document = {
  openapi: '3.1.1',
  info: { title: ALL, version: ALL, description: ALL, 'x-note': ALL },
  servers: [
    {
      url: 'https://example.test/{a}',
      description: ALL,
      variables: { a: { default: 'v1', description: ALL } },
    },
  ],
  tags: HOSTILE.map((name) => ({ name, description: ALL })),
  paths: {
    '/echo': {
      summary: ALL,
      post: {
        tags: HOSTILE.slice(0, 1),
        operationId: 'echo',
        summary: ALL,
        description: ALL,
        parameters: HOSTILE.map((name) => ({
          name,
          in: 'query',
          description: ALL,
          schema: { type: 'string', enum: HOSTILE, default: name, description: ALL },
          examples: { [name]: { value: name, summary: ALL } },
        })),
        requestBody: {
          description: ALL,
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Values' }, example: ALL } },
        },
        responses: {
          200: {
            description: ALL,
            headers: { 'X-A': { description: ALL, schema: { type: 'string', enum: HOSTILE } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Values' } } },
          },
        },
      },
    },
    ...Object.fromEntries(
      HOSTILE.map((text, index) => [
        `/named/${index}`,
        { get: { operationId: text, tags: [text], responses: { 204: { description: text } } } },
      ]),
    ),
  },
  webhooks: Object.fromEntries(
    HOSTILE.map((key) => [key, { post: { summary: ALL, responses: { 204: { description: ALL } } } }]),
  ),
  components: {
    schemas: {
      ...Object.fromEntries(
        HOSTILE.map((name) => [
          `named${encodeURIComponent(name.toWellFormed())
            .replaceAll(/[^\w.-]/g, '-')
            .slice(0, 80)}`,
          { title: name, description: ALL, type: 'string', enum: [name], default: name },
        ]),
      ),
      Values: {
        type: 'object',
        title: ALL,
        description: ALL,
        properties: Object.fromEntries(
          HOSTILE.map((name) => [name, { type: 'string', enum: [name], default: name, description: ALL }]),
        ),
        required: HOSTILE,
        additionalProperties: false,
      },
    },
  },
}

let folder: string
beforeAll(async () => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  folder = mkdtempSync(join(root, 'node_modules/.cache/hostile-'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const { files } = await generate({
    document: join(folder, 'openapi.json'),
    output: folder,
    outputs: ['types', 'client', 'server', 'webhooks', 'contract', 'openapi'],
    importExtension: '.ts',
  })
  await writeFiles(join(folder, 'out'), files)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { noUnusedLocals: true, declaration: true },
      include: ['out'],
      exclude: [],
    }),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

test('every output of a document of hostile texts compiles', () => {
  const tsc = join(root, 'node_modules/ts7/bin/tsc')
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  expect(stdout.slice(0, 3000)).toBe('')
  expect(status).toBe(0)
})

test('names and values reach the other side unchanged', async () => {
  const load = (name: string) => import(pathToFileURL(join(folder, 'out', name)).href)
  const [{ createClient, echo }, { createApp }, { document: descriptor }] = await Promise.all([
    load('client.ts'),
    load('server.ts'),
    load('operations.ts'),
  ])
  let received: { query: object; body: object } | undefined
  const handlers = Object.fromEntries(
    descriptor.operations.map(
      ({ operationId, name = operationId }: { operationId: string; name?: string }) => [
        name,
        async (request: { query: object; body: object }) => {
          received = request
          return { status: 200, body: request.body }
        },
      ],
    ),
  )
  const app = createApp({ handlers, basePath: '/v1', validateResponses: 'throw' })
  const { client } = createClient({ fetch: (request: Request) => app(request) })
  const body = Object.fromEntries(HOSTILE.map((name) => [name, name]))
  // A URL cannot contain half a character.
  const sendable = HOSTILE.filter((name) => name.isWellFormed())
  const query = Object.fromEntries(sendable.map((name, index) => [name, sendable.at(-index)]))
  expect(await echo(client, { query, body })).toEqual(body)
  expect(Object.entries(received?.body ?? {})).toEqual(Object.entries(body))
  expect(received?.query).toMatchObject(query)
  // Properties that were not sent have the document's default.
  expect(Object.entries(received?.query ?? {})).toContainEqual(['a\ud800b', 'a\ud800b'])
})
