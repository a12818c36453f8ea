import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const channel = { type: 'object', properties: { id: text, topic: text } }
const stage = { type: 'object', properties: { id: text, channel_id: text, topic: text } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const inPath = (name: string) => [{ in: 'path', name, required: true, schema: text }]

type Described = Awaited<ReturnType<typeof described>>

/** Returns a function that posts to the document's mock with one of two tenants' keys. */
function postTo(document: Described) {
  const secured = {
    ...document,
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    operations: document.operations.map((operation) => ({ ...operation, security: [{ key: [] }] })),
  } as unknown as typeof document
  const mock = createMock(secured, { keys: { one: 'first', two: 'second' } })
  const post = (path: string, key: string, sent: object) =>
    mock(
      new Request(`http://mock.test${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      }),
    )
  return post
}

test("an item named after another tenant's item cannot be created", async () => {
  const document = await described({
    '/channels': {
      post: {
        operationId: 'addChannel',
        requestBody: body(channel),
        responses: answers(channel, { status: 201 }),
      },
    },
    '/channels/{channel_id}': {
      parameters: inPath('channel_id'),
      get: { operationId: 'readChannel', responses: answers(channel) },
    },
    '/stages': {
      post: {
        operationId: 'addStage',
        requestBody: body({ ...stage, required: ['channel_id'] }),
        responses: answers(stage, { status: 201 }),
      },
    },
    '/stages/{channel_id}': {
      parameters: inPath('channel_id'),
      get: { operationId: 'readStage', responses: answers(stage) },
    },
  })
  const post = postTo(document)
  const { id } = (await (await post('/channels', 'one', { topic: 'News' })).json()) as { id: string }
  const stages = await Promise.all(['two', 'one'].map((key) => post('/stages', key, { channel_id: id })))
  expect(stages.map(({ status }) => status)).toEqual([404, 201])
})

test("a UUID that another tenant's item has is replaced", async () => {
  const bank = { type: 'object', properties: { id: { ...text, format: 'uuid' }, name: text } }
  const document = await described({
    '/banks': {
      post: { operationId: 'addBank', requestBody: body(bank), responses: answers(bank, { status: 201 }) },
    },
    '/banks/{id}': { parameters: inPath('id'), get: { operationId: 'readBank', responses: answers(bank) } },
  })
  const post = postTo(document)
  const id = '00000000-0000-4000-8000-000000000000'
  const made = ['one', 'two'].map(async (key) => (await post('/banks', key, { id, name: 'Till' })).json())
  const [ours, theirs] = await Promise.all(made)
  expect([ours, theirs]).toEqual([
    { id, name: 'Till' },
    { id: expect.any(String), name: 'Till' },
  ])
  expect(theirs).not.toEqual(ours)
})

test("an item gets a new UUID if its body has another tenant's", async () => {
  const uuid = { type: 'string', format: 'uuid' }
  const boat = { type: 'object', properties: { boatId: uuid, name: text } }
  const document = await described({
    '/boats': {
      post: { operationId: 'build', requestBody: body(boat), responses: answers(boat, { status: 201 }) },
    },
    '/boats/{boatId}': {
      parameters: [{ in: 'path', name: 'boatId', required: true, schema: uuid }],
      get: { operationId: 'readBoat', responses: answers(boat) },
    },
  })
  const post = postTo(document)
  const sent = { boatId: '146d3266-66e7-4410-9025-e03fbf1f7183', name: 'Ada' }
  const build = async (key: string) =>
    ((await (await post('/boats', key, sent)).json()) as { boatId: string }).boatId
  expect(await build('one')).toBe(sent.boatId)
  expect(await build('two')).not.toBe(sent.boatId)
  expect(await build('one')).toBe(sent.boatId)
})
