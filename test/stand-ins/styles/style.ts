import type { DocumentDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import type { Service } from '../route.ts'

/** The keys of two tenants, which are the callers. */
export const KEYS = { ada: 'ada-key', eve: 'eve-key' } as const
export type Tenant = keyof typeof KEYS

/** The input of a handler, all of it valid according to the document. */
export interface Asked {
  readonly tenant: Tenant
  readonly url: URL
  readonly headers: Headers
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export type Handler = (asked: Asked) => Response | Promise<Response>

/** A correct service in one style: its document and its behaviour. */
export interface Style {
  readonly name: string
  readonly document: object
  /** Starts with nothing stored. */
  readonly start: () => Habits
}

export interface Habits {
  /** By operationId. */
  readonly handlers: Readonly<Record<string, Handler>>
  /** Returns an error response in the form that the style uses. */
  readonly refuse: (status: number, why: string) => Response
  /** Status for a body or parameter that violates its schema. Default: 400. */
  readonly invalid?: number
  /** Receives the names of others' items that writes reached. */
  readonly touched?: readonly string[]
}

/**
 * Routes requests according to the document, and rejects those that it excludes before they reach a handler.
 */
export function serve(document: DocumentDescriptor, { handlers, refuse, invalid = 400 }: Habits): Service {
  const table = document.operations.map((operation) => ({ operation, pattern: patternOf(operation.path) }))
  const compile = createValidator(document.definitions)
  const checked = (schema: JsonSchema | undefined, value: unknown): boolean =>
    compile(schema ?? true)(value).length === 0
  return async (request) => {
    const url = new URL(request.url)
    const there = table.filter(({ pattern }) => pattern.test(url.pathname))
    const exact = there.filter(({ operation }) => operation.path === url.pathname)
    const candidates = exact.length > 0 ? exact : there
    if (candidates.length === 0) return refuse(404, 'There is no such path.')
    const found = candidates.find(({ operation }) => operation.method === request.method)
    if (found === undefined) {
      const answer = refuse(405, 'There is no such method.')
      answer.headers.set('allow', candidates.map(({ operation }) => operation.method).join(', '))
      return answer
    }
    const { operation, pattern } = found
    const tenant = tenantOf(request.headers.get('x-api-key'))
    if (tenant === undefined) {
      const answer = refuse(401, 'Who are you?')
      answer.headers.set('www-authenticate', 'ApiKey')
      return answer
    }
    const names = namesOf(operation.path)
    const values = pattern.exec(url.pathname)?.slice(1).map(decoded) ?? []
    if (values.includes(undefined)) return refuse(404, 'There is no such thing.')
    const path = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
    const query: Record<string, unknown> = {}
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in === 'path') continue
      const sent = sentOf(parameter, url, request.headers)
      if (sent === undefined) {
        if (parameter.required && parameter.in === 'query')
          return refuse(invalid, `${parameter.name} is missing.`)
        continue
      }
      if (!checked(parameter.schema, sent)) return refuse(invalid, `${parameter.name} is wrong.`)
      query[parameter.name] = sent
    }
    const asked = { tenant, url, headers: request.headers, path, query }
    const handler = handlers[operation.operationId]
    if (handler === undefined) return refuse(501, 'Not yet.')
    if (operation.requestBody === undefined) return handler({ ...asked, body: undefined })
    const text = await request.text()
    const types = Object.entries(operation.requestBody.content)
    if (text === '' && !operation.requestBody.required) return handler({ ...asked, body: undefined })
    const sentType = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    const [, media] = types.find(([type]) => type === sentType) ?? []
    if (media === undefined) return refuse(415, 'That media type is not taken.')
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return refuse(400, 'That is no JSON.')
    }
    return checked(media.schema, body) ? handler({ ...asked, body }) : refuse(invalid, 'The body is wrong.')
  }
}

function tenantOf(key: string | null): Tenant | undefined {
  return (Object.keys(KEYS) as Tenant[]).find((name) => KEYS[name] === key)
}

function namesOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function patternOf(path: string): RegExp {
  return new RegExp(
    `^${path.replace(/\{[\w.]+\}|\./g, (part) => (part === '.' ? '\\.' : part === '{path}' ? '(.*)' : '([^/]+)'))}$`,
  )
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Parses a parameter according to its type. A string that is not a number stays a string, which the schema
 * then rejects.
 */
function sentOf({ name, in: location, schema }: ParameterDescriptor, url: URL, headers: Headers): unknown {
  const text =
    location === 'query' ? url.searchParams.get(name) : location === 'header' ? headers.get(name) : null
  if (text === null) return undefined
  const types = [Object(schema).type].flat()
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (types.some((type) => type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text))
    return Number(text)
  return text
}

/** Things of two tenants, by key, in order of arrival. */
export class Shelf<Thing> {
  readonly #things = new Map<string, Thing>()

  all(tenant: Tenant): Thing[] {
    return [...this.#things].flatMap(([key, thing]) => (key.startsWith(`${tenant}/`) ? [thing] : []))
  }

  keys(tenant: Tenant): string[] {
    const prefix = `${tenant}/`
    return [...this.#things.keys()].flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    )
  }

  get(tenant: Tenant, key: string): Thing | undefined {
    return this.#things.get(`${tenant}/${key}`)
  }

  set(tenant: Tenant, key: string, thing: Thing): void {
    this.#things.set(`${tenant}/${key}`, thing)
  }

  delete(tenant: Tenant, key: string): boolean {
    return this.#things.delete(`${tenant}/${key}`)
  }
}

interface Answering {
  readonly status?: number
  readonly description?: string
  readonly type?: string
  readonly schema?: object
  readonly headers?: object
}

export interface Line {
  readonly id: string
  readonly tag?: string
  readonly parameters?: readonly object[]
  readonly body?: { readonly type?: string; readonly schema: object; readonly required?: boolean }
  /** Its responses, except the style's error responses. */
  readonly answers: readonly Answering[]
  /** Statuses of refusals, 401 besides. */
  readonly refuses?: readonly number[]
  readonly more?: object
}

/**
 * Creates a document from operations, written as "GET /things". The form of all error responses is defined
 * once.
 */
export function documentOf(
  title: string,
  operations: Readonly<Record<string, Line>>,
  {
    schemas = {},
    refusal = { type: 'application/problem+json', schema: { $ref: '#/components/schemas/Problem' } },
  }: {
    readonly schemas?: object
    readonly refusal?: { readonly type: string; readonly schema: object }
  } = {},
): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [route, { id, parameters = [], body, answers, refuses = [], more = {} }] of Object.entries(
    operations,
  )) {
    const [method = '', path = ''] = route.split(' ')
    const inPath = namesOf(path)
      .filter((name) => !parameters.some((parameter) => Object(parameter).name === name))
      .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
    const own = {
      [method.toLowerCase()]: {
        operationId: id,
        parameters: [...inPath, ...parameters],
        ...(body && {
          requestBody: {
            required: body.required ?? true,
            content: { [body.type ?? 'application/json']: { schema: body.schema } },
          },
        }),
        responses: {
          ...Object.fromEntries(answers.map((answer) => [answer.status ?? 200, responseOf(answer)])),
          ...Object.fromEntries(
            [401, ...refuses].map((status) => [status, responseOf({ status, ...refusal })]),
          ),
        },
        ...more,
      },
    }
    paths[path] = { ...paths[path], ...own }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    security: [{ key: [] }],
    paths,
    components: {
      schemas: { Problem: PROBLEM, ...schemas },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
    },
  }
}

function responseOf({
  type = 'application/json',
  schema,
  headers,
  description = 'An answer',
}: Answering): object {
  return { description, ...(headers && { headers }), ...(schema && { content: { [type]: { schema } } }) }
}

const PROBLEM = {
  type: 'object',
  required: ['title', 'status'],
  properties: { title: { type: 'string' }, status: { type: 'integer' } },
}

/** @see RFC 9457 */
export function problem(status: number, title: string): Response {
  return Response.json({ title, status }, { status, headers: { 'content-type': 'application/problem+json' } })
}

/** Returns a reference to a component schema. */
export function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

export function object(
  properties: Readonly<Record<string, object>>,
  required = Object.keys(properties),
): object {
  return { type: 'object', required, properties }
}

/** Returns a query parameter. */
export function query(name: string, schema: object): object {
  return { name, in: 'query', schema }
}
