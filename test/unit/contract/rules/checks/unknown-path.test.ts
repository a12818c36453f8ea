import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const boat = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const harbour = (more: object = {}) =>
  described({
    '/boats': { get: { operationId: 'listBoats', responses: answers({ type: 'array', items: boat }) } },
    '/boats/{boat_id}': {
      parameters: [{ name: 'boat_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readBoat', responses: { ...answers(boat), 404: { description: 'None.' } } },
    },
    ...more,
  })

async function told(unknown: () => Response, document = harbour()): Promise<string[]> {
  const answer = ({ url }: Request): Response => {
    const [, , name, below] = new URL(url).pathname.split('/')
    if (below !== undefined) return unknown()
    return Response.json(name === undefined ? [{ id: 'a' }] : { id: name })
  }
  return outcomes(await document, { answer, rules: ['methods/unknown-path'], disposable: false })
}

const empty = (): Response => Response.json([])

test('a path that the document does not list, below an item, has no JSON', async () => {
  expect(await told(empty)).toContainEqual(
    expect.stringMatching(/^methods readBoat: status 404 for GET \/boats\/a\/\S+ \| status 200 \[\]$/),
  )
})

test('404, a page for every path and null are no answer', async () => {
  const page = () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })
  for (const unknown of [() => Response.json({}, { status: 404 }), page, () => Response.json(null)])
    expect((await told(unknown)).join()).not.toContain('status 404 for GET')
})

test('a documented path can have any last segment', async () => {
  const part = { name: 'part', in: 'path', required: true, schema: { type: 'string' } }
  const parts = {
    '/boats/{boat_id}/{part}': {
      parameters: [{ ...part, name: 'boat_id' }, part],
      get: { operationId: 'readPart', responses: answers({ type: 'array' }) },
    },
  }
  expect((await told(empty, harbour(parts))).join()).not.toContain('status 404 for GET')
})
