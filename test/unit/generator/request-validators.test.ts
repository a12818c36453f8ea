import { join } from 'node:path'
import { createApp } from '@concordat/runtime/server'
import { type InferOutput, parse as parseByValibot, safeParse } from 'valibot'
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { infer as Infer } from 'zod'
import { bundle } from '../../../bench/client/bundle.ts'
import { generate } from '../../../generator/generate.ts'
import type { Model } from '../../../generator/model/model.ts'
import type { ListBooksRequest, Shelf } from '../../golden/schemas-of-requests/expected/types.ts'
import * as valibot from '../../golden/schemas-of-requests/expected/valibot.ts'
import * as zod from '../../golden/schemas-of-requests/expected/zod.ts'

const folder = join(import.meta.dirname, '../../golden/schemas-of-requests')
let model: Model
let warnings: readonly string[]
beforeAll(async () => {
  const document = join(folder, 'openapi.yaml')
  const generated = await generate({ document, output: folder, outputs: ['valibot', 'zod'] })
  model = generated.model
  warnings = generated.warnings.map(({ place, message }) => `${place.pointer}: ${message}`)
})

/** Returns the query that a server's handler receives; `undefined` if the query is rejected. */
async function readByServer(search: string): Promise<unknown> {
  let read: unknown
  const nothing = () => ({ status: 204 })
  const app = createApp(model.descriptor, {
    validateResponses: 'off',
    handlers: {
      listBooks: ({ query }: { readonly query: unknown }) => {
        read = query
        return { status: 200, mediaType: 'text/csv', body: '' }
      },
      ...{ addBook: nothing, setShelf: nothing },
    },
  })
  const { status } = await app(new Request(`http://books.test/shelves/1/books?${search}`))
  expect([200, 400]).toContain(status)
  return read
}

/** Parses a query as frameworks do: each parameter is a string, or a list of several. */
function textsOf(search: string): Record<string, unknown> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    [...query.keys()].map((name) => [
      name,
      query.getAll(name).length > 1 ? query.getAll(name) : query.get(name),
    ]),
  )
}

describe('parameters read from texts', () => {
  test.each(
    [
      [
        '',
        'limit=7',
        'limit=1.0e1',
        'page=3&read=true',
        'years=1999',
        'years=1999&years=2001',
        'order=1',
        'title=1',
      ],
      [
        'limit=',
        'limit=x',
        'limit=0',
        'limit=0x10',
        'page=-1',
        'read=1',
        'years=a',
        'order=2',
        'order=newest',
      ],
    ].flat(),
  )('"%s" is judged and read as by the generated server', async (search) => {
    const read = await readByServer(search)
    const byZod = zod.ListBooksQuerySchema.safeParse(textsOf(search))
    const byValibot = safeParse(valibot.ListBooksQuerySchema, textsOf(search))
    expect([byZod.success, byValibot.success]).toEqual([read !== undefined, read !== undefined])
    if (read === undefined) return
    expect(byZod.data).toEqual(read)
    expect(byValibot.output).toEqual(read)
  })

  test('values that are no texts are judged as they are, and defaults are in the types', () => {
    const query = zod.ListBooksQuerySchema.parse({ limit: 5, years: [1999, '2001'] })
    expect(query).toEqual({ limit: 5, page: 0, years: [1999, 2001] })
    type Query = NonNullable<ListBooksRequest['query']>
    expectTypeOf(query.limit).toEqualTypeOf<number>()
    expectTypeOf<Infer<typeof zod.ListBooksQuerySchema>['title']>().toEqualTypeOf<Query['title']>()
    expectTypeOf<InferOutput<typeof valibot.ListBooksQuerySchema>['page']>().toEqualTypeOf<number>()
    expect(parseByValibot(valibot.ListBooksPathSchema, { shelf: '7' })).toEqual({ shelf: 7 })
  })
})

test('a body that has no name is judged, with defaults, and one that has a name by that', () => {
  const body = { title: 'Dune', shelf: { name: 'A' } }
  const whole = { title: 'Dune', copies: 1, shelf: { name: 'A', room: 'hall' } }
  expect(zod.AddBookBodySchema.parse(body)).toEqual(whole)
  expect(parseByValibot(valibot.AddBookBodySchema, body)).toEqual(whole)
  expect(zod.AddBookBodySchema.safeParse({ title: '' }).success).toBe(false)
  expect(Object.keys(zod)).not.toContain('SetShelfBodySchema')
})

test('schemas of plain objects are extended, picked from and made partial', () => {
  const Form = zod.ShelfSchema.extend({ repeated: zod.ShelfSchema.shape.name })
  const form = Form.parse({ name: 'A', repeated: 'A' })
  expectTypeOf(form.repeated).toEqualTypeOf<string>()
  expect(form).toEqual({ name: 'A', room: 'hall', repeated: 'A' })
  expect(zod.ShelfSchema.pick({ name: true }).partial().parse({})).toEqual({})
})

test('a parameter that a library cannot say is told at its place', () => {
  expect(warnings).toEqual(
    ['valibot', 'zod'].map((library) =>
      expect.stringMatching(
        new RegExp(`^#/paths/~1shelves~1{shelf}~1books/get/parameters/6/schema: .*${library}.*"pattern"`),
      ),
    ),
  )
})

test('bodies of answers that have no name are judged by status', () => {
  const page = zod.ListBooks200Schema.parse({ books: [{ name: 'A' }] })
  expectTypeOf(page.books).toEqualTypeOf<Shelf[]>()
  expect(page).toEqual({ books: [{ name: 'A', room: 'hall' }] })
  expect(safeParse(valibot.ListBooks400Schema, 400).success).toBe(false)
  expect(zod.ListBooks400Schema.parse('Nothing there')).toBe('Nothing there')
})

test.each(['zod', 'valibot'])('a bundle has no schemas of %s that nobody uses', async (library) => {
  const code = await bundle(
    `export { PageSchema } from ${JSON.stringify(join(folder, `expected/${library}.ts`))}`,
  )
  expect(code).toContain('integer')
  expect(code).not.toContain('X-Trace')
})
