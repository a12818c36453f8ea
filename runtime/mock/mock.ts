import { addressedDocument, addressedOperation } from '@concordat/contract/document'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type App, createApp, HttpProblem } from '@concordat/runtime/server'
import { answerControl } from './answers/answer-control.ts'
import { answerRequest } from './answers/answer-request.ts'
import type { HandlerAnswer } from './answers/outcomes/granted.ts'
import { type MockHandlers, type MockRequest, ownHandler } from './answers/own-handlers.ts'
import { problemWords } from './answers/problem-words.ts'
import { refusalStatus } from './answers/refusal-status.ts'
import {
  type RequestExamples,
  type ResponseExamples,
  type SchemaExamples,
  withSchemaExamples,
} from './document/examples.ts'
import { isOfContent, lenient } from './document/lenient.ts'
import { namesIn } from './state/names-in.ts'
import { PathValues } from './state/path-values.ts'
import { Room } from './state/room.ts'
import { type MockData, World } from './state/world.ts'
import { Maker } from './values/maker.ts'
import { Postman, type WebhookOptions } from './webhooks/postman.ts'

export { Answers, type AnyAnswer, type GivenAnswer, type GivenAnswers } from './answers/given-answer.ts'
export type {
  MockHandler,
  MockHandlerContext,
  MockHandlers,
  MockRequest,
} from './answers/own-handlers.ts'
export type {
  NamedExamples,
  RequestExamples,
  ResponseExamples,
  SchemaExamples,
  ShownPart,
} from './document/examples.ts'
export { type Factory, factory, type Partly } from './document/factory.ts'
export type { MockData } from './state/world.ts'
export { Maker } from './values/maker.ts'
export type { Delivery, WebhookOptions } from './webhooks/postman.ts'

export interface MockOptions {
  /** Whole answers that the document shows. */
  readonly examples?: ResponseExamples
  /** Requests that the document shows under the names of answers: those are answered so. */
  readonly requestExamples?: RequestExamples
  /** Examples of schemas of answers, which a generated descriptor leaves out. */
  readonly schemaExamples?: SchemaExamples
  /** Items and single things that it holds at first. */
  readonly data?: MockData
  /** The same seed makes the same values. Default: "mock". */
  readonly seed?: string
  /** Items of a list that nobody gave items to. Default: 3. */
  readonly items?: number
  /**
   * Names of tenants by the key that lets them in; a key followed by "~read write" has these scopes alone.
   * Absent: any credential of the right form is the one tenant's.
   */
  readonly keys?: Readonly<Record<string, string>>
  /**
   * Paths below which it answers besides the root, the longest first: "/v1". Default: the path
   * of the document's first server.
   */
  readonly basePaths?: readonly string[]
  /** Your own answers for some operations. They may call `context.answer()` for the mock's. */
  readonly handlers?: MockHandlers
  /**
   * False answers requests whose parameters or body break the document, as well as
   * they can be read. Default: true.
   */
  readonly validation?: boolean
  /** Milliseconds that every answer takes longer. */
  readonly latencyMs?: number
  /** The share of requests that fail with 503, from 0 to 1. */
  readonly failures?: number
  /**
   * Sends the document's webhooks: those about changes of an item, and any on demand. Absent: none are sent.
   */
  readonly webhooks?: WebhookOptions
  /**
   * Called for answers that break the document: a bug in the mock, or a document that no answer can satisfy.
   */
  readonly onError?: (error: unknown) => void
}

/** A server as a function of the web platform. It never rejects. */
export interface Mock {
  (request: Request): Promise<Response>
  /** Resets the mock to its initial data. */
  reset(): void
}

const ITEMS = 3

/**
 * Makes a stateful server of a document: routes and validation are those of `createApp`; responses show what
 * was written before, else the document's examples, else samples by seed.
 */
