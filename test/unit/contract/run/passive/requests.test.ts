import { Observer, readHar } from '@concordat/contract/passive'
import { expect, test } from 'vitest'
import { documentOf } from '../../support/small-service.ts'

const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 5 }, age: { type: 'integer' } },
}
const document = documentOf([
  {
    operationId: 'makePet',
    method: 'POST',
    path: '/pets/{shop}',
    parameters: [{ name: 'shop', in: 'path', required: true, schema: { type: 'integer' } }],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema },
        'application/x-www-form-urlencoded': { schema },
        'multipart/form-data': { schema },
      },
    },
    responses: { '201': {}, '400': {} },
  },
])

async function findings(postData: object, { status = 201 } = {}): Promise<readonly string[]> {
  const { mimeType } = postData as { readonly mimeType: string }
  const request = {
    method: 'POST',
    url: 'https://pets.test/pets/7',
    headers: [{ name: 'Content-Type', value: mimeType }],
    postData,
  }
  const response = { status, headers: [], content: { size: 0, mimeType: 'x-unknown' } }
  const observer = new Observer({ document, bases: ['https://pets.test'], source: 'test' })
  for (const exchange of readHar({ log: { entries: [{ request, response }] } })) observer.note(exchange)
  await observer.settled()
  return observer
    .report()
    .results.flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.findings : []))
    .map(({ received, clause }) => `${clause}: ${received}`)
}

const form = 'application/x-www-form-urlencoded'
const parts = (name: string): string =>
  `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--b\r\nContent-Disposition: form-data; name="age"\r\n\r\n3\r\n--b--\r\n`

test.each([
  ['JSON', { mimeType: 'application/json', text: '{"name":"Rex","age":3}' }],
  ['a form', { mimeType: form, text: 'name=Rex&age=3' }],
  ['the fields of a form', { mimeType: form, params: [{ name: 'name', value: 'Rex' }] }],
  ['parts', { mimeType: 'multipart/form-data; boundary=b', text: parts('Rex') }],
  ['base64', { mimeType: form, text: btoa('name=Rex'), encoding: 'base64' }],
  ['no record of it', { mimeType: 'application/json' }],
])('a request with %s that the document has is no finding', async (_, postData) => {
  expect(await findings(postData)).toEqual([])
})

test.each([
  ['JSON', { mimeType: 'application/json', text: '{"name":7}' }],
  ['a form', { mimeType: form, text: 'name=Rex&age=old' }],
  ['the fields of a form', { mimeType: form, params: [{ name: 'age', value: '3' }] }],
  ['parts', { mimeType: 'multipart/form-data; boundary=b', text: parts('Nebuchadnezzar') }],
  ['base64', { mimeType: form, text: btoa('name=Nebuchadnezzar'), encoding: 'base64' }],
  ['another media type', { mimeType: 'text/csv', text: 'Rex,3' }],
])('a request with %s that the document excludes and the server took is one', async (_, postData) => {
  const found = await findings(postData)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^#\/paths\/~1pets~1\{shop\}\/post\/requestBody: status 201 for this body: /)
  expect(await findings(postData, { status: 400 })).toEqual([])
})
