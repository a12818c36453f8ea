import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const volumes = [1, 2, 3].map((id) => ({ id, label: `volume-${id}`, size: 20 }))
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    postVolume: async ({ body: { label, size } }) => ({
      status: 200,
      body: { id: 4, label, ...(size !== undefined && { size }) },
    }),
    getVolumes: async ({ query: { page = 1 } }) => ({
      status: 200,
      body: { data: volumes.slice((page - 1) * 2, page * 2), page, pages: 2, results: 3 },
    }),
    getVolume: async () => ({ status: 404, body: { errors: [{ reason: 'Not found' }] } }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
  problemResponse: ({ detail }) => ({ body: { errors: [{ reason: detail }] } }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials: { personalAccessToken: 't' } })

const path = { apiVersion: 'v4' } as const
const made = await api.volumes.postVolume({ path, body: { label: 'data', size: 20, region: 'us-east' } })
expect(made.label === 'data', 'the created volume')
const labels: (string | undefined)[] = []
for await (const { label } of api.volumes.getVolumes.items({ path, query: { page_size: 25 } }))
  labels.push(label)
expect(labels.join() === 'volume-1,volume-2,volume-3', 'every volume once')
try {
  await api.volumes.getVolume({ path: { ...path, volumeId: 9 } })
} catch (error) {
  expect(
    api.volumes.getVolume.isError(error) && error.body.errors?.[0]?.reason === 'Not found',
    'no such volume',
  )
}
