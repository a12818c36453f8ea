import {
  createClient,
  defineOperation,
  type Middleware,
  type Operation,
  type Parts,
  writeBody,
  writeCookies,
  writeFormBody,
  writeHeaders,
  writeJsonQuery,
  writePath,
  writePlainHeaders,
  writeQuery,
  writeWhole,
} from '@concordat/runtime/client'
import { isJson, isMultipart, matchesMediaType } from '@concordat/runtime/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationRequest } from '../../../runtime/client/call/call.ts'
import { checkSent } from './check-sent.ts'
import { type Exchange, exchanges, schemes } from './exchanges.ts'
import { type RecordingServer, startRecordingServer } from './recording-server.ts'

let server: RecordingServer
beforeAll(async () => {
  server = await startRecordingServer()
})
afterAll(() => server.close())

/** The way in which the exchanges are made. */
interface Manner {
  readonly parts: Parts
  readonly middlewares: readonly Middleware[]
}

/** Returns the outcome of a call: its value or its error. */
async function outcome(
  exchange: Exchange,
  { parts, middlewares }: Manner,
): Promise<{ readonly value?: unknown; readonly error?: unknown }> {
  const client = createClient(
    { baseUrl: server.url, credentials: exchange.credentials ?? {}, middlewares },
    { securitySchemes: schemes },
  )
  const operation = defineOperation<
    Operation<OperationRequest, { readonly status: 200; readonly body: unknown }>
  >(
    {
      operationId: 'operation',
      method: 'GET',
      path: '/pets',
      statuses: '200 204 404',
      ...exchange.operation,
    },
    parts,
  )
  try {
    const request = typeof exchange.request === 'function' ? exchange.request() : exchange.request
    return { value: await comparable(await operation(client, request)) }
  } catch (error) {
    return { error }
  }
}

async function comparable(value: unknown): Promise<unknown> {
  return value instanceof Blob ? { type: value.type, text: await value.text() } : value
}

/**
 * Passes everything on. With a middleware, calls use our own Request; without one, they use the one that
 * `fetch` creates.
 */
const transparent: Middleware = (request, next) => next(request)

const all: Parts = {
  path: writePath,
  query: writeQuery,
  headers: writeHeaders,
  cookies: writeCookies,
  body: writeBody,
}

/**
 * Parts for operations whose parameters are single values, possibly with JSON in the query, and whose bodies
 * have no fields.
 */
const small: Parts = { query: writeJsonQuery, headers: writePlainHeaders, body: writeWhole }

/** True for a call whose parameters are single values, except for arrays and objects in the query. */
function hasScalars({ request = {} }: Exchange): boolean {
  if (typeof request === 'function' || 'cookie' in request) return false
  return Object.values({ ...request.path, ...request.header }).every((value) => typeof value !== 'object')
}

function hasContent({ operation = {} }: Exchange, isKnown: (mediaType: string) => boolean): boolean {
  return Object.keys(operation.body?.content ?? {}).every(isKnown)
}

const isForm = (mediaType: string): boolean =>
  matchesMediaType(mediaType, 'application/x-www-form-urlencoded')
const hasNoFields = (mediaType: string): boolean => !isForm(mediaType) && !isMultipart(mediaType)

/** True for a call that needs only the small parts. */
function isSmall(exchange: Exchange): boolean {
  const { parameters = [] } = exchange.operation ?? {}
  const isKnown = parameters.every(({ in: location, name: _, mediaType = '', ...style }) => {
    const isOfKind = location === 'query' ? isJson(mediaType) : mediaType === ''
    return isOfKind && Object.keys(style).length === 0
  })
  return hasScalars(exchange) && isKnown && hasContent(exchange, hasNoFields)
}

/** True for a call that needs no parts. */
function isPlain(exchange: Exchange): boolean {
  const { operation = {}, request = {} } = exchange
  const isStyled = operation.parameters?.some((parameter) => Object.keys(parameter).length > 2) ?? false
  const isOfJson = hasContent(exchange, (mediaType) => mediaType === 'application/json')
  return hasScalars(exchange) && !isStyled && !('header' in request) && isOfJson
}

const forms = exchanges.filter(({ operation }) => Object.keys(operation?.body?.content ?? {}).some(isForm))

describe.each([
  ['on the wire', exchanges, { parts: all, middlewares: [] }],
  ['on the wire, through a middleware', exchanges, { parts: all, middlewares: [transparent] }],
  ['on the wire, with small parts', exchanges.filter(isSmall), { parts: small, middlewares: [] }],
  ['on the wire, forms', forms, { parts: { ...all, body: writeFormBody }, middlewares: [] }],
  ['on the wire, without parts', exchanges.filter(isPlain), { parts: {}, middlewares: [] }],
])('%s', (_, made, manner) => {
  test.each(made.map((exchange) => [exchange.name, exchange] as const))('%s', async (_, exchange) => {
    server.answer(exchange.answered ?? { status: 204 })
    const { value, error } = await outcome(exchange, manner)
    if (exchange.error === undefined) {
      expect(error).toBeUndefined()
      expect(value).toEqual(exchange.value)
    } else {
      const { url, ...members } = exchange.error
      expect(error).toMatchObject(members)
      if (typeof url === 'string') expect(error).toHaveProperty('url', url.replace('BASE', server.url))
    }
    expect(server.requests).toHaveLength(exchange.sent === 'nothing' ? 0 : 1)
    if (exchange.sent !== 'nothing') checkSent(server.requests[0], exchange.sent ?? {})
  })

  test('a redirect that is not documented is followed', async () => {
    server.answer(
      { status: 302, headers: { Location: '/other' } },
      { headers: { 'Content-Type': 'application/json' }, body: '1' },
    )
    const exchange = { name: 'redirect', operation: { statuses: '200 304' } }
    expect(await outcome(exchange, manner)).toEqual({ value: 1 })
    expect(server.requests.map(({ url }) => url)).toEqual(['/pets', '/other'])
  })
})

test('no two exchanges have the same name', () => {
  expect(new Set(exchanges.map(({ name }) => name)).size).toBe(exchanges.length)
})
