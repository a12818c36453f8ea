import { Permission } from '@concordat/contract'
import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }

/** An operation of a server whose operations are all POST, with one property in its request. */
function call(path: string, { shows, takes = 'channel' }: { shows: string; takes?: string }) {
  const body = { type: 'object', properties: { [takes]: text } }
  const result = { type: 'object', properties: { [shows]: { type: 'object' } } }
  return {
    [`/api/${path}`]: {
      post: {
        operationId: path,
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: answers({ type: 'object', properties: { error: { type: 'object' }, result } }),
      },
    },
  }
}

const calls = {
  ...call('channels', { shows: 'channels', takes: 'pattern' }),
  ...call('presence', { shows: 'presence' }),
  ...call('presence_stats', { shows: 'num_clients' }),
  ...call('history', { shows: 'publications' }),
  ...call('history_remove', { shows: 'offset' }),
  ...call('map_read_state', { shows: 'entries' }),
  ...call('map_stats', { shows: 'num_keys' }),
  ...call('map_clear', { shows: 'offset' }),
  ...call('publish', { shows: 'offset' }),
  ...call('broadcast', { shows: 'responses' }),
  ...call('toggle_stats', { shows: 'state' }),
  ...call('tags', { shows: 'tags', takes: 'tags' }),
  ...call('batch', { shows: 'replies' }),
  ...call('rpc', { shows: 'data' }),
  // Together, these address a device by its id.
  ...call('device_register', { shows: 'id', takes: 'name' }),
  ...call('device_remove', { shows: 'id', takes: 'id' }),
}

async function sentOf(paths: object): Promise<readonly string[]> {
  const document = await described(paths)
  const left = new Permission({ document, target: {} }).leftAlone()
  const names = new Set(left.map(({ operation }) => operation.operationId))
  return document.operations.map(({ operationId }) => operationId).filter((name) => !names.has(name))
}

test('where all operations are POST, those that only show something are known by name and response', async () => {
  expect(await sentOf(calls)).toEqual([
    ...['channels', 'presence', 'presence_stats', 'history', 'map_read_state', 'map_stats'],
  ])
})

test('where other operations are no POST, a noun can be a collection in which a POST creates', async () => {
  const list = { get: { operationId: 'boats', responses: answers({ type: 'array', items: text }) } }
  expect(await sentOf({ ...calls, '/boats': list })).toEqual(['boats'])
})
