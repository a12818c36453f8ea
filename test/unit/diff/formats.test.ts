import { expect, test } from 'vitest'
import { compareDocuments, kindsOf } from './compare.ts'

const of = (type: string | readonly string[], format?: string) => ({ type, ...(format && { format }) })

test.each<[object, object, string]>([
  [of('integer', 'int64'), of('integer', 'int32'), 'format-narrowed'],
  [of('integer', 'int32'), of('integer', 'int64'), 'format-widened'],
  [of(['integer', 'null'], 'int64'), of(['integer', 'null'], 'int32'), 'format-narrowed'],
  [of('integer'), of('integer', 'int32'), 'format-added'],
  [of('integer', 'int32'), of('integer'), 'format-removed'],
  [of('number', 'double'), of('number', 'int32'), 'format-narrowed'],
  [of('number'), of('number', 'int64'), 'format-added'],
  // No number on which JSON parsers agree is lost.
  [of('integer'), of('integer', 'int64'), 'format-annotation-changed'],
  [of('number', 'float'), of('number', 'double'), 'format-annotation-changed'],
  [of('string', 'date'), of('string', 'int32'), 'format-removed'],
  [of('string'), of('string', 'int32'), 'format-annotation-changed'],
  [of('integer'), of('integer', 'date'), 'format-annotation-changed'],
])('%o to %o is %s', async (old, now, change) => {
  expect(await kindsOf(old, now)).toEqual([`request-${change}`, `response-${change}`])
})

test('a format and bounds that say the same are the same', async () => {
  const [low, high] = [-(2 ** 31), 2 ** 31 - 1]
  const int32 = of('integer', 'int32')
  const port = { type: 'integer', minimum: 0, maximum: 65535 }
  expect(await kindsOf(port, { ...port, format: 'int32' })).toEqual([
    'request-format-annotation-changed',
    'response-format-annotation-changed',
  ])
  expect(await kindsOf(int32, { ...int32, minimum: low, maximum: high })).toEqual([])
  expect(await kindsOf({ ...int32, minimum: low, maximum: high }, int32)).toEqual([])
  expect(await kindsOf(int32, { ...int32, maximum: high - 1 })).toEqual([
    'request-maximum-lowered',
    'response-maximum-lowered',
  ])
})

test('in parameters and headers alike', async () => {
  const document = (format: string) => {
    const schema = of('integer', format)
    const get = {
      operationId: 'get',
      parameters: [{ name: 'n', in: 'query', schema }],
      responses: { 204: { description: 'Done', headers: { 'X-N': { schema } } } },
    }
    return { paths: { '/things': { get } } }
  }
  const changes = await compareDocuments(document('int64'), document('int32'))
  expect(changes.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'request-format-narrowed query parameter n',
    'response-format-narrowed header X-N of response 204',
  ])
})
