import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:querystring'
import { type App, createApp } from '@concordat/runtime/server'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { validateInput } from '@stoplight/prism-http/dist/validator/index.js'
import express, { type ErrorRequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import type { Sent } from './asked.ts'
import { fastifyValidator } from './fastify.ts'
import type { Prepared } from './prepare.ts'

/** The verdict on a request and its reason; `isTaken` is `undefined` if there is no verdict. */
export interface Outcome {
  readonly isTaken: boolean | undefined
  readonly reason: string
}

/** Validates requests against one document. */
export interface Validator {
  judge(sent: Sent): Promise<Outcome>
  close(): Promise<void>
}

type MakeValidator = (prepared: Prepared) => Promise<Validator>

const TAKEN: Outcome = { isTaken: true, reason: '' }

/** Statuses with which a validator rejects an invalid request. */
const REFUSALS = [400, 406, 413, 415, 422]

/** The verdict that a response implies about its request. */
export function outcomeOf(status: number, reason: string): Outcome {
  if (status === 204) return TAKEN
  return { isTaken: REFUSALS.includes(status) ? false : undefined, reason: `${status} ${reason}` }
}

/** The generated server. */
export const ours: MakeValidator = async ({ descriptor }) => {
  const handler = () => ({ status: 204 })
  const names = descriptor.operations.map(({ operationId, name = operationId }) => [name, handler])
  let refused: Outcome = TAKEN
  const app: App = createApp(descriptor, {
    handlers: Object.fromEntries(names),
    validateResponses: 'off',
    problemResponse: ({ kind, message, issues = [] }, { status }) => {
      const places = issues.map(({ path, issue }) => `${path.join('.')} ${issue.message}`)
      const isElsewhere = kind === 'route-not-found' || kind === 'method-not-allowed'
      refused = { isTaken: isElsewhere ? undefined : false, reason: [message, ...places].join('; ') }
      return { status, body: {} }
    },
  })
  return {
    judge: async ({ method, url, headers, body }) => {
      const request = new Request(`http://127.0.0.1${url}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      return (await app(request)).status === 204 ? TAKEN : refused
    },
    close: async () => {},
  }
}

const expressValidator: MakeValidator = async ({ document }) => {
  const app = express()
  const apiSpec = structuredClone(document) as unknown as Parameters<
    typeof OpenApiValidator.middleware
  >[0]['apiSpec']
  app.use((request, _response, next) => {
    // Adds the cookies in the form in which the expected cookie parser would provide them.
    const pairs = (request.headers.cookie ?? '').split(/; */).filter(Boolean)
    Object.assign(request, {
      cookies: Object.fromEntries(
        pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2).map(decodeURIComponent)),
      ),
    })
    next()
  })
  app.use(express.json({ strict: false, type: ['json', '+json'] }), express.urlencoded({ extended: true }))
  app.use(
    OpenApiValidator.middleware({
      apiSpec,
      validateApiSpec: false,
      validateRequests: { allowUnknownQueryParameters: true },
      validateResponses: false,
      validateSecurity: false,
    }),
  )
  app.use((_request, response) => {
    response.status(204).end()
  })
  const onError: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).send(String(error.message))
  }
  app.use(onError)
  return serving(app)
}

/** Creates a validator that sends requests to a Node server on its own port. */
async function serving(listener: RequestListener): Promise<Validator> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    judge: async ({ method, url, headers, body }) => {
      const response = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      return outcomeOf(response.status, await response.text())
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const prismValidator: MakeValidator = async ({ document }) => {
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  return {
    judge: async ({ operation, kind, method, url, headers, body }) => {
      if (kind === 'syntax')
        return { isTaken: undefined, reason: 'its server, not the validator, parses the body' }
      const resource = operations.find(
        (one) => one.method.toUpperCase() === method && one.path === operation.path,
      )
      if (resource === undefined) return { isTaken: undefined, reason: 'no such operation' }
      const [path = '', query = ''] = url.split('?')
      const element = {
        method: method.toLowerCase() as 'get',
        url: { path, query: queryOf(query) },
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        ...(body !== undefined && { body: parsed(body, headers['content-type']) }),
      }
      const result = validateInput({ resource, element })
      if (result._tag === 'Right') return TAKEN
      // Severity 0 is an error.
      const errors = result.left.filter(({ severity }) => Number(severity) === 0)
      const reason = errors.map(({ message, path = [] }) => `${path.join('.')} ${message}`).join('; ')
      return { isTaken: errors.length === 0, reason }
    },
    close: async () => {},
  }
}

/**
 * Parses a query into the form that Prism's server provides: each name maps to a string, or to a list of
 * strings if the name is repeated.
 */
function queryOf(query: string): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(parse(query)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function parsed(body: string, mediaType = ''): unknown {
  if (!/[/+]json\b/.test(mediaType)) return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Other projects' validators, by name. */
export const OTHERS: Readonly<Record<string, MakeValidator>> = {
  'express-openapi-validator': expressValidator,
  Fastify: fastifyValidator,
  Prism: prismValidator,
}
