import { addressedOperation } from '@concordat/contract/document'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { type App, createApp, type HandlerAnswer, HttpProblem } from '@concordat/runtime/server'
import { answerControl } from './answers/answer-control.ts'
import { answerRequest } from './answers/answer-request.ts'
import { type MockHandlers, type MockRequest, ownMockHandler } from './answers/own-handlers.ts'
import { problemWords } from './answers/problem-words.ts'
import { refusalStatus } from './answers/refusal-status.ts'
import {
  type RequestExamples,
  type ResponseExamples,
  type SchemaExamples,
  withSchemaExamples,
} from './document/examples.ts'
import { isContentProblem, lenientDocument } from './document/lenient.ts'
import { fileIn } from './files/mock-file.ts'
import { namesInRequest } from './state/names-in.ts'
import { MockPathValues } from './state/path-values.ts'
import type { MockData } from './state/single-items.ts'
import { Worlds } from './state/worlds.ts'
import { ExactDigits } from './values/exact-digits.ts'
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
export type { MockData } from './state/single-items.ts'
export { Maker } from './values/maker.ts'
export type { WebhookDelivery, WebhookOptions } from './webhooks/postman.ts'

export interface MockOptions {
  /** The document's examples of whole responses. */
  readonly examples?: ResponseExamples
  /**
   * The document's example requests, by operationId and the name of the response that such a request gets.
   */
  readonly requestExamples?: RequestExamples
  /** Examples in the schemas of responses, which a generated descriptor omits. */
  readonly schemaExamples?: SchemaExamples
  /** Initial items of collections, and initial single items. */
  readonly data?: MockData
  /** The same seed produces the same values. Default: "mock". */
  readonly seed?: string
  /** Number of items in a list without initial data, unless the document has more examples. Default: 3. */
  readonly items?: number
  /**
   * Names of tenants by key. A key followed by "~read write" has only these scopes. If absent, there is a
   * single tenant for any credential in the right form.
   */
  readonly keys?: Readonly<Record<string, string>>
  /**
   * Path prefixes at which the mock responds in addition to the root, longest first: "/v1". Default: the path
   * of the document's first server.
   */
  readonly basePaths?: readonly string[]
  /** Your own handlers for some operations. They can call `context.answer()` to get the mock's response. */
  readonly handlers?: MockHandlers
  /**
   * If false, requests whose parameters or body violate the document are handled too, as far as they can be
   * parsed. Default: true.
   */
  readonly validation?: boolean
  /** Number of milliseconds by which every response is delayed. */
  readonly latencyMs?: number
  /** The share of requests that fail with status 503, from 0 to 1. */
  readonly failures?: number
  /**
   * Sends the document's webhooks: automatically when items change, and any webhook on request. If absent,
   * none are sent.
   */
  readonly webhooks?: WebhookOptions
  /**
   * Called for errors in handlers and for responses that violate the document, because of a bug in the mock
   * or because no response can satisfy the document.
   */
  readonly onError?: (error: unknown) => void
}

/** A server: a function from a web-standard `Request` to a `Response`. */
export interface Mock {
  (request: Request): Promise<Response>
  /** Resets the mock to its initial data. */
  reset(): void
}

const ITEMS = 3
const SEED = 'mock'

/**
 * Creates a stateful server from a document. Routing and validation are the same as in `createApp`. Responses
 * contain what clients have written, or else the document's examples, or else generated values.
 */
export function createMock(generated: DocumentDescriptor, options: MockOptions = {}): Mock {
  const server = new MockServer(generated, options)
  return Object.assign((request: Request) => server.respond(request), { reset: () => server.reset() })
}

class MockServer {
  readonly #options: MockOptions
  readonly #document: DocumentDescriptor
  readonly #worlds: Worlds
  readonly #postman: Postman | undefined
  readonly #words: Maker
  #digits = new ExactDigits()
  readonly #basePaths: readonly string[]
  /** Source of random numbers for failures, seeded so that the same requests fail in each run. */
  #dice: Maker
  /** Applications by base path. */
  readonly #apps = new Map<string, App>()
  readonly #lenientApps = new Map<string, App>()
  /** Requests that were rejected because of their content. */
  readonly #refused = new WeakSet<Request>()

  constructor(generated: DocumentDescriptor, options: MockOptions) {
    const { seed = SEED, webhooks, schemaExamples = {} } = options
    const document = withSchemaExamples(generated, schemaExamples)
    this.#options = options
    this.#document = document
    const { items = ITEMS, examples = {}, data = {}, keys = {} } = options
    const [first = ''] = Object.values(keys)
    const definitions = { ...webhooks?.document.definitions, ...document.definitions }
    this.#worlds = new Worlds({ ...document, definitions }, { seed, items, examples, data, first })
    this.#postman = webhooks && new Postman(webhooks, seed)
    this.#words = new Maker(document, `${seed} problems`)
    this.#basePaths = options.basePaths ?? (document.basePath === undefined ? [] : [document.basePath])
    this.#dice = this.#newDice()
  }

