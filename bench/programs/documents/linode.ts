import { createClient } from './generated/client.ts'
import { expect } from './only.ts'

const volumes = [1, 2, 3].map((id) => ({ id, label: `volume-${id}`, size: 20 }))
const fetch = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method === 'POST') return Response.json({ id: 4, ...(await request.json()) })
  if (!pathname.endsWith('/volumes'))
    return Response.json({ errors: [{ reason: 'Not found' }] }, { status: 404 })
  const page = Number(searchParams.get('page') ?? 1)
  return Response.json({ data: volumes.slice((page - 1) * 2, page * 2), page, pages: 2, results: 3 })
}
const api = createClient({ fetch, credentials: { personalAccessToken: 't' } })

const path = { apiVersion: 'v4' } as const
const made = await api.volumes.postVolume({ path, body: { label: 'data', size: 20, region: 'us-east' } })
expect(made.label === 'data', 'the volume that was made')
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
