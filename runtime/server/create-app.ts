import type { OperationFormats } from '../http/formats/operation-formats.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../http/operation.ts'
import { assertRange } from '../http/range.ts'
import { serverOn } from '../http/uri/server-url.ts'
import { createValidator, DEFAULT_MAX_ISSUES } from '../schema/schema.ts'
import type { AnswerCheck } from './answers/check-response.ts'
import { compileStandingHeaders } from './answers/standing-headers.ts'
import { toResponse } from './answers/write-response.ts'
import { createFailureAnswers } from './failures/failure-answers.ts'
import {
  type CompiledOperation,
  compileOperation,
  handlerOf,
  type Toolbox,
} from './operation/compile-operation.ts'
import type { App, AppOptions } from './options/app-options.ts'
import { HttpProblem } from './problems/problem.ts'
import { type Cors, compileCors, preflightMethod } from './routing/cors.ts'
import { type RequestTarget, requestTarget } from './routing/request-target.ts'
import { createRouter } from './routing/router.ts'
import { compileSecurity } from './security/authenticate.ts'
import { createShapeReader } from './values/schema-shape.ts'

/** An operation that is compiled when it is first called: a document may have a thousand. */
interface Target {
  readonly operation: OperationDescriptor
  readonly compile: () => CompiledOperation
}

/** A request, and what has been found out about it so far. */
interface Exchange {
  readonly request: Request
  operation?: OperationDescriptor
  checkAnswer?: AnswerCheck
}

/**
 * Makes an application of a document and its handlers. HEAD is answered from GET, and OPTIONS with `Allow`, where the document
 * has no operation for them.
 * @param formats of the operations whose values have some, by `operationId`.
 * @throws TypeError when a handler is missing, a security scheme, or `authenticate` where the document needs credentials; for
 *   `cors` that cannot be kept.
 *   Error when the document was printed for another range of this package.
 */
export function createApp<Handlers extends object, Principal>(
  document: DocumentDescriptor,
  options: AppOptions<Handlers, Principal, unknown>,
  formats: Readonly<Record<string, OperationFormats>> = {},
): App {
  return makeApp(document, options, { formats, targetOf: ({ url }) => requestTarget(url) })
}

/** What an application is made of besides a document and its handlers. */
interface Making {
  readonly formats: Readonly<Record<string, OperationFormats>>
  /** Where a request is to be routed to. */
  readonly targetOf: (request: Request) => RequestTarget | Promise<RequestTarget>
}

/** Makes an application of any kind. */
export function makeApp<Handlers extends object, Principal>(
  document: DocumentDescriptor,
  options: AppOptions<Handlers, Principal, unknown>,
  { formats, targetOf }: Making,
): App {
  assertRange(document.runtime)
  const { trailingSlash = 'exact', basePath = '', maxIssues = DEFAULT_MAX_ISSUES, noStore = false } = options
  const standing = compileStandingHeaders(noStore)
  const { answerFailure, report } = createFailureAnswers(options)
  const toolbox: Toolbox<Principal> = {
    document,
    options,
    formats,
    compile: createValidator(document.definitions, { maxIssues }),
    readShape: createShapeReader(document.definitions),
    warn: (problem, request, operation) => report(problem, { request, operation }),
  }
  assertComplete(document, options)
  const targets = document.operations.map((operation): Target => {
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
  const cors = options.cors && compileCors(options.cors, document)

  async function answer(exchange: Exchange): Promise<Response> {
    const { request } = exchange
    try {
      const found = targetOf(request)
      const { pathname, query } = found instanceof Promise ? await found : found
      const match = route(request.method, pathname, query)
      if (match === undefined) throw new HttpProblem({ kind: 'route-not-found' })
      if (match.found === undefined) return refuseMethod(request.method, match.allow)
      const { target, path } = match.found
      exchange.operation = target.operation
      const { run, checkAnswer } = target.compile()
      exchange.checkAnswer = checkAnswer
      const answer = await run({ request, path, query })
      return toResponse(answer, request.method, standing(target.operation))
    } catch (error) {
      return answerFailure(error, exchange)
    }
  }

  /** Answered before anything of the operation runs: browsers send preflights without credentials. */
  function answerPreflight(rules: Cors, request: Request): Response | undefined {
    const method = preflightMethod(request)
    if (method === undefined) return undefined
    const { pathname, query } = requestTarget(request.url)
    const match = route(method, pathname, query)
    return (
      match &&
      rules.preflight({
        allow: match.allow,
        operation: match.found?.target.operation,
        asked: request.headers.get('access-control-request-headers'),
      })
    )
  }

  async function respond(request: Request): Promise<Response> {
    const exchange: Exchange = { request }
    if (cors === undefined) return await answer(exchange)
    try {
      const granted = await cors.judge(request)
      const response = answerPreflight(cors, request) ?? (await answer(exchange))
      return cors.show(response, { granted, operation: exchange.operation })
    } catch (error) {
      return answerFailure(error, exchange)
    }
  }

  return Object.assign(respond, { operations: document.operations })
}

/** @throws HttpProblem `method-not-allowed`, except for OPTIONS, which asks for nothing but `Allow`. */
function refuseMethod(method: string, methods: readonly string[]): Response {
  const allow = methods.join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  throw new HttpProblem({
    kind: 'method-not-allowed',
    detail: `The path does not support "${method}". Supported: ${allow}.`,
    headers: { allow },
  })
}

/** What operations lack is found now, not when one is called; all else about them is compiled then. */
function assertComplete<Principal>(
  document: DocumentDescriptor,
  options: AppOptions<object, Principal, unknown>,
): void {
  for (const operation of document.operations) {
    handlerOf(options.handlers, operation)
    compileSecurity(document, operation, options)
  }
}