  reset(): void {
    this.#worlds.reset()
    this.#digits = new ExactDigits()
    this.#dice = this.#newDice()
  }

  async respond(request: Request): Promise<Response> {
    const { latencyMs = 0, validation = true } = this.#options
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    const own = await answerControl(request, { reset: () => this.reset(), postman: this.#postman })
    if (own !== undefined) return own
    const { pathname } = new URL(request.url)
    const basePath = this.#basePaths.find((path) => pathname.startsWith(`${path}/`)) ?? ''
    const app = this.#apps.get(basePath) ?? this.#appAt(basePath, this.#document)
    this.#apps.set(basePath, app)
    if (validation) return app(request)
    const again = request.clone()
    const answer = await app(request)
    if (!this.#refused.has(request)) return answer
    const other = this.#lenientApps.get(basePath) ?? this.#appAt(basePath, lenientDocument(this.#document))
    this.#lenientApps.set(basePath, other)
    return other(again)
  }

  #newDice(): Maker {
    return new Maker({ definitions: {} }, `${this.#options.seed ?? SEED} failures`)
  }

  #appAt(basePath: string, served: DocumentDescriptor): App {
    const { keys, onError } = this.#options
    return createApp<object, string>(
      served,
      {
        handlers: Object.fromEntries(
          this.#document.operations.map((written) => [
            written.name ?? written.operationId,
            (input: MockRequest, context: HandlerGiven) =>
              this.#answer(written, { input, context, basePath }),
          ]),
        ),
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
          if (!isUndocumented(error)) onError?.(error)
        },
        problemResponse: (problem, { status, operation, request }) => {
          if (isContentProblem(problem)) this.#refused.add(request)
          if (operation === undefined) return { body: { status, detail: problem.detail } }
          const told = refusalStatus(problem, { status, operation })
          const accept = request.headers.get('accept')
          return problemWords({ problem, status: told, operation, maker: this.#words, accept })
        },
      },
      exactBodies(served),
    )
  }

  async #answer(
    written: OperationDescriptor,
    {
      input,
      context,
      basePath,
    }: { readonly input: MockRequest; readonly context: HandlerGiven; readonly basePath: string },
  ): Promise<HandlerAnswer> {
    const { failures = 0, examples = {}, requestExamples = {}, handlers = {} } = this.#options
    if (failures > 0 && this.#dice.chance() < failures)
      throw new HttpProblem({
        kind: 'too-many-requests',
        status: 503,
        detail: 'This request fails because the mock is configured to fail some requests.',
      })
    const operation = isOfOtherKind(written, input)
      ? withoutResource(written)
      : addressedOperation(written, this.#document)
    const path = namesInRequest(input, operation)
    const world = this.#worlds.of(context.principal)
    const { request } = context
    const file = await fileIn(input.body, request)
    const answer = (): HandlerAnswer =>
      answerRequest({
        operation,
        pathValues: MockPathValues.of(operation, path),
        ...{ query: input.query, given: context.given.query, body: input.body, file },
        ...{ request, world, examples, requestExamples, basePath },
        takeRoom: (written) => this.#worlds.takeRoom(written),
        tell: (event) => this.#postman?.tell(event, world),
      })
    const own = ownMockHandler(handlers, written)
    this.#digits.note(input.body)
    const given = (await own?.(input, { request, operation: written, answer })) ?? answer()
    return given.body === undefined ? given : { ...given, body: this.#digits.written(given.body) }
  }
}

/**
 * True if a request's path names another kind of item than its operation's address: "/blobs/{id}/tags" for
 * "/files/{id}/tags".
 */
function isOfOtherKind({ addressed }: OperationDescriptor, { path }: MockRequest): boolean {
  return Object.entries(addressed?.chosen ?? {}).some(([name, kind]) => path[name] !== kind)
}

/** The operation without its items, of which the mock keeps only those of one kind. */
function withoutResource({
  resource: _,
  addressed: __,
  ...operation
}: OperationDescriptor): OperationDescriptor {
  return operation
}

interface HandlerGiven {
  readonly given: { readonly query: Readonly<Record<string, unknown>> }
  readonly request: Request
  readonly principal: string | undefined
}

/** Formats without conversions, with which an app records the digits of the integers in bodies. */
function exactBodies({ operations }: DocumentDescriptor): Readonly<Record<string, object>> {
  return Object.fromEntries(operations.map(({ operationId }) => [operationId, {}]))
}

const EVERYBODY = { principal: '', scopes: ['*'] }

function holderOf(credential: string, keys: NonNullable<MockOptions['keys']>): typeof EVERYBODY | undefined {
  const [key = '', scopes] = credential.split('~', 2)
  const principal = Object.hasOwn(keys, key) ? keys[key] : undefined
  if (principal === undefined) return undefined
  return { principal, scopes: scopes === undefined ? ['*'] : scopes.split(/[\s,]+/).filter(Boolean) }
}

/**
 * True if the error says that a response's status is not documented, as is the case for most error responses.
 */
function isUndocumented(error: unknown): boolean {
  return error instanceof HttpProblem && error.message.endsWith('but the status is not documented.')
}