export function createMock(generated: DocumentDescriptor, options: MockOptions = {}): Mock {
  const document = withSchemaExamples(generated, options.schemaExamples ?? {})
  const {
    seed = 'mock',
    data = {},
    items = ITEMS,
    keys,
    examples = {},
    requestExamples = {},
    basePaths = document.basePath === undefined ? [] : [document.basePath],
    handlers = {},
    validation = true,
    latencyMs = 0,
    failures = 0,
    webhooks,
  } = options
  const postman = webhooks && new Postman(webhooks, seed)
  const definitions = { ...webhooks?.document.definitions, ...document.definitions }
  // Examples and data belong to one tenant: no two have anything in common. A caller without a key sees that
  // tenant's.
  const [first = ''] = Object.values(keys ?? {})
  let worlds = new Map<string, World>()
  let taken = new Map<string, Set<string>>()
  let room = new Room()
  // Random failures happen at the same requests each time.
  let dice = new Maker({ definitions: {} }, `${seed} failures`)
  const words = new Maker(document, `${seed} problems`)

  const worldOf = (tenant: string): World => {
    const world =
      worlds.get(tenant) ??
      new World({
        ...{
          document: addressedDocument({ ...document, definitions }),
          seed: `${seed} ${tenant}`,
          items,
          taken,
        },
        ...{ examples, showsExamples: tenant === first, data: tenant === first ? data : {} },
      })
    worlds.set(tenant, world)
    return world
  }

  const held = (): number => [...worlds.values()].reduce((sum, { size }) => sum + size, 0)

  const handlersAt = (basePath: string) =>
    Object.fromEntries(
      document.operations.map((written) => [
        written.name ?? written.operationId,
        async (input: MockRequest, context: HandlerGiven): Promise<HandlerAnswer> => {
          if (failures > 0 && dice.chance() < failures)
            throw new HttpProblem({
              kind: 'too-many-requests',
              status: 503,
              detail: 'The mock was told to fail.',
            })
          const operation = addressedOperation(written, document)
          const path = namesIn(input, operation)
          const world = worldOf(context.principal ?? first)
          const { request } = context
          if (input.body !== undefined) room.take(input.body, held)
          const answer = (): HandlerAnswer =>
            answerRequest({
              operation,
              pathValues: new PathValues(operation, path),
              ...{ query: input.query, given: context.given.query, body: input.body },
              ...{ request, world, examples, requestExamples, basePath },
              tell: (event) => postman?.tell(event, world),
            })
          const own = ownHandler(handlers, written)
          return (await own?.(input, { request, operation: written, answer })) ?? answer()
        },
      ]),
    )
  /** Requests that were refused for their content. */
  const refused = new WeakSet<Request>()
  const appAt = (basePath: string, served: DocumentDescriptor): App =>
    createApp<object, string>(served, {
      handlers: handlersAt(basePath),
      authenticate: async ({ credential, descriptor }) => {
        const isBasic = descriptor.scheme === 'basic'
        if (keys === undefined) return isBasic && !credential.includes(':') ? undefined : EVERYBODY
        return holderOf(credential, keys)
      },
      cors: {
        origins: () => true,
        credentials: true,
        allowedHeaders: 'any',
        exposedHeaders: ['mock-problem'],
      },
      validateResponses: 'warn',
      trailingSlash: 'optional',
      basePath,
      onError: (error) => {
        if (!isUndocumented(error)) options.onError?.(error)
      },
      problemResponse: (problem, { status, operation, request }) => {
        if (isOfContent(problem)) refused.add(request)
        if (operation === undefined) return { body: { status, detail: problem.detail } }
        const told = refusalStatus(problem, { status, operation })
        const accept = request.headers.get('accept')
        return problemWords({ problem, status: told, operation, maker: words, accept })
      },
    })

  /** By the base path that they answer below. */
  const apps = new Map<string, App>()
  const lenientApps = new Map<string, App>()

  async function respond(request: Request): Promise<Response> {
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    const own = await answerControl(request, { reset: () => mock.reset(), postman })
    if (own !== undefined) return own
    const { pathname } = new URL(request.url)
    const basePath = basePaths.find((path) => pathname.startsWith(`${path}/`)) ?? ''
    const app = apps.get(basePath) ?? appAt(basePath, document)
    apps.set(basePath, app)
    if (validation) return app(request)
    const again = request.clone()
    const answer = await app(request)
    if (!refused.has(request)) return answer
    const other = lenientApps.get(basePath) ?? appAt(basePath, lenient(document))
    lenientApps.set(basePath, other)
    return other(again)
  }

  const mock: Mock = Object.assign(respond, {
    reset() {
      worlds = new Map()
      taken = new Map()
      room = new Room()
      dice = new Maker({ definitions: {} }, `${seed} failures`)
    },
  })
  return mock
}

interface HandlerGiven {
  readonly given: { readonly query: Readonly<Record<string, unknown>> }
  readonly request: Request
  readonly principal: string | undefined
}

const EVERYBODY = { principal: '', scopes: ['*'] }

/** Whose credential it is, and with which scopes: "KEY~read write" has these alone. */
function holderOf(credential: string, keys: NonNullable<MockOptions['keys']>): typeof EVERYBODY | undefined {
  const [key = '', scopes] = credential.split('~', 2)
  const principal = Object.hasOwn(keys, key) ? keys[key] : undefined
  if (principal === undefined) return undefined
  return { principal, scopes: scopes === undefined ? ['*'] : scopes.split(/[\s,]+/).filter(Boolean) }
}

/** True if the document lacks the status of a response, as it lacks those of most refusals. */
function isUndocumented(error: unknown): boolean {
  return error instanceof HttpProblem && error.message.endsWith('but the status is not documented.')
}
