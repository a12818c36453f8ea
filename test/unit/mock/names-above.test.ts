import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const cabinet = {
  type: 'object',
  properties: {
    ...{ id: { type: 'integer' }, name: text, note: text },
    owner: { type: 'object', properties: { id: { type: 'integer' }, login: text } },
  },
}
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))
const body = {
  required: true,
  content: { 'application/json': { schema: { type: 'object', properties: { name: text, note: text } } } },
}
const absent = { 404: { description: 'None.' } }

const document = await described({
  '/user/cabinets': {
    get: { operationId: 'listCabinets', responses: answers({ type: 'array', items: cabinet }) },
    post: { operationId: 'addCabinet', requestBody: body, responses: answers(cabinet, { status: 201 }) },
  },
  '/teams/{team}/cabinets': {
    parameters: inPath('team'),
    get: { operationId: 'listOfTeam', responses: answers({ type: 'array', items: cabinet }) },
    post: { operationId: 'addToTeam', requestBody: body, responses: answers(cabinet, { status: 201 }) },
  },
  '/cabinets/{owner}/{cabinet}': {
    parameters: inPath('owner', 'cabinet'),
    get: { operationId: 'readCabinet', responses: { ...answers(cabinet), ...absent } },
    delete: { operationId: 'removeCabinet', responses: { 204: { description: 'Gone.' }, ...absent } },
  },
  '/starred/{owner}/{cabinet}': {
    parameters: inPath('owner', 'cabinet'),
    put: { operationId: 'star', responses: { 204: { description: 'Starred.' }, ...absent } },
  },
  '/cabinets/{owner}/{cabinet}/coins': {
    parameters: inPath('owner', 'cabinet'),
    get: {
      operationId: 'listCoins',
      responses: { ...answers({ type: 'array', items: cabinet }), ...absent },
    },
  },
})

interface Cabinet {
  readonly name: string
  readonly note: string
  readonly owner: { readonly login: string }
}

function caller() {
  const mock = createMock(document)
  const call = (method: string, path: string, sent?: object): Promise<Response> =>
    mock(
      new Request(`http://mock.test${path}`, {
        method,
        ...(sent && { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
      }),
    )
  const read = async <Body>(path: string): Promise<Body> => (await (await call('GET', path)).json()) as Body
  const statusOf = async (path: string): Promise<number> => (await call('GET', path)).status
  const add = async (path: string, name: string) => {
    const answer = await call('POST', path, { name, note: 'Empty.' })
    const { pathname } = new URL(answer.headers.get('location') ?? '', 'http://mock.test')
    return { status: answer.status, made: (await answer.json()) as Cabinet, pathname }
  }
  return { call, read, statusOf, add }
}

test('an item that several names identify is assumed to exist when it is first requested', async () => {
  expect(document.resources.find(({ namesAbove }) => namesAbove !== undefined)?.item).toBe(
    '/cabinets/{owner}/{cabinet}',
  )
  const { statusOf } = caller()
  expect(await statusOf('/cabinets/alice/demo')).toBe(200)
  expect(await statusOf('/cabinets/alice/demo')).toBe(200)
  expect(await statusOf('/cabinets/alice/other')).toBe(404)
})

test('an item that a create at another path makes is at its own path, under the names it shows', async () => {
  const { call, read, statusOf, add } = caller()
  const { status, made } = await add('/user/cabinets', 'blue')
  const path = `/cabinets/${made.owner.login}/blue`
  expect([status, made.name, await read(path)]).toEqual([201, 'blue', made])
  expect(await read('/user/cabinets')).toContainEqual(made)
  expect(await statusOf('/cabinets/nobody/blue')).toBe(404)
  const other = await add('/user/cabinets', 'green')
  expect(other.made.owner).toEqual(made.owner)
  expect((await call('DELETE', path)).status).toBe(204)
  expect(await statusOf(path)).toBe(404)
  expect(await read('/user/cabinets')).not.toContainEqual(made)
})

test('an item made below a parent has the name of the parent above its own', async () => {
  const { read, add } = caller()
  const { made } = await add('/user/cabinets', 'blue')
  const ofTeam = await add('/teams/red/cabinets', 'blue')
  expect(ofTeam).toMatchObject({ status: 201, made: { owner: { login: 'red' } } })
  expect(await read('/cabinets/red/blue')).toEqual(ofTeam.made)
  expect(await read('/teams/red/cabinets')).toContainEqual(ofTeam.made)
  expect(await read('/user/cabinets')).not.toContainEqual(ofTeam.made)
  expect(await read(`/cabinets/${made.owner.login}/blue`)).toEqual(made)
})

test('another path of such an item needs its own name', async () => {
  const { call, add } = caller()
  const { made } = await add('/user/cabinets', 'blue')
  const star = async (name: string) => (await call('PUT', `/starred/${made.owner.login}/${name}`)).status
  expect([await star('blue'), await star('green')]).toEqual([204, 404])
})
