import type { Make } from './edits.ts'
import {
  type Call,
  fieldsOf,
  isFields,
  isSuccess,
  jsonOf,
  type Reply,
  replyOf,
  type Send,
  withJson,
} from './exchange.ts'

/** Behaviours that remember, or that call the service more than once. */

/** The same resource, read. */
export function readOf(call: Call): Call {
  return { ...call, method: 'GET', body: Buffer.alloc(0), query: new URLSearchParams() }
}

/** Returns the path of the item in the response to a creation. */
function pathOfCreated(call: Call, reply: Reply): string {
  return `${call.path.replace(/\/$/, '')}/${String(fieldsOf(reply)['id'])}`
}

/** Confirms a deletion without making it. */
export const pretendsToDelete: Make = () => async (call, send) =>
  isSuccess(await send(readOf(call))) ? replyOf(204) : send(call)

/** Responds to an update with the new values, but keeps the old ones. */
export const pretendsToUpdate: Make = () => async (call, send) => {
  const before = await send(readOf(call))
  const after = await send(call)
  if (!isSuccess(before) || !isSuccess(after)) return after
  const fields = fieldsOf(before)
  const old = Object.keys(fieldsOf(call)).filter((name) => name in fields)
  await send(withJson(call, Object.fromEntries(old.map((name) => [name, fields[name]]))))
  return after
}

/** Responds to a creation, but removes the created item at once. */
export const forgetsWhatItCreates: Make = () => async (call, send) => {
  const reply = await send(call)
  if (isSuccess(reply)) await send({ ...readOf(call), method: 'DELETE', path: pathOfCreated(call, reply) })
  return reply
}

/** Makes each requested write twice. */
export const writesTwice: Make = () => async (call, send) => {
  const reply = await send(call)
  if (isSuccess(reply)) await send(call)
  return reply
}

