import type { OperationFormats } from '../http/formats/operation-formats.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../http/operation.ts'
import { assertRange } from '../http/range.ts'
import { serverOn } from '../http/uri/server-url.ts'
import { createValidator, DEFAULT_MAX_ISSUES } from '../schema/schema.ts'
import type { Answering } from './answers/answering.ts'
import { compileStandingHeaders } from './answers/standing-headers.ts'
import { answerWithoutContent, type WrittenAnswer } from './answers/write-response.ts'
import { toFetch } from './doors.ts'
import { createFailureAnswers } from './failures/failure-answers.ts'
import { afterValue } from './incoming/after.ts'
import type { Incoming } from './incoming/incoming.ts'
import type { RequestTarget } from './incoming/request-target.ts'
import {
  type CompiledOperation,
  compileOperation,
  handlerOfOperation,
  type Toolbox,
} from './operation/compile-operation.ts'
import type { App, AppOptions } from './options/app-options.ts'
import { HttpProblem, type ProblemKind } from './problems/problem.ts'
import { routeChoiceWith } from './requests/route-choice.ts'
import { type Cors, compileCors, preflightMethod } from './routing/cors.ts'
import { createRouter, type Route } from './routing/router.ts'
import { compileSecurity } from './security/authenticate.ts'
import { createShapeReader } from './values/schema-shape.ts'

/** An operation that is compiled when it is first called, because a document can have a thousand of them. */
interface LazyOperation {
  readonly operation: OperationDescriptor
  readonly compile: () => CompiledOperation
}

/** A request, with its operation as soon as the operation is known. */
interface Exchange {
  readonly incoming: Incoming
  operation: OperationDescriptor | undefined
  compiled: CompiledOperation | undefined
}

/**
 * Creates an application from a document and its handlers. Unless the document defines operations for them,
 * HEAD gets the headers of GET, and OPTIONS gets `Allow`.
 * @param formats for operations whose values have formats, by `operationId`.
 * @throws TypeError if a handler or a security scheme is missing, if the document needs credentials but
 * `authenticate` is missing, or if `cors` is invalid.
 * @throws Error if the document was generated for another version range of this package.
 */
export function createApp<Handlers extends object, Principal>(
  document: DocumentDescriptor,
  options: AppOptions<Handlers, Principal, unknown>,
  formats: Readonly<Record<string, OperationFormats>> = {},
): App {
  return makeApp(document, options, { formats, targetOf: ({ target }) => target })
}

/** The parts of an application other than a document and its handlers. */
interface Making {
  readonly formats: Readonly<Record<string, OperationFormats>>
  /** Determines which target is used to route a request. */
  readonly targetOf: (incoming: Incoming) => RequestTarget | Promise<RequestTarget>
}

/**
 * Creates any kind of application. It is deliberately one closure, because its functions share the parts that
 * are compiled once.
 */
