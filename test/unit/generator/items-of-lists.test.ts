import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

const integer = { type: 'integer' }
const text = { type: 'string' }
const things = { type: 'array', items: { type: 'object', properties: { id: text } } }
const links = { type: 'array', items: { type: 'object', properties: { rel: text, href: text } } }
const next = { next_cursor: { type: ['string', 'null'] } }
const parameters = [
  { name: 'cursor', in: 'query', schema: text },
  { name: 'limit', in: 'query', schema: integer },
]

/**
 * Returns how pages are walked for a list whose response has these properties, or the reason why they are
 * not.
 */
async function walkOf(
  properties: object,
  {
    path = '/things',
    method = 'get',
    ...operation
  }: { path?: string; method?: string; requestBody?: object } = {},
): Promise<unknown> {
  const described = {
    ...(method === 'get' && { parameters }),
    ...operation,
    responses: {
      200: {
        description: 'Page',
        content: { 'application/json': { schema: { type: 'object', properties } } },
      },
    },
  }
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: { ${path}: { ${method}: ${JSON.stringify(described)} } }`),
  })
  const paging = buildModel(loaded).model.operations[0]?.paging
  return paging !== undefined && 'pages' in paging ? paging.pages.items : paging?.unproven
}

test.each(['messages', 'links', 'errors', 'warnings', 'included'])(
  'a list of "%s" alone is walked',
  async (name) => {
    expect(await walkOf({ [name]: things, ...next })).toEqual([name])
  },
)

test('a list is walked that is named like its path, beside others too', async () => {
  const path = '/v1/messages'
  expect(await walkOf({ messages: things, users: things, ...next }, { path })).toEqual(['messages'])
  expect(await walkOf({ messages: things, errors: things, ...next }, { path })).toEqual(['messages'])
})

test('beside other arrays and values these names do not hold the items', async () => {
  expect(await walkOf({ errors: things, rows_found: things, ...next })).toEqual(['rows_found'])
  const reason = 'the response does not declare an array of items'
  expect(await walkOf({ links, name: text, ...next })).toBe(reason)
  expect(await walkOf({ errors: things, result: { type: 'object', properties: { size: integer } } })).toBe(
    reason,
  )
  expect(
    await walkOf({ links: things, files: { type: 'object', additionalProperties: { type: 'object' } } }),
  ).toBe(reason)
})

test('what takes parameters for paging may say whose its items are', async () => {
  expect(await walkOf({ messages: things, account: text, ...next })).toEqual(['messages'])
})

test('an answer without an array is warned of', async () => {
  expect(await walkOf({ size: integer })).toBe('the response does not declare an array of items')
})

test('a search by POST that takes a bound and a page is warned of, a command with a number is not', async () => {
  const body = (properties: object) => ({
    method: 'post',
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
  })
  expect(await walkOf({ results: things }, body({ page: integer, limit: integer }))).toBe(
    'nothing says whether "page" counts pages from 0 or from 1: add "default: 1" or "default: 0"',
  )
  expect(await walkOf({ results: things }, body({ page: integer }))).toBeUndefined()
})
