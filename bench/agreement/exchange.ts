import { ApiError } from '@concordat/runtime/client'
import type { Location } from '@concordat/runtime/http'
import type { App, HttpProblem } from '@concordat/runtime/server'
import { type GeneratedCode, type Operation, operationsOf, type Result } from './generated-code.ts'

export type Parameters = Partial<Readonly<Record<Location, Readonly<Record<string, unknown>>>>>

/** Arguments that a caller passes to an operation. */
export interface Asked extends Parameters {
  readonly body?: unknown
  readonly mediaType?: string
}

/** Answer of a handler. */
export interface HandlerAnswer {
  readonly status: number
  readonly body?: unknown
  readonly mediaType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as its handler received it. */
export interface Received {
  readonly operationId: string
  readonly given: Parameters
  readonly body: unknown
  readonly mediaType: string | undefined
}

/** One call, seen from both ends. */
export interface Seen {
  /** `undefined` if no handler was called. */
  readonly received: Received | undefined
  /** The result that the caller received; `undefined` if the call failed unexpectedly. */
  readonly result: Partial<Result> | undefined
  readonly error: unknown
  /** Why the server rejected the request or its handler's response. */
  readonly problem: HttpProblem | undefined
  /** By security scheme whose credential the server received: true if it was the caller's. */
  readonly credentials: ReadonlyMap<string, boolean>
}

/** A style of call: `result` returns the whole response, `plain` only its body. */
export type Manner = 'result' | 'plain'

const USER = { username: 'user', password: 'pass:word' }

/** A generated client connected to its generated server in one process. */
export class Exchange {
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #app: App
  readonly #addressOf: GeneratedCode['addressOf']
  #answer: HandlerAnswer = { status: 500 }
  #received: Received | undefined
  #problem: HttpProblem | undefined
  #credentials = new Map<string, boolean>()

  constructor(code: GeneratedCode) {
    const { basePath = '', operations, securitySchemes } = code.document
    this.#addressOf = code.addressOf
    const credentials = Object.fromEntries(
      Object.entries(securitySchemes).map(([name, { scheme }]) => [
        name,
        scheme === 'basic' ? USER : `credential-of-${name.replaceAll(/[^\w-]/g, '-')}`,
      ]),
    )
    this.#app = code.createApp({
      handlers: Object.fromEntries(
        operations.map(({ operationId, name = operationId }) => [name, this.#handler(operationId)]),
      ),
      validateResponses: 'throw',
      authenticate: async ({ scheme, credential }: { scheme: string; credential: string }) => {
        const own = credentials[scheme]
        const text = typeof own === 'object' ? `${own.username}:${own.password}` : own
        this.#credentials.set(scheme, credential === text || securitySchemes[scheme]?.type === 'mutualTLS')
        return { principal: scheme, scopes: ['*'] }
      },
      problemResponse: (problem: HttpProblem, { status }: { status: number }) => {
        // Only the first problem counts, because a second one would be about the error response itself.
        this.#problem ??= problem
        return { status, body: { refused: problem.message } }
      },
      // Nothing is printed: the problem response or the end of the call already reports these errors.
      onError: () => {},
    })
    this.#operations = operationsOf(code, {
      ...{ baseUrl: `http://agreement.test${basePath}`, retries: 0, credentials },
      fetch: (request: Request) => this.#app(request),
    })
  }

  #handler(operationId: string) {
    return async (
      { body, mediaType }: { body?: unknown; mediaType?: string },
      { given }: { given: Parameters },
    ): Promise<HandlerAnswer> => {
      this.#received = { operationId, given, body: await collect(body), mediaType }
      return this.#answer
    }
  }

  /** Makes one call, which the handler answers with `answer`. */
  async call(
    operationId: string,
    asked: Asked,
    { answer, manner }: { answer: HandlerAnswer; manner: Manner },
  ): Promise<Seen> {
    const operation = this.#operations.get(operationId)
    if (operation === undefined) throw new Error(`The client has no operation "${operationId}".`)
    this.#answer = answer
    this.#received = undefined
    this.#problem = undefined
    this.#credentials = new Map()
    const { result, error } = await outcome(operation, asked, {
      answer,
      manner,
      baseUrl: this.#addressOf?.(operationId),
    })
    const [received, problem, credentials] = [this.#received, this.#problem, this.#credentials]
    return { received, result, error, problem, credentials }
  }
}

/** Collects the items of a stream in a list; returns anything else unchanged. */
async function collect(body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return body
  const items: unknown[] = []
  for await (const item of body as AsyncIterable<unknown>) items.push(item)
  return items
}

async function outcome(
  operation: Operation,
  asked: Asked,
  { answer, manner, baseUrl }: { answer: HandlerAnswer; manner: Manner; baseUrl: string | undefined },
): Promise<Pick<Seen, 'result' | 'error'>> {
  const isSuccess = answer.status >= 200 && answer.status < 300
  // Reconnecting is disabled, because a stream whose events have ids would be requested again when it ends.
  const options = {
    reconnects: 0,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(isSuccess && answer.mediaType !== undefined && { accept: answer.mediaType }),
  }
  try {
    const result =
      manner === 'result'
        ? await operation.result(asked, options)
        : { status: answer.status, body: await operation(asked, options) }
    return { result: { ...result, body: await collect(result.body) }, error: undefined }
  } catch (error) {
    if (manner === 'plain' && error instanceof ApiError && !isSuccess)
      return { result: error, error: undefined }
    return { result: undefined, error }
  }
}
