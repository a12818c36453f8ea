import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const kind = { type: 'object', required: ['label'], properties: { label: text, size: { type: 'integer' } } }
const parameters = [{ name: 'label', in: 'path', required: true, schema: text }]
const body = { required: true, content: { 'application/json': { schema: kind } } }
const item = {
  get: { operationId: 'read', parameters, responses: answers(kind) },
  delete: { operationId: 'drop', parameters, responses: { 204: { description: 'Gone.' } } },
}

/**
 * A service that accepts only names that consist of letters and digits. `refusal` returns the error message
 * for a label.
 */
function service(refusal: (label: string) => string) {
  const known = new Map<string, object>()
  return async ({ method, url }: Request, sent: string): Promise<Response> => {
    const name = decodeURIComponent(new URL(url).pathname.split('/')[2] ?? '')
    if (method === 'GET' && name === '') return Response.json([...known.values()])
    if (method === 'POST' || method === 'PUT') {
      const item = JSON.parse(sent)
      const label = method === 'PUT' ? name : item.label
      if (!/^[a-z\d]+$/i.test(label)) return Response.json({ error: refusal(label) }, { status: 422 })
      if (method === 'POST' && known.has(label)) return Response.json({}, { status: 409 })
      known.set(label, { ...item, label })
      return Response.json({ ...item, label }, { status: 201 })
    }
    const found = known.get(name)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE') known.delete(name)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
  }
}

test.each([
  [
    'quotes the name',
    (label: string) => `'${label[0]?.toUpperCase()}${label.slice(1)}' is not a valid kind name`,
  ],
  ['names the member', () => 'label: names may only contain letters'],
])('a name without signs where a refusal %s', async (_, refusal) => {
  const document = await described({
    '/kinds': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: kind }) },
      post: { operationId: 'make', requestBody: body, responses: answers(kind, { status: 201 }) },
    },
    '/kinds/{label}': item,
  })
  const told = await outcomes(document, { rules: ['conformance', 'lifecycle'], answer: service(refusal) })
  expect(told.filter((line) => /^conformance (?:make|read|drop)/.test(line))).toEqual([
    'conformance make: passed',
    'conformance read: passed',
    'conformance drop: passed',
  ])
})

test('the name of a path is spelled without signs, too', async () => {
  const document = await described({
    '/kinds': { get: { operationId: 'list', responses: answers({ type: 'array', items: kind }) } },
    '/kinds/{label}': {
      ...item,
      put: { operationId: 'put', parameters, requestBody: body, responses: answers(kind, { status: 201 }) },
    },
  })
  const told = await outcomes(document, {
    rules: ['conformance'],
    answer: service((label) => `Invalid name: ${label}`),
  })
  expect(told).toEqual(expect.arrayContaining(['conformance put: passed', 'conformance read: passed']))
})
