import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    scroll_points: async ({ body }) => {
      const from = Number(body?.offset ?? 0)
      const points = [0, 1, 2, 3, 4].slice(from, from + 2).map((id) => ({ id }))
      return {
        status: 200,
        body: { status: 'ok', result: { points, next_page_offset: from + 2 < 5 ? from + 2 : null } },
      }
    },
    get_point: async () => ({ status: 404, body: { status: { error: 'Not found' } } }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
  problemResponse: ({ detail }) => ({ body: { status: { error: detail } } }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials: { 'api-key': 'k' } })

const ids: (string | number)[] = []
for await (const { id } of api.points.scroll_points.items({
  path: { collection_name: 'c' },
  body: { limit: 2 },
}))
  ids.push(id)
expect(ids.join() === '0,1,2,3,4', 'every point once')
const answer = await api.points.get_point.result({ path: { collection_name: 'c', id: 9 } })
expect(answer.status !== 200 && typeof answer.body.status === 'object', 'no such point')