export function makeApp<Handlers extends object, Principal>(
  document: DocumentDescriptor,
  options: AppOptions<Handlers, Principal, unknown>,
  { formats, targetOf }: Making,
): App {
  assertRange(document.runtime)
  const { trailingSlash = 'exact', maxIssues = DEFAULT_MAX_ISSUES, noStore = false } = options
  const { basePath = document.basePath ?? '' } = options
  const { answerFailure, report } = createFailureAnswers(options)
  const toolbox: Toolbox<Principal> = {
    document,
    options,
    formats,
    compile: createValidator(document.definitions, { maxIssues }),
    readShape: createShapeReader(document.definitions),
    standingOf: compileStandingHeaders(noStore),
    warn: (problem, request, operation) => report(problem, { request, operation }),
  }
  assertComplete(document, options)
  const targets = document.operations.map((operation): LazyOperation => {
    let compiled: CompiledOperation | undefined
    const compile = (): CompiledOperation => {
      compiled ??= compileOperation(operation, toolbox)
      return compiled
    }
    return { operation, compile }
  })
  const route = createRouter(
    targets.map((target) => ({
      method: target.operation.method,
      path: serverOn(basePath, target.operation.server) + target.operation.path,
      target,
    })),
    trailingSlash,
  )
  const isShared = targets.every(({ operation: { server } }) => serverOn(basePath, server) === basePath)
  const choose = routeChoiceWith(toolbox)
  const cors = options.cors && compileCors(options.cors, document)

  function answer(exchange: Exchange): WrittenAnswer | Promise<WrittenAnswer> {
    try {
      const answered = afterValue(targetOf(exchange.incoming), (found) => answerAt(found, exchange))
      if (!(answered instanceof Promise)) return answered
      return answered.catch((error: unknown) => answerFailed(error, exchange))
    } catch (error) {
      return answerFailed(error, exchange)
    }
  }

  function answerAt(
    { pathname, query }: RequestTarget,
    exchange: Exchange,
  ): WrittenAnswer | Promise<WrittenAnswer> {
    const { incoming } = exchange
    const { method } = incoming
    const match = route(method, pathname, query)
    if (match === undefined) throw nowhere(pathname, { basePath, isShared })
    const { found, others, supported = [], allow } = match
    if (found === undefined) {
      if (method === 'OPTIONS') return withoutBody({ allow: allow.join(', ') })
      const isOpen = supported.some(({ target }) => target.compile().letIn === undefined)
      return afterValue(isOpen ? undefined : letInByAny(exchange, supported), () =>
        refuseMethod(method, allow),
      )
    }
    const { target, path } = others === undefined ? found : choose([found, ...others], incoming)
    const answered = reach(exchange, target).run(incoming, path)
    return method === 'HEAD' ? afterValue(answered, answerWithoutContent) : answered
  }

  /** Assigns a request to its operation, so that later errors are answered according to that operation. */
  function reach(exchange: Exchange, { operation, compile }: LazyOperation): CompiledOperation {
    exchange.operation = operation
    exchange.compiled = compile()
    return exchange.compiled
  }

  /**
   * Rejects a caller who is allowed to call none of a path's operations, so that the method does not reveal
   * whether a path exists. Credentials can suffice for only some of the operations. The error is the one for
   * the first operation.
   */
  async function letInByAny(
    exchange: Exchange,
    supported: readonly Route<LazyOperation>[],
  ): Promise<undefined> {
    let first: { readonly target: LazyOperation; readonly error: HttpProblem } | undefined
    for (const { target, path } of supported) {
      try {
        await reach(exchange, target).letIn?.(exchange.incoming, path)
        exchange.operation = undefined
        exchange.compiled = undefined
        return
      } catch (error) {
        if (!(error instanceof HttpProblem) || !CREDENTIALS_REFUSED.has(error.kind)) throw error
        first ??= { target, error }
      }
    }
    if (first === undefined) return
    reach(exchange, first.target)
    throw first.error
  }

  function answerFailed(error: unknown, { incoming, operation, compiled }: Exchange): WrittenAnswer {
    return answerFailure(error, { request: incoming.request, operation, checkAnswer: compiled?.checkAnswer })
  }

  /** Answers a preflight before the operation runs, because browsers send no credentials with it. */
  function answerPreflight(rules: Cors, incoming: Incoming): WrittenAnswer | undefined {
    const method = preflightMethod(incoming)
    if (method === undefined) return undefined
    const { pathname, query } = incoming.target
    const match = route(method, pathname, query)
    return (
      match &&
      withoutBody(
        rules.preflight({
          allow: match.allow,
          operation: match.found?.target.operation,
          asked: incoming.header('access-control-request-headers'),
        }),
      )
    )
  }

  async function answerAcross(rules: Cors, exchange: Exchange): Promise<WrittenAnswer> {
    try {
      const granted = await rules.judge(exchange.incoming)
      const answered = answerPreflight(rules, exchange.incoming) ?? (await answer(exchange))
      const { operation } = exchange
      return { ...answered, headers: rules.show(answered.headers, { granted, operation }) }
    } catch (error) {
      return answerFailed(error, exchange)
    }
  }

  const answering: Answering = (incoming) => {
    const exchange: Exchange = { incoming, operation: undefined, compiled: undefined }
    return cors === undefined ? answer(exchange) : answerAcross(cors, exchange)
  }

  return Object.assign(toFetch(answering), { operations: document.operations })
}

/**
 * The error for an unknown path. It names the base path for callers who omitted it.
 * @param isShared false if some operations have a base path of their own.
 */
function nowhere(
  pathname: string,
  { basePath, isShared }: { readonly basePath: string; readonly isShared: boolean },
): HttpProblem {
  const which = isShared ? 'all paths' : 'paths without a server of their own'
  const detail = pathname.startsWith(`${basePath}/`)
    ? 'No operation has this path.'
    : `No operation has this path; ${which} begin with "${basePath}".`
  return new HttpProblem({ kind: 'route-not-found', detail })
}

function withoutBody(headers: WrittenAnswer['headers']): WrittenAnswer {
  return { status: 204, headers, body: null, mediaType: undefined }
}

/** Problems about credentials that an operation rejects but another operation might accept. */
const CREDENTIALS_REFUSED: ReadonlySet<ProblemKind> = new Set([
  'credentials-missing',
  'credentials-rejected',
  'scope-missing',
])

/** @throws HttpProblem `method-not-allowed` */
function refuseMethod(method: string, methods: readonly string[]): never {
  const allow = methods.join(', ')
  throw new HttpProblem({
    kind: 'method-not-allowed',
    detail: `The path does not support "${method}". Supported: ${allow}.`,
    headers: { allow },
  })
}

/**
 * Detects a missing handler, security scheme or `authenticate` at startup. Everything else is compiled at the
 * first call.
 */
function assertComplete<Principal>(
  document: DocumentDescriptor,
  options: AppOptions<object, Principal, unknown>,
): void {
  for (const operation of document.operations) {
    handlerOfOperation(options.handlers, operation)
    compileSecurity(document, operation, options)
  }
}
