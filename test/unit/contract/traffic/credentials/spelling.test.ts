import { TargetError } from '@concordat/contract'
import { expect, test } from 'vitest'
import { buildModel } from '../../../../../generator/model/build.ts'
import { loadFolder } from '../../../load/folder.ts'
import { documentOf, outcomes } from '../../support/small-service.ts'

const document = documentOf(
  [
    {
      operationId: 'readThing',
      method: 'GET',
      path: '/thing',
      responses: { '200': {} },
      security: [{ key: [] }],
    },
  ],
  { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
)

/** Returns the header that a server receives for a key that is given without a scheme. */
async function sentTo(wanted: string, given = 'k-4711-given', refusal = 401) {
  const seen: (string | null)[] = []
  const results = outcomes(document, {
    credentials: { key: given },
    rules: ['conformance', 'head'],
    answer: (request) => {
      const header = request.headers.get('authorization')
      if (header !== seen.at(-1)) seen.push(header)
      return new Response(null, { status: header === wanted ? 200 : refusal })
    },
  })
  return { results: await results.catch((error: unknown) => error), seen }
}

test.each(['k-4711-given', 'Bearer k-4711-given', 'Token k-4711-given'])(
  'a key in Authorization is written as the server wants it: %s',
  async (wanted) => {
    const { results, seen } = await sentTo(wanted)
    expect(results).toEqual(['conformance readThing: passed', 'head readThing: passed'])
    expect(seen.at(-1)).toBe(wanted)
  },
)

test('where a key that the server cannot read is nobody, who is forbidden, too', async () => {
  const { results, seen } = await sentTo('Bearer k-4711-given', 'k-4711-given', 403)
  expect(results).toEqual(['conformance readThing: passed', 'head readThing: passed'])
  expect(seen).toEqual(['k-4711-given', 'Bearer k-4711-given'])
})

test('one that has a word before it stays, and one that nobody wants is told as it was given', async () => {
  const whole = await sentTo('Token k-4711-given', 'Bearer k-4711-given')
  expect([whole.results instanceof TargetError, whole.seen]).toEqual([true, ['Bearer k-4711-given']])
  const refused = await sentTo('nothing')
  expect(refused.results).toBeInstanceOf(TargetError)
  expect(refused.seen).toEqual(['k-4711-given', 'Bearer k-4711-given', 'Token k-4711-given', 'k-4711-given'])
})

test('without any scheme in the document a 401 says how to give a header', async () => {
  const { securitySchemes: _, ...rest } = document
  const bare = {
    ...rest,
    securitySchemes: {},
    operations: document.operations.map(({ security: __, ...one }) => one),
  }
  const run = outcomes(bare, { rules: ['conformance'], answer: () => new Response(null, { status: 401 }) })
  await expect(run).rejects.toThrow(
    'the document declares none. Fix: provide it: --key KEY, --key USER:PASSWORD, or --header "NAME: VALUE".',
  )
})

test.each([
  ["Prefix value with 'Apikey ' as in, 'Apikey SECRET'", 'Apikey'],
  ['Token-based authentication with required prefix "Token"', 'Token'],
  ['Send `Authorization: Token <key>`.', 'Token'],
  ['The key of the account.', undefined],
])('the description "%s" tells the word before a key: %s', async (description, word) => {
  const { document: told } = await loadFolder({
    'openapi.yaml': JSON.stringify({
      ...{ openapi: '3.1.0', info: { title: 'Keys', version: '1' } },
      paths: { '/thing': { get: { operationId: 'readThing', responses: { 200: { description: 'It' } } } } },
      components: { securitySchemes: { key: { ...document.securitySchemes['key'], description } } },
      security: [{ key: [] }],
    }),
  }).then((loaded) => ({ document: buildModel(loaded).model.descriptor }))
  expect(told.securitySchemes['key']?.word).toBe(word)
  const sent: (string | null)[] = []
  await outcomes(told, {
    credentials: { key: 'k-4711-given' },
    rules: ['conformance'],
    answer: (request) => {
      sent.push(request.headers.get('authorization'))
      return new Response(null, { status: 200 })
    },
  })
  expect(sent[0]).toBe(word === undefined ? 'k-4711-given' : `${word} k-4711-given`)
})
