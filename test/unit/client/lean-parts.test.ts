import {
  type Call,
  createClient,
  defineOperation,
  type Operation,
  writeBody,
  writeFields,
  writeJoinedQuery,
  writePath,
  writeQuery,
} from '@concordat/runtime/client'
import { date } from '@concordat/runtime/formats'
import { describe, expect, test } from 'vitest'
import { plainPath } from '../../../runtime/client/parameters/write-plain.ts'
import { isDateTime } from '../../../runtime/schema/formats/time.ts'

type Any = Operation<object, { readonly status: 200 }>

/** Returns the call that a part receives. */
async function callOf(request: object, more: object = {}): Promise<Call> {
  let call: Call | undefined
  const parts = {
    path: (given: Call) => {
      call = given
      return '/'
    },
  }
  const operation = {
    operationId: 'any',
    method: 'POST',
    path: '/{id}',
    statuses: '200',
    accept: '',
    ...more,
  }
  const fetch = async () => new Response()
  await defineOperation<Any>(operation, { ...parts, query: () => '', body: () => ({ body: '' }) })(
    createClient({ baseUrl: 'http://a.test', fetch }),
    request,
  )
  if (call === undefined) throw new Error('Nothing was written.')
  return call
}

function outcome(write: () => unknown): unknown {
  try {
    return write()
  } catch (error) {
    return (error as Error).name
  }
}

describe('small writers write what the whole ones do', () => {
  test.each([
    { tags: ['a', 'b,c', 'd=e&f', ''], limit: 3 },
    { limit: 3, tags: 'one' },
    { tags: { size: 4, 'a=b': 'c' } },
    { tags: [] },
    { tags: null, more: ['x', 'y'] },
    { tags: ['a', null] },
    { tags: new Date(0) },
    { 'tags[]': [{ a: 1 }] },
    undefined,
  ])('a query separated by commas: %j', async (query) => {
    const parameters = ['tags', 'tags[]'].map((name) => ({ name, in: 'query', explode: false }))
    const call = await callOf({ query }, { parameters })
    expect(outcome(() => writeJoinedQuery(call))).toEqual(outcome(() => writeQuery(call)))
  })

  test.each(['x', '', '.', '..', 'a/b', '%2e', '...', null, 7])('a path: %j', async (id) => {
    for (const path of ['/a/{id}', '/a/{id}{id}/b', '/a/{id}.json?x=/../']) {
      const call = await callOf({ path: { id } }, { path })
      expect(outcome(() => plainPath(call))).toEqual(outcome(() => writePath(call)))
    }
  })

  const file = new File(['bytes'], 'na"me.txt', { type: 'text/csv' })
  test.each<[string, unknown]>([
    ['texts', { name: 'two\nlines', count: 3, 'quo"te': '', none: undefined }],
    ['files', { file, blob: new Blob(['x']), bytes: new Uint8Array([1, 2]) }],
    ['lists and objects', { tags: ['a', 'b', undefined], meta: { a: [1] }, dates: [new Date(0)] }],
    ['null', { name: null }],
    ['an empty list', { tags: [] }],
    ['null in a list', { tags: ['a', null] }],
    ['a text', 'text'],
    ['a list', [1]],
  ])('multipart: %s', async (_, body) => {
    const call = await callOf({ body }, { body: { content: { 'multipart/form-data': {} } } })
    const [small, whole] = await Promise.all(
      [writeFields, writeBody].map(async (write) => {
        const written = outcome(() => write(call))
        if (typeof written === 'string') return written
        const sent = written as { readonly body: Blob; readonly contentType: string }
        const boundary = sent.contentType.replace(/.*boundary=/, '')
        return [await sent.body.text(), sent.contentType].map((text) => text.replaceAll(boundary, '…'))
      }),
    )
    expect(small).toEqual(whole)
  })

  test('FormData goes out as it is', async () => {
    const body = new FormData()
    expect(writeFields(await callOf({ body })).body).toBe(body)
  })
})

test.each([
  ...['2026-02-28T23:59:59.5Z', '2024-02-29t00:00:00z', '2026-02-29T00:00:00Z', '2026-02-30T00:00:00Z'],
  ...['2026-04-31T00:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T00:00:00+23:59', '2026-01-31T00:00:00'],
  ...['2026-1-31T00:00:00Z', '2026-01-31 00:00:00Z', '2026-01-31T00:00:00.Z', '0000-02-29T00:00:00Z'],
])('a Date is what is a date-time: %s', (text) => {
  const isDate = outcome(() => date.parse(text as never) instanceof Date) === true
  expect(isDate).toBe(isDateTime(text))
})

test.each(['2026-12-31T23:59:60Z', '2027-01-01T00:59:60+01:00'])(
  'a leap second is a date-time and no Date: %s',
  (text) => {
    expect(isDateTime(text)).toBe(true)
    expect(() => date.parse(text as never)).toThrow(RangeError)
  },
)
