import { findResource } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const owner = { type: 'object', properties: { id: number, login: text } }
const cabinet = { type: 'object', properties: { id: number, name: text, note: text, owner } }
const requestBody = {
  content: { 'application/json': { schema: { type: 'object', properties: { name: text, note: text } } } },
}

function parametersOf(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true, schema: text },
  }))
}

/** Returns the document of cabinets at "/cabinets/{owner}/{cabinet}" that show these properties. */
async function ofCabinets(item: object, further: object = {}) {
  const path = '/cabinets/{owner}/{cabinet}'
  return described({
    '/user/cabinets': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: item }) },
      post: { operationId: 'make', requestBody, responses: answers(item, { status: 201 }) },
    },
    '/teams/{team}/cabinets': {
      parameters: parametersOf('{team}'),
      post: { operationId: 'makeForTeam', requestBody, responses: answers(item, { status: 201 }) },
    },
    [path]: {
      parameters: parametersOf(path),
      get: { operationId: 'read', responses: answers(item) },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
    },
    [`${path}/coins`]: {
      parameters: parametersOf(path),
      get: { operationId: 'coins', responses: answers({ type: 'array', items: item }) },
    },
    ...further,
  })
}

test('an item that its path names by several values is made at another path, and shows them', async () => {
  const { resources, operations } = await ofCabinets(cabinet)
  expect(resources.find(({ name }) => name === 'cabinets')).toMatchObject({
    ...{ collection: '/cabinets/{owner}', item: '/cabinets/{owner}/{cabinet}', idParameter: 'cabinet' },
    namesAbove: [['owner', 'login']],
    // The id would identify a cabinet without its owner.
    names: [
      { path: ['name'], certainty: 'possible' },
      { path: ['id'], certainty: 'possible' },
    ],
    operations: { list: 'list', create: 'make', read: 'read', delete: 'remove' },
  })
  expect(resources.find(({ name }) => name === 'cabinets.coins')?.parent).toEqual({
    name: 'cabinets',
    parameter: 'cabinet',
  })
  const other = operations.find(({ operationId }) => operationId === 'makeForTeam')
  expect(other?.resource).toEqual({ name: 'cabinets', role: 'create' })
})

test('a parameter elsewhere means such an item by the name of the item, not by the one before it', async () => {
  const document = await ofCabinets(cabinet)
  const meant = (name: string) => findResource(document, { name, key: '/purses/{}' })?.name
  expect(meant('cabinet')).toBe('cabinets')
  expect(meant('owner')).toBe(undefined)
})

test('a property can itself contain the value before the name', async () => {
  const properties = { ...cabinet.properties, owner: text }
  const { resources } = await ofCabinets({ type: 'object', properties })
  expect(resources.find(({ name }) => name === 'cabinets')?.namesAbove).toEqual([['owner']])
})

test('nothing is made of items that do not show all values of their path', async () => {
  const { owner: _, ...properties } = cabinet.properties
  const { resources } = await ofCabinets({ type: 'object', properties })
  expect(resources.map(({ name }) => name)).not.toContain('cabinets')
})

test('items that a path above creates are not made elsewhere', async () => {
  const post = { operationId: 'put', requestBody, responses: answers(cabinet, { status: 201 }) }
  const { resources } = await ofCabinets(cabinet, { '/cabinets': { post } })
  expect(resources.filter(({ namesAbove }) => namesAbove !== undefined)).toEqual([])
})

const proof = {
  type: 'object',
  properties: { proof_id: text, state: text, thread: text, role: text },
}

/** Returns the role of a POST beside "/proofs/records/{proof_id}". */
async function roleBeside(path: string, shown: object, read: object = proof) {
  const { operations } = await described({
    '/proofs/records': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: read }) },
    },
    '/proofs/records/{proof_id}': {
      parameters: parametersOf('{proof_id}'),
      get: { operationId: 'read', responses: answers(read) },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
    },
    [path]: { post: { operationId: 'make', requestBody, responses: answers(shown) } },
  })
  return operations.find(({ operationId }) => operationId === 'make')?.resource?.role
}

test('a path that creates something beside a collection makes its items if it returns one', async () => {
  expect(await roleBeside('/proofs/create-request', proof)).toBe('create')
  expect(await roleBeside('/proofs/create-request', { type: 'object', properties: { ok: text } })).toBe(
    undefined,
  )
  expect(await roleBeside('/proofs/send-request', proof)).toBe(undefined)
  const detail = { type: 'object', properties: { record: proof, formats: { type: 'object' } } }
  expect(await roleBeside('/proofs/create', proof, detail)).toBe('create')
})

test('a parameter for a user name takes the name with which a user logs in', async () => {
  const user = { type: 'object', properties: { id: number, login: text, last_login: text } }
  const { resources } = await described({
    '/users': { get: { operationId: 'list', responses: answers({ type: 'array', items: user }) } },
    '/users/{username}': {
      parameters: parametersOf('{username}'),
      get: { operationId: 'read', responses: answers(user) },
    },
  })
  expect(resources[0]?.names?.[0]).toEqual({ path: ['login'], certainty: 'likely' })
})
