import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { folder, openapi } from '../load/folder.ts'

const ENCODING = '{ a: { style: form, explode: false, contentType: application/json }, b: { explode: true } }'

async function encodingsOf(version: string) {
  const media = (name: string) => `${name}: { schema: { type: object }, encoding: ${ENCODING} }`
  const members = `paths:
  /a:
    post:
      requestBody: { content: { ${['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/mixed'].map(media).join(', ')} } }
      responses: { '204': { description: ok } }`
  const root = await folder({ 'openapi.yaml': openapi(members, version) })
  const { model } = await readDocument({ document: join(root, 'openapi.yaml') })
  const { content = {} } = model.descriptor.operations[0]?.requestBody ?? {}
  return Object.values(content).map(({ encoding }) => encoding)
}

test('parts have the styles that their version of OpenAPI gives them, and the media type in any version', async () => {
  const a = { contentType: 'application/json' }
  const styled = { a: { ...a, style: 'form', explode: false }, b: { explode: true } }
  expect(await encodingsOf('3.0.3')).toEqual([styled, { a }, { a }])
  expect(await encodingsOf('3.1.0')).toEqual([styled, styled, { a }])
})
