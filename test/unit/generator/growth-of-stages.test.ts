import { expect, test } from 'vitest'
import type { DocumentObject } from '../../../generator/document/document.ts'
import { misspeltVersion } from '../../../generator/document/version.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { growth, LINEAR } from '../../growth.ts'

/** Returns a document with `size` schemas, each of which has a list and a read. */
function documentOf(size: number): DocumentObject {
  const numbers = Array.from({ length: size }, (_, index) => index)
  const answer = (schema: object) => ({
    200: { description: 'Found', content: { 'application/json': { schema } } },
  })
  const $ref = (number: number) => ({ $ref: `#/components/schemas/Thing${number}` })
  const id = { name: 'id', in: 'path' as const, required: true, schema: { type: 'string' } }
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: Object.fromEntries(
      numbers.flatMap((number) => [
        [`/things${number}`, { get: { responses: answer({ type: 'array', items: $ref(number) }) } }],
        [`/things${number}/{id}`, { get: { parameters: [id], responses: answer($ref(number)) } }],
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        numbers.map((number) => [
          `Thing${number}`,
          { type: 'object', properties: { id: { type: 'string' }, next: $ref((number + 1) % size) } },
        ]),
      ),
    },
  }
}

test('the model of twice the operations and schemas takes twice the time', () => {
  const version = misspeltVersion('openapi', '3.1')
  if (version === undefined) throw new Error('OpenAPI 3.1 is not known.')
  const build = (size: number) => {
    const { model } = buildModel({
      version,
      document: documentOf(size),
      decided: [],
      mayReferDynamically: false,
      warnings: [],
      files: [],
      locate: (pointer) => ({ file: 'openapi.json', pointer }),
      sha256: () => '',
    })
    expect(model.operations).toHaveLength(2 * size)
  }
  expect(growth(build, 1000)).toBeLessThan(LINEAR)
})
