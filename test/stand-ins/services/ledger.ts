import { object, springfox } from '../documents.ts'
import { htmlError, serve } from '../route.ts'

type Fields = Readonly<Record<string, unknown>>

const result = (data: string | object) =>
  object({
    code: 'integer',
    msg: 'string',
    data: typeof data === 'string' ? { $ref: `#/definitions/${data}` } : data,
  })
const rows = (type: string) =>
  object({ total: 'long', rows: { type: 'array', items: { $ref: `#/definitions/${type}` } } })
/** The parameters that springfox derives from the caller if a method accepts the caller as an argument. */
const caller = [
  'query authenticated boolean?',
  'query authorities[0].authority string?',
  'query principal string?',
]
const paging = ['query pageNum integer?', 'query pageSize integer?']

/** Verbs as paths, ids in the query, one envelope for all responses, and status 200 for every error. */
export const ledger = {
  name: 'ledger',
  theirs: ['/account/getById?id=1', '/entry/list?accountId=1'],
  document: springfox({
    title: 'ledger',
    definitions: {
      Account: object({ id: 'long', accountName: 'string', currency: 'string', deleted: 'boolean' }),
      Entry: object({ id: 'long', accountId: 'long', amount: 'double', remark: 'string' }),
    },
    operations: [
      {
        route: 'GET /account/list',
        id: 'list',
        parameters: [...paging, ...caller],
        answer: result(rows('Account')),
      },
      {
        route: 'GET /account/getById',
        id: 'getById',
        parameters: ['query id long'],
        answer: result('Account'),
      },
      { route: 'POST /account/save', id: 'save', body: 'Account', answer: result({ type: 'integer' }) },
      { route: 'POST /account/update', id: 'update', body: 'Account', answer: result({ type: 'boolean' }) },
      {
        route: 'POST /account/deleteById',
        id: 'deleteById',
        parameters: ['query id long'],
        answer: result({ type: 'boolean' }),
      },
      {
        route: 'GET /account/export',
        id: 'export',
        parameters: ['query currency string?'],
        answer: { type: 'string' },
      },
      {
        route: 'POST /account/page',
        id: 'page',
        body: object({ pageNum: 'integer', pageSize: 'integer', accountName: 'string' }),
        answer: result(rows('Account')),
      },
      {
        route: 'GET /entry/list',
        id: 'list_1',
        parameters: ['query accountId long', ...caller],
        answer: result({ type: 'array', items: { $ref: '#/definitions/Entry' } }),
      },
      { route: 'POST /entry/add', id: 'add', body: 'Entry', answer: result('Entry') },
      {
        route: 'DELETE /entry/{id}',
        id: 'remove',
        parameters: ['path id long'],
        answer: result({ type: 'boolean' }),
      },
    ],
  }),
  start: () => {
    let made = 10
    const accounts = new Map<number, Fields>([
      [1, { id: 1, accountName: 'Eve', currency: 'EUR', deleted: false }],
    ])
    const entries = new Map<number, Fields>([[2, { id: 2, accountId: 1, amount: 5, remark: 'first' }]])
    const ok = (data: unknown): Response => Response.json({ code: 0, msg: 'success', data })
    const failed = (msg: string): Response => Response.json({ code: 500, msg, data: null })
    const pageOf = (pageNum: unknown, pageSize: unknown): Response => {
      const [number, size] = [Number(pageNum ?? 1), Number(pageSize ?? 10)]
      const all = [...accounts.values()]
      return ok({ total: all.length, rows: all.slice((number - 1) * size, number * size) })
    }
    const idIn = (query: URLSearchParams) => Number(query.get('id') ?? Number.NaN)
    return serve({
      'GET /account/list': ({ query }) => pageOf(query.get('pageNum') ?? 1, query.get('pageSize') ?? 10),
      'GET /account/getById': ({ query }) => {
        if (!Number.isInteger(idIn(query))) return htmlError(400)
        const found = accounts.get(idIn(query))
        return found === undefined ? failed('no such account') : ok(found)
      },
      'POST /account/save': ({ body }) => {
        if (body === undefined) return htmlError(400)
        if (typeof body['accountName'] !== 'string') return failed('accountName must not be blank')
        const key = typeof body['id'] === 'number' ? body['id'] : ++made
        accounts.set(key, { currency: 'EUR', ...body, id: key, deleted: false })
        return ok(key)
      },
      'POST /account/update': ({ body }) => {
        const id = Number(body?.['id'])
        const found = accounts.get(id)
        if (found === undefined) return failed('no such account')
        accounts.set(id, { ...found, ...body })
        return ok(true)
      },
      'POST /account/deleteById': ({ query }) => ok(accounts.delete(idIn(query))),
      'GET /account/export': ({ query }) =>
        new Response(
          [...accounts.values()]
            .filter(({ currency }) => (query.get('currency') ?? currency) === currency)
            .map(({ accountName }) => accountName)
            .join('\n'),
          { headers: { 'content-type': 'text/csv' } },
        ),
      'POST /account/page': ({ body }) =>
        body === undefined ? htmlError(400) : pageOf(body['pageNum'], body['pageSize']),
      'GET /entry/list': ({ query }) =>
        query.has('accountId')
          ? ok([...entries.values()].filter(({ accountId }) => accountId === Number(query.get('accountId'))))
          : htmlError(400),
      'POST /entry/add': ({ body }) => {
        if (body === undefined) return htmlError(400)
        if (!accounts.has(Number(body['accountId']))) return failed('no such account')
        const entry = { amount: 0, remark: '', ...body, id: ++made }
        entries.set(entry.id, entry)
        return ok(entry)
      },
      'DELETE /entry/{id}': ({ path: { id } }) => ok(entries.delete(Number(id))),
    })
  },
}
