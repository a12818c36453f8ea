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
  // No number that readers of JSON agree on is lost.
  [of('integer'), of('integer', 'int64'), 'unchecked-format-changed'],
  [of('number', 'float'), of('number', 'double'), 'unchecked-format-changed'],
  [of('string', 'date'), of('string', 'int32'), 'format-removed'],
  [of('string'), of('string', 'int32'), 'unchecked-format-changed'],
  [of('integer'), of('integer', 'date'), 'unchecked-format-changed'],
])('%o to %o is %s', async (old, now, change) => {
  expect(await kindsOf(old, now)).toEqual([`request-${change}`, `response-${change}`])
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
