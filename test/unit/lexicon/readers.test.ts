import type { ResourceDescriptor } from '@concordat/runtime/http'
import { type Schema, Schemas } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { isListNamedLike } from '../../../generator/model/pages/items.ts'
import { namedResource } from '../../../runtime/contract/data/document/resource-lookup.ts'
import { linksWithoutTokens } from '../../../runtime/contract/data/exchange/link-tokens.ts'
import { isOwnNameShown } from '../../../runtime/contract/data/history/shown-values.ts'
import { secretTextsInExchange } from '../../../runtime/contract/data/outcome/secret-texts.ts'
import { leanBodies } from '../../../runtime/contract/world/requests/bodies/lean-bodies.ts'
import { described } from '../contract/support/described.ts'

/** Returns the properties that a lean body omits first, because servers fill them in. */
function filledIn(...names: readonly string[]): readonly string[] {
  const schemas = new Schemas({}, () => () => [])
  const members = new Map<string, Schema>(names.map((name) => [name, schemas.of({ type: 'string' })]))
  const [first] = leanBodies(members)
  return typeof first === 'object' && 'without' in first ? [...first.without] : []
}

test('servers fill in identifiers and times', () => {
  const own = [
    'petId',
    'owner_uuids',
    'created_by',
    'closedAt',
    'birth_date',
    'departureTime',
    'etag',
    '_type',
  ]
  expect(filledIn(...own, 'name')).toEqual(own)
  const others = ['description', 'format', 'location', 'runtime', 'name']
  expect(filledIn(...others, 'id')).toEqual(['id'])
})

test('a member refers to items by each identifier, however it is spelled', () => {
  const users: ResourceDescriptor = { name: 'users', collection: '/users', operations: {}, actions: [] }
  const named = ['user_id', 'userUID', 'userGuid', 'user_pk', 'userSlug', 'user_code', 'userStatus'].filter(
    (name) => namedResource(name, { resources: [users] }) !== undefined,
  )
  expect(named).toEqual(['user_id', 'userUID', 'userGuid', 'user_pk', 'userSlug'])
})

test.each(['petSlug', 'pet_code', 'petGuid'])(
  'the member that is called after the items is what "%s" names',
  async (name) => {
    const text = { type: 'string' }
    const parameters = [{ name, in: 'path', required: true, schema: text }]
    const pet = { type: 'object', properties: { pet: text, size: { type: 'integer' } } }
    const ok = { 200: { description: 'OK', content: { 'application/json': { schema: pet } } } }
    const { resources } = await described({
      '/pets': { post: { operationId: 'make', responses: ok } },
      [`/pets/{${name}}`]: { parameters, get: { operationId: 'read', responses: ok } },
    })
    expect(resources.map(({ names }) => names)).toEqual([[{ path: ['pet'], certainty: 'likely' }]])
  },
)

test('keys of accounts and tokens of sessions are kept out of records', () => {
  const body = JSON.stringify({ accessKey: 'AKIAEXAMPLE', jwt: 'eyJhbGciOi', name: 'Blue gate' })
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', url: 'https://pets.test/keys?auth=s3cr3t-text', headers, body }
  const secrets = secretTextsInExchange({ request, headers: new Headers(), text: '' } as never)
  expect(secrets).toEqual(expect.arrayContaining(['AKIAEXAMPLE', 'eyJhbGciOi', 's3cr3t-text']))
  expect(secrets).not.toContain('Blue gate')
  expect(linksWithoutTokens('https://pets.test/a?access.key=abcdef')).not.toContain('abcdef')
  expect(linksWithoutTokens('https://pets.test/a?authorization_status=abcdef')).toContain('abcdef')
})

test('an answer calls its item by what identifies it alone', () => {
  const pointers = ['/id', '/_id', '/guid', '/key', '/data/uuid', '/result/pk']
  expect(pointers.filter((pointer) => isOwnNameShown({ pointer, text: '7' }))).toEqual(pointers)
  const others = ['/code', '/owner/id', '/data/owner/id', '/error/id', '']
  expect(others.filter((pointer) => isOwnNameShown({ pointer, text: '7' }))).toEqual([])
})

test('an array is called like a path by its words, however they are set apart', () => {
  expect(
    ['/feature-types', '/featureTypes', '/feature_types'].filter((path) => isListNamedLike(path, 'types')),
  ).toHaveLength(3)
})
