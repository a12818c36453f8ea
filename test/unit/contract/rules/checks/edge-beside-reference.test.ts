import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'integer', readOnly: true }
const singer = { type: 'object', required: ['id', 'name'], properties: { id, name: { type: 'string' } } }
const song = {
  type: 'object',
  required: ['id', 'singer_id', 'minutes'],
  properties: {
    id,
    singer_id: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    minutes: { type: 'integer', minimum: 1, maximum: 90 },
  },
}
const collection = (kind: string, schema: object) => ({
  get: { operationId: `list${kind}s`, responses: answers({ type: 'array', items: schema }) },
  post: {
    operationId: `add${kind}`,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { ...answers(schema, { status: 201 }), 422: { description: 'Wrong.' } },
  },
})
const single = (kind: string, schema: object) => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  get: { operationId: `get${kind}`, responses: answers(schema) },
})

test('a value at its limit is sent with a reference that the server knows', async () => {
  const document = await described({
    '/singers': collection('Singer', singer),
    '/singers/{id}': single('Singer', singer),
    '/songs': collection('Song', song),
    '/songs/{id}': single('Song', song),
  })
  const kept: { id: number }[] = []
  const longest: boolean[] = []
  const answer = ({ method, url }: Request, text: string): Response => {
    const [, kind, own] = new URL(url).pathname.split('/')
    if (method === 'GET')
      return Response.json(own === undefined ? kept : (kept.find((one) => String(one.id) === own) ?? {}))
    const sent = JSON.parse(text)
    const isKnown = kind !== 'songs' || kept.some((one) => one.id === sent.singer_id)
    if (sent.minutes === 90) longest.push(isKnown)
    if (!isKnown) return Response.json({}, { status: 422 })
    kept.push({ ...sent, id: 100 + kept.length })
    return Response.json(kept.at(-1), { status: 201 })
  }
  await outcomes(document, { answer, rules: ['valid-values'] })
  expect(new Set(longest)).toEqual(new Set([true]))
})
