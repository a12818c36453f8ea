import { expect, test } from 'vitest'
import { described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

/** Files without a list. Octets are described as in OpenAPI 3.1, by a media type without a schema. */
const files = () => {
  const bytes = { 'application/octet-stream': {} }
  return described({
    '/files/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      put: {
        operationId: 'putFile',
        requestBody: { required: true, content: bytes },
        responses: { 204: { description: 'Kept.' } },
      },
      get: {
        operationId: 'getFile',
        responses: { 200: { description: 'The file.', content: bytes }, 404: { description: 'None.' } },
      },
      delete: {
        operationId: 'deleteFile',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
      },
    },
  })
}

test('a store of octets under names that its paths choose is entered, and left empty', async () => {
  const kept = new Map<string, string>()
  const answer = ({ method, url }: Request, text: string): Response => {
    const { pathname } = new URL(url)
    if (method === 'PUT') kept.set(pathname, text)
    if (method === 'PUT') return new Response(null, { status: 204 })
    if (!kept.has(pathname)) return new Response(null, { status: 404 })
    if (method === 'GET')
      return new Response(kept.get(pathname), { headers: { 'content-type': 'application/octet-stream' } })
    kept.delete(pathname)
    return new Response(null, { status: 204 })
  }
  const lines = await outcomes(await files(), { answer, rules: ['conformance', 'lifecycle'] })
  expect(lines.toSorted()).toEqual([
    'conformance deleteFile: passed',
    'conformance getFile: passed',
    'conformance putFile: passed',
    'lifecycle deleteFile: passed',
    'lifecycle putFile: not run, because putFile accepts no JSON body',
  ])
  expect(kept.size).toBe(0)
})
