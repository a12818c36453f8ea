import { randomUUID } from 'node:crypto'
import {
  type Call,
  type Fields,
  isFields,
  isSuccess,
  jsonOf,
  type Reply,
  replyOf,
  withHeaders,
  withJson,
  withQuery,
} from './exchange.ts'
import type { Behaviour, World } from './fault.ts'

/** Creates a behaviour; most need neither the world nor state. */
export type Make = (world: World) => Behaviour

/** Changes the request before the service sees it. */
export function request(edit: (call: Call) => Call): Make {
  return () => (call, send) => send(edit(call))
}

/** Changes the JSON object in the request body. */
export function sent(edit: (fields: Fields, call: Call) => Fields): Make {
  return request((call) => {
    const value = jsonOf(call)
    if (!isFields(value)) return call
    const edited = edit(value, call)
    return edited === value ? call : withJson(call, edited)
  })
}

/** Changes responses with one of these statuses. */
export function answered(statuses: readonly number[], edit: (reply: Reply, call: Call) => Reply): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    return statuses.includes(reply.status) ? edit(reply, call) : reply
  }
}

/** Changes successful answers. */
export function succeeded(edit: (reply: Reply, call: Call) => Reply): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    return isSuccess(reply) ? edit(reply, call) : reply
  }
}

/** Changes the JSON object in successful responses: an item, or a page of a list. */
export function shown(edit: (fields: Fields, call: Call) => Fields): Make {
  return succeeded((reply, call) => {
    const value = jsonOf(reply)
    if (!isFields(value)) return reply
    const edited = edit(value, call)
    return edited === value ? reply : withJson(reply, edited)
  })
}

/** Names of the properties that contain a page's items in the two services. */
const ITEMS = ['results', 'items']

/** Changes the items on a page. */
export function listed(edit: (items: readonly Fields[], call: Call) => readonly unknown[]): Make {
  return shown((page, call) => {
    const name = ITEMS.find((candidate) => Array.isArray(page[candidate]))
    if (name === undefined) return page
    const items = page[name] as readonly Fields[]
    const edited = edit(items, call)
    return edited === items ? page : { ...page, [name]: edited }
  })
}

/** Changes every item in responses, alone or on a page. */
export function everywhere(edit: (item: Fields) => Fields): Make {
  return shown((fields) => {
    const name = ITEMS.find((candidate) => Array.isArray(fields[candidate]))
    if (name === undefined) return edit(fields)
    return { ...fields, [name]: (fields[name] as readonly Fields[]).map(edit) }
  })
}

/** Accepts invalid content that can be repaired, and responds as if it were valid. */
export function accepts(repair: (call: Call) => Call | undefined): Make {
  return () => async (call, send) => {
    const reply = await send(call)
    if (reply.status !== 400 && reply.status !== 415 && reply.status !== 422) return reply
    const repaired = repair(call)
    if (repaired === undefined) return reply
    const second = await send(repaired)
    return isSuccess(second) ? second : reply
  }
}

/** Does the same for JSON objects. `repair` returns `undefined` if this fault does not apply. */
export function acceptsFields(repair: (fields: Fields) => Fields | undefined): Make {
  return accepts((call) => {
    const value = jsonOf(call)
    const repaired = isFields(value) ? repair(value) : undefined
    return repaired === undefined ? undefined : withJson(call, repaired)
  })
}

/** Changes only the status. */
export function status(code: number): (reply: Reply) => Reply {
  return (reply) => ({ ...reply, status: code })
}

/** Another answer altogether. */
export function instead(code: number, value?: unknown): () => Reply {
  return () => replyOf(code, value)
}

/** Leaves members out. */
export function without(...names: readonly string[]): (fields: Fields) => Fields {
  return (fields) => {
    if (!names.some((name) => name in fields)) return fields
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
  }
}

/** Changes a property if it is present. */
export function change(name: string, edit: (value: unknown) => unknown): (fields: Fields) => Fields {
  return (fields) => {
    if (!(name in fields)) return fields
    const value = edit(fields[name])
    return Object.is(value, fields[name]) ? fields : { ...fields, [name]: value }
  }
}

/** Changes a property that is a string. */
export function changeText(name: string, edit: (text: string) => unknown): (fields: Fields) => Fields {
  return change(name, (value) => (typeof value === 'string' ? edit(value) : value))
}

/** Sets properties, even if they are not present. */
export function set(members: Fields): (fields: Fields) => Fields {
  return (fields) => ({ ...fields, ...members })
}

/** For {@link acceptsFields}: truncates a string that is longer than allowed. */
export function cutting(name: string, length: number): (fields: Fields) => Fields | undefined {
  return (fields) => {
    const value = fields[name]
    return typeof value === 'string' && [...value].length > length
      ? { ...fields, [name]: [...value].slice(0, length).join('') }
      : undefined
  }
}

/** For {@link acceptsFields}: turns a value that is not a string into one. */
export function textOf(name: string): (fields: Fields) => Fields | undefined {
  return (fields) =>
    !(name in fields) || typeof fields[name] === 'string'
      ? undefined
      : { ...fields, [name]: JSON.stringify(fields[name]) }
}

/** For {@link acceptsFields}: removes a property that is present. */
export function dropping(name: string): (fields: Fields) => Fields | undefined {
  return (fields) => (name in fields ? without(name)(fields) : undefined)
}

/** Returns a domain that nobody has. */
export function uniqueDomain(): string {
  return `${randomUUID()}.example.com`
}

/** Adds to a query parameter if it is a number. */
export function addTo(call: Call, name: string, difference: number): Call {
  const value = call.query.get(name)
  return value !== null && /^\d+$/.test(value)
    ? withQuery(call, { [name]: String(Number(value) + difference) })
    : call
}

/** Adds to the offset in a URL. */
export function shifted(address: string, difference: number): string {
  const url = new URL(address)
  url.searchParams.set('offset', String(Number(url.searchParams.get('offset')) + difference))
  return url.href
}

/** Returns the requested URL. */
export function addressOf({ headers, path, query }: Call): string {
  return `http://${headers['host']}${path}${query.size === 0 ? '' : `?${query}`}`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Responds with 500 to ids that are not UUIDs. */
export const malformedFails: Make = answered([400, 404], (reply, call) =>
  UUID.test(call.parameters['id'] ?? '') ? reply : status(500)(reply),
)

/** Responds with 500 to bodies that are not JSON. */
export const malformedJsonFails: Make = answered([400], (reply, call) =>
  jsonOf(call) === undefined ? status(500)(reply) : reply,
)

/** Redirects paths with a trailing slash to those without. */
export const slashRedirects: Make = () => async (call, send) =>
  call.path.endsWith('/')
    ? withHeaders(replyOf(301), {
        location: call.path.slice(0, -1) + (call.query.size > 0 ? `?${call.query}` : ''),
      })
    : send(call)

/** Answers 405 to HEAD. */
export const headRefused: Make = () => async (call, send) =>
  call.method === 'HEAD' ? withHeaders(replyOf(405), { allow: 'GET, POST' }) : send(call)

/**
 * Returns a time one hour later, in UTC. Invalid times are unchanged, because the service should reject them.
 */
export function hourLater(text: string): string {
  const later = new Date(Date.parse(text) + 3_600_000)
  return Number.isNaN(later.getTime()) ? text : later.toISOString()
}