/** Responds to every read with the result of the first one. */
export const readsStale: Make = () => {
  const seen = new Map<string, Reply>()
  return async (call, send) => {
    const reply = await send(call)
    if (!isSuccess(reply)) return reply
    const key = `${call.path}?${call.query}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, reply)
    return first ?? reply
  }
}

/** Lets a deleted item still be read, unchanged. Needs to see reads and deletions of items. */
export const readsTheDeleted: Make = () => {
  const deleted = new Map<string, Reply>()
  return async (call, send) => {
    if (call.method === 'DELETE') {
      const before = await send(readOf(call))
      const reply = await send(call)
      if (isSuccess(before) && isSuccess(reply)) deleted.set(call.path, before)
      return reply
    }
    const reply = await send(call)
    return reply.status === 404 ? (deleted.get(call.path) ?? reply) : reply
  }
}

/** Still lists a deleted item. Needs to see deletions of items and the list. */
export const listsTheDeleted: Make = () => {
  const deleted = new Map<string, unknown[]>()
  return async (call, send) => {
    const collection = call.path.replace(/\/[^/]*\/?$/, '')
    if (call.method === 'DELETE') {
      const before = await send(readOf(call))
      const reply = await send(call)
      if (isSuccess(before) && isSuccess(reply))
        deleted.set(collection, [...(deleted.get(collection) ?? []), jsonOf(before)])
      return reply
    }
    const reply = await send(call)
    const page = fieldsOf(reply)
    const gone = deleted.get(call.path.replace(/\/$/, '')) ?? []
    const items = page['results'] ?? page['items']
    if (gone.length === 0 || !Array.isArray(items) || (page['next'] ?? page['next_cursor'] ?? null) !== null)
      return reply
    const name = 'results' in page ? 'results' : 'items'
    const count = typeof page['count'] === 'number' ? { count: page['count'] + gone.length } : {}
    return withJson(reply, { ...page, ...count, [name]: [...items, ...gone] })
  }
}

/** Returns the paths of the items in an item's collection: those on one page, or up to `limit`. */
export async function listAround(call: Call, send: Send, limit?: number): Promise<readonly string[]> {
  const collection = call.path.replace(/\/[^/]*\/?$/, '')
  const query = new URLSearchParams(limit === undefined ? {} : { limit: String(limit) })
  const page = fieldsOf(await send({ ...readOf(call), path: collection, query }))
  const items = page['results'] ?? page['items']
  if (!Array.isArray(items)) return []
  return items.flatMap((item) => (isFields(item) ? [`${collection}/${String(item['id'])}`] : []))
}

/** Returns the paths of the other items in an item's collection. */
async function siblingsOf(call: Call, send: Send): Promise<readonly string[]> {
  const paths = await listAround(call, send)
  return paths.filter((path) => path !== call.path.replace(/\/$/, ''))
}

/** A deletion also removes another item in the collection. */
export const deletesASibling: Make = () => async (call, send) => {
  const siblings = await siblingsOf(call, send)
  const reply = await send(call)
  const [victim] = siblings
  if (isSuccess(reply) && victim !== undefined) await send({ ...call, path: victim })
  return reply
}

/** An update also changes the other items in the collection. */
export const updatesSiblings: Make = () => async (call, send) => {
  const reply = await send(call)
  if (isSuccess(reply)) for (const path of await siblingsOf(call, send)) await send({ ...call, path })
  return reply
}

/**
 * Rejects a request, as it should, but makes another write all the same: `write` returns the request that
 * gets through.
 */
export function refusesYetWrites(write: (call: Call) => Call): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    if (reply.status === 400) await send(write(call))
    return reply
  }
}

/** A property keeps its value from the item's first read, whatever is written to it. */
export function freezes(name: string): Make {
  return () => {
    const first = new Map<string, unknown>()
    return async (call, send) => {
      const reply = await send(call)
      const fields = fieldsOf(reply)
      if (!isSuccess(reply) || !(name in fields)) return reply
      if (!first.has(call.path)) first.set(call.path, fields[name])
      return withJson(reply, { ...fields, [name]: first.get(call.path) })
    }
  }
}

/**
 * A property that the service sets accepts the value that a client sends. Needs to see writes and reads of
 * items.
 */
export function storesReadOnly(name: string): Make {
  return () => {
    const stored = new Map<string, unknown>()
    return async (call, send) => {
      const written = fieldsOf(call)
      const reply = await send(call)
      const fields = fieldsOf(reply)
      if (!isSuccess(reply) || call.method === 'DELETE') return reply
      const id = String(fields['id'])
      if (call.method !== 'GET' && name in written) stored.set(id, written[name])
      return stored.has(id) ? withJson(reply, { ...fields, [name]: stored.get(id) }) : reply
    }
  }
}

/** Every `n`th request to which the fault applies fails with 500. */
export function failsEvery(n: number): Make {
  return () => {
    let count = 0
    return async (call, send) => {
      count += 1
      return count % n === 0 ? replyOf(500, { detail: 'Internal server error.' }) : send(call)
    }
  }
}

/** Returns every second list in reverse order. */
export const listsInChangingOrder: Make = () => {
  let count = 0
  return async (call, send) => {
    const reply = await send(call)
    const page = fieldsOf(reply)
    const name = Array.isArray(page['results']) ? 'results' : 'items'
    const items = page[name]
    if (!isSuccess(reply) || !Array.isArray(items) || items.length < 2) return reply
    count += 1
    return count % 2 === 0 ? withJson(reply, { ...page, [name]: items.toReversed() }) : reply
  }
}

/** Makes an update, but responds with the previous item. */
export const answersTheOld: Make = () => async (call, send) => {
  const before = await send(readOf(call))
  const reply = await send(call)
  return isSuccess(reply) && isSuccess(before) ? before : reply
}

/** Makes no update, but responds as if it had: with the item and the properties that were sent. */
export const answersWithoutAsking: Make = () => async (call, send) => {
  const collection = call.path.replace(/\/[^/]*\/?$/, '')
  const items = fieldsOf(await send({ ...readOf(call), path: collection }))['results']
  const uuid = call.path.split('/').at(-1)
  const item = Array.isArray(items) ? items.find(({ user }) => user?.uuid === uuid) : undefined
  if (item === undefined) return await send(call)
  return withJson(replyOf(200), { ...item, ...fieldsOf(call) })
}

/** Returns a read of the item to which an action belongs. */
function itemOf(call: Call): Call {
  return { ...readOf(call), path: call.path.replace(/\/[^/]*\/?$/, '') }
}

/** Responds to an action with the item and these properties, but does nothing. */
export function pretends(members: Readonly<Record<string, unknown>>): Make {
  return () => async (call, send) => {
    const item = await send(itemOf(call))
    return isSuccess(item) ? withJson(item, { ...fieldsOf(item), ...members }) : send(call)
  }
}

/**
 * Does an action, and also an update of the same item that is visible in the action's response. `members`
 * derives the update from the item.
 */
export function alsoUpdates(members: (item: Readonly<Record<string, unknown>>) => object): Make {
  return () => async (call, send) => {
    const item = itemOf(call)
    const reply = await send(call)
    if (!isSuccess(reply)) return reply
    const body = members(fieldsOf(await send(item)))
    await send(withJson({ ...item, method: 'PATCH' }, body))
    return reply
  }
}

/** Does an action on all items in the collection. */
export const actsOnAll: Make = () => async (call, send) => {
  const reply = await send(call)
  if (!isSuccess(reply)) return reply
  const action = call.path.replace(/\/$/, '').split('/').at(-1)
  for (const path of await siblingsOf(itemOf(call), send)) await send({ ...call, path: `${path}/${action}` })
  return reply
}

/** Confirms the deletion of an item that can only be listed, without making it. */
export const pretendsToDeleteListed: Make = () => async (call, send) =>
  (await listAround(call, send)).includes(call.path.replace(/\/$/, '')) ? replyOf(204) : send(call)
