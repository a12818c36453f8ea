import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const names = ['a', 'b', 'c']
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    createCoreV1NamespacedPod: async ({ body }) => ({
      status: 201,
      mediaType: 'application/json',
      body: body ?? {},
    }),
    listCoreV1NamespacedPod: async ({ query }) => {
      const from = Number(query.continue ?? 0)
      const items = names.slice(from, from + 2).map((name) => ({ metadata: { name } }))
      const metadata = from + 2 < names.length ? { continue: String(from + 2) } : {}
      return { status: 200, mediaType: 'application/json', body: { items, metadata } }
    },
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials: { BearerToken: 't' } })

const namespace = { path: { namespace: 'default' } }
const spec = { containers: [{ name: 'web', image: 'nginx' }] }
const pod = await api.coreV1.createCoreV1NamespacedPod({
  ...namespace,
  body: { metadata: { name: 'web' }, spec },
})
expect(pod.spec?.containers[0]?.image === 'nginx', 'the created pod')
const found: (string | undefined)[] = []
for await (const { metadata } of api.coreV1.listCoreV1NamespacedPod.items({
  ...namespace,
  query: { limit: 2 },
}))
  found.push(metadata?.name)
expect(found.join() === 'a,b,c', 'every pod once')
