import type { OperationDescriptor } from '@concordat/runtime/http'

/** A request on its way through the proxy. Functions that change it return a copy. */
export interface Call {
  readonly method: string
  /** The path as received: "/api/projects". */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Absent if the document has no such path with this method. */
  readonly operationId?: string
  /** operationIds of all the path's methods in the document. */
  readonly neighbours: readonly string[]
  /** Decoded values of the path parameters. */
  readonly parameters: Readonly<Record<string, string>>
}

/** A response on its way back. */
export interface Reply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Asks the correct service. */
export type Send = (call: Call) => Promise<Reply>

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the body parsed as JSON; `undefined` if it is not JSON. */
export function jsonOf({ body }: Call | Reply): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Returns the body as a JSON object; empty if it is not one. */
export function fieldsOf(message: Call | Reply): Fields {
  const value = jsonOf(message)
  return isFields(value) ? value : {}
}

/** True for a JSON object, but not for an array or null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the same message with another JSON body. */
export function withJson<Message extends Call | Reply>(message: Message, value: unknown): Message {
  const headers = { 'content-type': 'application/json', ...message.headers }
  return { ...message, headers, body: Buffer.from(JSON.stringify(value)) }
}

/** Returns the same message with headers set; `undefined` removes a header. */
export function withHeaders<Message extends Call | Reply>(
  message: Message,
  changes: Readonly<Record<string, string | undefined>>,
): Message {
  const entries = Object.entries({ ...message.headers, ...changes })
  const headers = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  return { ...message, headers }
}

/** Returns the same request with query parameters set; `undefined` removes a parameter. */
export function withQuery(call: Call, changes: Readonly<Record<string, string | undefined>>): Call {
  const query = new URLSearchParams(call.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  return { ...call, query }
}

/** True for 200 to 299. */
export function isSuccess({ status }: Reply): boolean {
  return status >= 200 && status < 300
}

/** Creates a reply that did not come from the service. */
export function replyOf(status: number, value?: unknown): Reply {
  const empty: Reply = { status, headers: {}, body: Buffer.alloc(0) }
  return value === undefined ? empty : withJson(empty, value)
}

/** The parts of the document that match a request. */
export type Match = Pick<Call, 'operationId' | 'neighbours' | 'parameters'>

/** Finds operations by method and path: a literal segment takes precedence over a template. */
export function createMatcher(
  operations: readonly OperationDescriptor[],
): (method: string, path: string) => Match {
  const templates = [...Map.groupBy(operations, ({ path }) => path)]
    .map(([template, members]) => ({ segments: template.split('/'), members }))
    .sort((a, b) => templateCount(a.segments) - templateCount(b.segments))
  return (method, path) => {
    const segments = path.replace(/(?<=.)\/$/, '').split('/')
    for (const { segments: template, members } of templates) {
      const parameters = matchSegments(template, segments)
      if (parameters === undefined) continue
      const operation = members.find((member) => member.method === method)
      const neighbours = members.map(({ operationId }) => operationId)
      return { neighbours, parameters, ...(operation && { operationId: operation.operationId }) }
    }
    return { neighbours: [], parameters: {} }
  }
}

function templateCount(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith('{')).length
}

function matchSegments(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? ''
    if (expected.startsWith('{')) parameters[expected.slice(1, -1)] = decode(segment)
    else if (segment !== expected) return undefined
  }
  return parameters
}

/** Malformed escapes are kept, so that the service sees and rejects them. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
