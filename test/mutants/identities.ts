import { isDeepStrictEqual } from 'node:util'
import type { Make } from './edits.ts'
import { type Call, fieldsOf, isSuccess, type Reply, replyOf, type Send, withJson } from './exchange.ts'

/** Behaviours that mistake one caller for another. */

/** Accepts requests without a valid credential if `admits` returns true. */
export function admitsUnknown(admits: (call: Call) => boolean): Make {
  return ({ asOwner }) =>
    async (call, send) => {
      const reply = await send(call)
      return reply.status === 401 && admits(call) ? send(asOwner(call)) : reply
    }
}

/** Lets a known caller do things that its scopes do not allow. */
export const ignoresScopes: Make =
  ({ asOwner }) =>
  async (call, send) => {
    const reply = await send(call)
    return reply.status === 403 ? send(asOwner(call)) : reply
  }

/** Serves any tenant's items to any caller with a key. */
export const ignoresTenant: Make =
  ({ asOwner, asStranger }) =>
  async (call, send) => {
    const reply = await send(call)
    if (reply.status !== 403 && reply.status !== 404) return reply
    for (const other of [asOwner(call), asStranger(call)]) {
      const second = await send(other)
      if (isSuccess(second)) return second
    }
    return reply
  }

/**
 * Finds an item by its id alone, whatever parent is in the path. Needs to see creations and all operations on
 * items.
 */
export const ignoresParent: Make = ({ asOwner, asStranger }) => {
  /** Paths of created items, by id. */
  const homes = new Map<string, string>()
  return async (call, send) => {
    const reply = await send(call)
    if (call.method === 'POST' && reply.status === 201) {
      const id = String(fieldsOf(reply)['id'])
      homes.set(id, `${call.path.replace(/\/$/, '')}/${id}`)
    }
    if (reply.status !== 404 && reply.status !== 403) return reply
    const segments = call.path.split('/')
    const index = segments.findIndex((segment) => homes.has(segment))
    if (index === -1) return reply
    const path = [homes.get(segments[index] ?? ''), ...segments.slice(index + 1)].join('/')
    const calls = [asOwner(call), asStranger(call)].map((as) => ({ ...as, path }))
    return await firstSuccess(calls, send, reply)
  }
}

async function firstSuccess(calls: readonly Call[], send: Send, otherwise: Reply): Promise<Reply> {
  for (const call of calls) {
    const reply = await send(call)
    if (isSuccess(reply)) return reply
  }
  return otherwise
}

/** Adds the other tenant's items to the caller's list if the whole list is requested. */
export function listsStrangers(options: { readonly countOnly?: true } = {}): Make {
  return ({ asOwner, asStranger, strange }) =>
    async (call, send) => {
      const reply = await send(call)
      const page = fieldsOf(reply)
      const name = 'results' in page ? 'results' : 'items'
      const own = page[name]
      if (!isSuccess(reply) || !Array.isArray(own)) return reply
      const path = Object.entries(strange).reduce(
        (text, [parameter, value]) => text.replace(`/${call.parameters[parameter] ?? '\n'}/`, `/${value}/`),
        call.path,
      )
      const added = new Map<unknown, unknown>()
      for (const other of [asOwner(call), asStranger({ ...call, path })]) {
        const theirs = fieldsOf(await send({ ...other, query: new URLSearchParams() }))[name]
        if (Array.isArray(theirs)) for (const item of theirs) added.set(item.id, item)
      }
      for (const item of own) added.delete(item.id)
      const count = 'count' in page ? { count: Number(page['count']) + added.size } : {}
      const isPart = ['limit', 'offset', 'cursor'].some((parameter) => call.query.has(parameter))
      if (isPart && !options.countOnly) return reply
      const items = options.countOnly ? own : [...own, ...added.values()]
      return withJson(reply, { ...page, ...count, [name]: items })
    }
}

/** Rejects keys that lack any scope. */
export const refusesNarrowKeys: Make =
  ({ asOwner, asStranger }) =>
  async (call, send) => {
    const reply = await send(call)
    const isBroad = [asOwner(call), asStranger(call)].some((other) =>
      isDeepStrictEqual(other.headers, call.headers),
    )
    if (!isSuccess(reply) || isBroad) return reply
    const detail = 'You do not have permission to perform this action.'
    return replyOf(403, { type: 'authentication_error', code: 'permission_denied', detail, attr: null })
  }

/** Accepts a key that is nearly the same as a known one. */
export function admitsNearly(isNear: (sent: string, real: string) => boolean): Make {
  return ({ asOwner }) =>
    async (call, send) => {
      const reply = await send(call)
      if (reply.status !== 401) return reply
      const owner = asOwner(call)
      const isClose = ['authorization', 'x-api-key'].some((name) => {
        const [sent, real] = [call.headers[name], owner.headers[name]]
        return sent !== undefined && real !== undefined && sent !== real && isNear(sent, real)
      })
      return isClose ? send(owner) : reply
    }
}

/**
 * Returns callers' own items below another tenant's parent. Needs to see creations and all operations on
 * items.
 */
export const ignoresForeignParent: Make = ({ asStranger }) => {
  /** Paths of created items, by id. */
  const homes = new Map<string, string>()
  return async (call, send) => {
    const reply = await send(call)
    if (call.method === 'POST' && reply.status === 201) {
      const id = String(fieldsOf(reply)['id'])
      homes.set(id, `${call.path.replace(/\/$/, '')}/${id}`)
    }
    if (reply.status !== 404 && reply.status !== 403) return reply
    const segments = call.path.split('/')
    const index = segments.findIndex((segment) => homes.has(segment))
    if (index < 2) return reply
    const parent = segments.slice(0, index - 1).join('/')
    const look = { method: 'GET', body: Buffer.alloc(0), query: new URLSearchParams() }
    if (!isSuccess(await send({ ...asStranger(call), ...look, path: parent }))) return reply
    const path = [homes.get(segments[index] ?? ''), ...segments.slice(index + 1)].join('/')
    return await firstSuccess([{ ...call, path }], send, reply)
  }
}

/** Rejects reads with keys that are only allowed to read. */
export const refusesReaders: Make =
  ({ asOwner, asStranger }) =>
  async (call, send) => {
    const reply = await send(call)
    const isBroad = [asOwner(call), asStranger(call)].some(
      ({ headers }) => headers['x-api-key'] === call.headers['x-api-key'],
    )
    return isSuccess(reply) && !isBroad ? send({ ...call, method: 'DELETE' }) : reply
  }
