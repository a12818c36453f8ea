import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemsError } from '../../../generator/errors/problem.ts'
import { load } from '../../../generator/load/load.ts'
import { generate } from '../../../generator/pipeline/generate.ts'
import { folder } from './folder.ts'

type Schemas = Readonly<Record<string, unknown>>

/** Returns a document, as JSON text, with one operation that returns `A0`. */
const withSchemas = (schemas: Schemas, tag = 'a') =>
  JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Hostile', version: '1' },
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          tags: [tag],
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/A0' } } },
            },
          },
        },
      },
    },
    components: { schemas },
  })

/** Returns the schemas from `A0` to the last, each created from a reference to the next. */
const chain = (length: number, make: (next: { readonly $ref: string }) => unknown): Schemas =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `A${index}`,
      index === length - 1 ? { type: 'object' } : make({ $ref: `#/components/schemas/A${index + 1}` }),
    ]),
  )

/** Returns nested schemas, as JSON text. */
const nested = (levels: number, open: string, close: string) =>
  withSchemas({ A0: 0 }).replace('"A0":0', `"A0":${open.repeat(levels)}true${close.repeat(levels)}`)

async function problemsOf(name: string, text: string | Buffer) {
  const root = await folder({})
  await writeFile(join(root, name), text)
  const error: unknown = await generate({ document: join(root, name), output: join(root, 'out') }).catch(
    (error: unknown) => error,
  )
  if (!(error instanceof ProblemsError)) throw error
  return error.problems
}

describe('documents beyond a bound end in a problem with a place', () => {
  test('aliases that repeat aliases', async () => {
    const lines = Array.from({ length: 10 }, (_, index) => {
      const items = Array(9).fill(`*a${index}`).join(',')
      return `x-${index + 1}: &a${index + 1} [${items}]`
    })
    const text = ['openapi: 3.1.1', 'x-0: &a0 [l,l,l,l,l,l,l,l,l]', ...lines].join('\n')
    expect(await problemsOf('openapi.yaml', text)).toMatchObject([{ code: 'bound-exceeded' }])
    const twice = `x-twice: 1\nx-twice: 2\n${text}`
    expect(await problemsOf('openapi.yaml', twice)).toMatchObject([{ code: 'bound-exceeded' }])
  })

  test('aliases that lie in one another', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `x-${index + 1}: &a${index + 1} [*a${index}]`)
    const text = ['openapi: 3.1.1', 'x-0: &a0 [l]', ...lines].join('\n')
    expect(await problemsOf('openapi.yaml', text)).toMatchObject([{ code: 'bound-exceeded' }])
    const twice = `x-twice: 1\nx-twice: 2\n${text}`
    expect(await problemsOf('openapi.yaml', twice)).toMatchObject([
      { code: 'syntax-error', place: { line: 2 } },
    ])
  })

  test.each([
    ['properties, 1000 levels', nested(1000, '{"properties":{"a":', '}}')],
    ['allOf, 5000 levels', nested(5000, '{"allOf":[', ']}')],
    [
      'lists in an example, 501 levels',
      nested(1, `{"example":${'['.repeat(501)}`, `${']'.repeat(501)},"not":true}`),
    ],
  ])('nested %s', async (_, text) => {
    const [problem] = await problemsOf('openapi.json', text)
    expect(problem).toMatchObject({ code: 'bound-exceeded', place: { line: 1 } })
    const flow = await problemsOf('openapi.yaml', text)
    expect(flow).toMatchObject([{ code: 'bound-exceeded', place: { line: 1 } }])
  })

  test.each([
    ['41 that double one another', chain(41, (next) => ({ allOf: [next, next] }))],
    ['41 unions that double one another', chain(41, (next) => ({ anyOf: [next, next] }))],
    ['a chain of 50,000 by allOf', chain(50_000, (next) => ({ allOf: [next] }))],
  ])('composed schemas: %s', async (_, schemas) => {
    const [problem, ...more] = await problemsOf('openapi.json', withSchemas(schemas))
    expect(problem).toMatchObject({ code: 'bound-exceeded', place: { line: 1 } })
    expect(problem?.place.pointer).toMatch(/^#\/components\/schemas\/A\d+$/)
    expect(more).toEqual([])
  })

  test.each([
    ['UTF-16 with a mark', Buffer.from('\uFEFFopenapi: 3.1.1', 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from('openapi: 3.1.1', 'utf16le'), 'UTF-16'],
    ['Latin-1', Buffer.from('openapi: 3.1.1\ninfo: { title: Gr\xfc\xdfe }', 'latin1'), 'not valid UTF-8'],
  ])('%s is named', async (_, bytes, message) => {
    const [problem] = await problemsOf('openapi.yaml', bytes)
    expect(problem).toMatchObject({ code: 'syntax-error', message: expect.stringContaining(message) })
    if (message === 'not valid UTF-8') expect(problem?.place).toMatchObject({ line: 2, column: 18 })
  })

  test('a device is not read, even below the root folder', async () => {
    const root = await folder({
      'openapi.yaml': `openapi: 3.1.1\ninfo: {}\ncomponents: { schemas: { A: { $ref: /dev/zero } } }`,
    })
    await expect(
      load({ document: join(root, 'openapi.yaml'), overlays: [], root: '/' }),
    ).rejects.toMatchObject({
      problems: [{ code: 'unresolvable-reference', message: expect.stringContaining('not a regular file') }],
    })
  })

  test('a file of another kind is not printed, and no value beyond 80 characters', async () => {
    const root = await folder({
      'openapi.yaml': `openapi: 3.1.1\ninfo: {}\ncomponents: { schemas: { A: { $ref: passwords.json } } }`,
      'passwords.json': `root:${'hunter2'.repeat(40)}\n`,
    })
    const error: unknown = await load({ document: join(root, 'openapi.yaml'), overlays: [] }).catch(
      (error) => error,
    )
    expect(error).toMatchObject({ problems: [{ code: 'syntax-error' }] })
    expect(String(error)).not.toContain('hunter2')
    expect(String(error)).not.toContain('root:')
    const long = await problemsOf('openapi.yaml', `openapi: "3.${'9'.repeat(500)}"`)
    expect(long[0]?.message.length).toBeLessThan(250)
  })
})

describe('documents at a bound are generated', () => {
  test.each([
    ['nested properties', nested(240, '{"properties":{"a":', '}}')],
    ['a chain of 5,000 by properties', withSchemas(chain(5000, (next) => ({ properties: { next } })))],
    ['a tag of 300 letters', withSchemas({ A0: {} }, 't'.repeat(300))],
  ])('%s', async (_, text) => {
    const root = await folder({ 'openapi.json': text })
    const { files } = await generate({ document: join(root, 'openapi.json'), output: join(root, 'out') })
    expect(Math.max(...[...files.keys()].map((path) => path.length))).toBeLessThan(150)
  })

  test('a chain of 50,000 references alone: those too long are unknown, each told', async () => {
    const root = await folder({ 'openapi.json': withSchemas(chain(50_000, (next) => next)) })
    const { warnings } = await load({ document: join(root, 'openapi.json'), overlays: [] })
    expect(new Set(warnings.map(({ code }) => code))).toEqual(new Set(['reference-cycle']))
  })
})
