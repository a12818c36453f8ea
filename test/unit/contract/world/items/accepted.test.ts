import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const parcel = { type: 'object', required: ['title'], properties: { id: text, title: text } }
const absent = { 404: { description: 'None.' } }

test('no write goes to what was accepted before it is there', async () => {
  const document = await described({
    '/parcels': {
      post: {
        operationId: 'sendParcel',
        requestBody: { required: true, content: { 'application/json': { schema: parcel } } },
        responses: { 202: { description: 'Accepted.', headers: { Location: { schema: text } } } },
      },
    },
    '/parcels/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: 'readParcel', responses: { ...answers(parcel), ...absent } },
      delete: { operationId: 'dropParcel', responses: { 204: { description: 'Gone.' }, ...absent } },
    },
  })
  const parcels = new Map<string, { item: object; looks: number }>()
  const answer = ({ method, url }: Request, sent: string): Response => {
    const { pathname } = new URL(url)
    if (method === 'POST') {
      const id = `parcel-${parcels.size + 1}-abcdefgh`
      parcels.set(`/parcels/${id}`, { item: { ...JSON.parse(sent), id }, looks: 0 })
      return new Response(null, { status: 202, headers: { location: `/parcels/${id}` } })
    }
    const known = parcels.get(pathname)
    // The item is available only after the first read.
    const isThere = known !== undefined && known.looks > 0
    if (known !== undefined && method === 'GET') known.looks++
    if (!isThere) return new Response(null, { status: 404 })
    if (method === 'DELETE') parcels.delete(pathname)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(known.item)
  }
  expect(await outcomes(document, { answer, rules: ['conformance'] })).toEqual([
    'conformance sendParcel: passed',
    'conformance readParcel: passed',
    'conformance dropParcel: passed',
  ])
  expect(parcels.size).toBe(0)
})
