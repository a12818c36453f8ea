import type { Make } from './edits.ts'
import { fieldsOf, isSuccess, replyOf, withJson, withQuery } from './exchange.ts'
import { readOf } from './stateful.ts'

/** Behaviours that only the store can have: those of replacement with PUT, and of its filter. */

/** A replacement leaves one property unchanged. */
export function keepsMember(name: string): Make {
  return () => async (call, send) => {
    const before = fieldsOf(await send(readOf(call)))
    const body = fieldsOf(call)
    return send(name in body && name in before ? withJson(call, { ...body, [name]: before[name] }) : call)
  }
}

/** A replacement keeps old tags in addition to the new ones, up to the maximum. */
export const addsToTags: Make = () => async (call, send) => {
  const { tags: old } = fieldsOf(await send(readOf(call)))
  const body = fieldsOf(call)
  const { tags } = body
  if (!Array.isArray(old) || !Array.isArray(tags) || tags.length > 5) return send(call)
  const merged = [...new Set([...tags, ...old])].slice(0, 5)
  const reply = await send(withJson(call, { ...body, tags: merged }))
  return isSuccess(reply) ? reply : send(call)
}

/** A replacement gets its response, but is then undone. */
export const answersUnstoredPut: Make = () => async (call, send) => {
  const before = await send(readOf(call))
  const reply = await send(call)
  if (isSuccess(before) && isSuccess(reply)) await send(withJson(call, fieldsOf(before)))
  return reply
}

/** Each replacement of a product raises its price by as many cents as there were replacements before. */
export const raisesPrice: Make = () => {
  let count = -1
  return async (call, send) => {
    const body = fieldsOf(call)
    const reply = await send(call)
    if (!isSuccess(reply)) return reply
    count += 1
    const raised = await send(withJson(call, { ...body, price_cents: Number(body['price_cents']) + count }))
    return isSuccess(raised) ? raised : reply
  }
}

/** A replacement also creates an item with the same properties. */
export const alsoCreates: Make = () => async (call, send) => {
  const reply = await send(call)
  if (isSuccess(reply)) await send({ ...call, method: 'POST', path: call.path.replace(/\/[^/]*\/?$/, '') })
  return reply
}

/** The creation time is that of the last replacement. Needs to see replacements and reads. */
export const renewsTime: Make = () => {
  const times = new Map<string, string>()
  return async (call, send) => {
    const reply = await send(call)
    if (!isSuccess(reply)) return reply
    if (call.method === 'PUT') times.set(call.path, new Date(Date.now() + 60_000).toISOString())
    const created_at = times.get(call.path)
    return created_at === undefined ? reply : withJson(reply, { ...fieldsOf(reply), created_at })
  }
}

/** A replacement of an item that does not exist creates it, with another id. */
export const createsByPut: Make = () => async (call, send) => {
  const reply = await send(call)
  if (reply.status !== 404) return reply
  const created = await send({ ...call, method: 'POST', path: call.path.replace(/\/[^/]*\/?$/, '') })
  return isSuccess(created) ? created : reply
}

/** The category filter finds the products of all other categories. */
export const invertsCategory: Make = () => async (call, send) => {
  const category = call.query.get('category')
  const reply = await send(call)
  if (category === null || !isSuccess(reply)) return reply
  const { items } = fieldsOf(await send(withQuery(call, { category: undefined, limit: '100' })))
  const others = Array.isArray(items) ? items.filter((item) => item.category !== category) : []
  return withJson(replyOf(200), { items: others, next_cursor: null })
}
