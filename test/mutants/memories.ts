import { isDeepStrictEqual } from 'node:util'
import type { Make } from './edits.ts'
import {
  type Call,
  fieldsOf,
  isFields,
  isSuccess,
  jsonOf,
  type Reply,
  replyOf,
  withJson,
} from './exchange.ts'
import { listAround, readOf } from './stateful.ts'

/**
 * Behaviours that confuse a request with another: a rejected one, an earlier one, or one for another item.
 */

/** Rejects a change, but stores its valid properties. */
export const storesTheValidPart: Make = () => async (call, send) => {
  const reply = await send(call)
  if (reply.status !== 400) return reply
  const members = Object.entries(fieldsOf(call))
  if (members.length > 1) for (const [name, value] of members) await send(withJson(call, { [name]: value }))
  return reply
}

/** Does the same for a replacement, which has to be complete. */
export const storesTheValidPartOfPut: Make = () => async (call, send) => {
  const reply = await send(call)
  if (reply.status !== 400) return reply
  let kept = fieldsOf(await send(readOf(call)))
  for (const [name, value] of Object.entries(fieldsOf(call))) {
    const next = { ...kept, [name]: value }
    if (isSuccess(await send(withJson(call, next)))) kept = next
  }
  return reply
}

/** Brings a deleted item back when it is changed. Needs to see reads, changes and deletions of items. */
export const revives: Make = () => {
  const deleted = new Map<string, Reply>()
  const revived = new Map<string, Reply>()
  return async (call, send) => {
    const before = call.method === 'DELETE' ? await send(readOf(call)) : undefined
    const reply = await send(call)
    if (before !== undefined && isSuccess(before) && isSuccess(reply)) deleted.set(call.path, before)
    if (reply.status !== 404) return reply
    const last = deleted.get(call.path)
    if (last !== undefined && ['PUT', 'PATCH'].includes(call.method))
      revived.set(call.path, withJson(last, { ...fieldsOf(last), ...fieldsOf(call) }))
    const back = revived.get(call.path)
    if (back === undefined) return reply
    if (call.method !== 'DELETE') return back
    revived.delete(call.path)
    return replyOf(204)
  }
}

/** Responds to a creation whose body equals an earlier one's with the earlier item, and creates nothing. */
export const takesTwinsForOne: Make = () => {
  const made: { readonly call: Call; readonly reply: Reply }[] = []
  return async (call, send) => {
    const { headers, path } = call
    const isTwin = (other: Call): boolean =>
      other.path === path &&
      other.headers['x-api-key'] === headers['x-api-key'] &&
      other.headers['authorization'] === headers['authorization'] &&
      isDeepStrictEqual(jsonOf(other), jsonOf(call))
    const twin = made.find((one) => isTwin(one.call))
    if (twin !== undefined) {
      const item = `${path.replace(/\/$/, '')}/${fieldsOf(twin.reply)['id']}`
      if (isSuccess(await send({ ...readOf(call), path: item }))) return twin.reply
    }
    const reply = await send(call)
    if (reply.status === 201) made.push({ call, reply })
    return reply
  }
}

/** A deletion also removes the next item in the list. */
export const deletesTheNext: Make = () => async (call, send) => {
  const paths = await listAround(call, send, 100)
  const reply = await send(call)
  const next = paths[paths.indexOf(call.path.replace(/\/$/, '')) + 1]
  if (isSuccess(reply) && paths.length > 1 && next !== undefined) await send({ ...call, path: next })
  return reply
}

/**
 * Responds as if a free-form object were merged, but stores only the properties that were sent last. `remove`
 * returns a request that removes properties.
 */
export function mergesInTheAnswerAlone(
  name: string,
  remove: (call: Call, members: readonly string[]) => Call,
): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    const written = fieldsOf(call)[name]
    const merged = fieldsOf(reply)[name]
    if (!isSuccess(reply) || !isFields(written) || !isFields(merged)) return reply
    const old = Object.keys(merged).filter((member) => !(member in written))
    if (old.length > 0) await send(remove(call, old))
    return reply
  }
}

/**
 * Replays the first response for an idempotency key even if the body differs or, with `anyCaller`, if another
 * caller uses the key.
 */
export function replaysTheFirst({ anyCaller }: { readonly anyCaller: boolean }): Make {
  return () => {
    const first = new Map<string, Reply>()
    return async (call, send) => {
      const key = call.headers['idempotency-key']
      if (key === undefined) return send(call)
      const place = anyCaller ? key : `${call.headers['x-api-key']} ${key}`
      const known = first.get(place)
      const reply = await send(call)
      if (reply.status === 401 || reply.status === 403 || reply.status === 400) return reply
      if (known === undefined && reply.status === 201) first.set(place, reply)
      return known ?? reply
    }
  }
}
