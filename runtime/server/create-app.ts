import type { DocumentDescriptor, OperationDescriptor } from '../http/operation.ts'
import { assertRange } from '../http/range.ts'
import { createValidator, DEFAULT_MAX_ISSUES } from '../schema/schema.ts'
import type { App, AppOptions } from './app-options.ts'
import { compileSecurity } from './authenticate.ts'
import { type CompiledOperation, compileOperation, handlerOf, type Toolbox } from './compile-operation.ts'
import { createFailureAnswers } from './failure-answers.ts'
import { HttpProblem } from './problem.ts'
import { requestTarget } from './request-target.ts'
import { createRouter } from './router.ts'
import { createShapeReader } from './schema-shape.ts'
import { toResponse } from './write-response.ts'

/** An operation that is compiled when it is first called: a document may have a thousand. */
interface Target {
  readonly operation: OperationDescriptor
  readonly compile: () => CompiledOperation
}

/**
 * Makes an application of a document and its handlers. HEAD is answered from GET, and OPTIONS with `Allow`, where the document
 * has no operation for them.
 * @throws TypeError when a handler is missing, a security scheme, or `authenticate` where the document needs credentials.
 *   Error when the document was printed for another range of this package.
 */
export function createApp<Handlers extends object, Principal>(
  document: DocumentDescriptor,
  options: AppOptions<Handlers, Principal, unknown>,
): App {
  assertRange(document.runtime)
  const { trailingSlash = 'exact', basePath = '', maxIssues = DEFAULT_MAX_ISSUES } = options
  const { answerFailure, report } = createFailureAnswers(options)
  const toolbox: Toolbox<Principal> = {
    document,
    options,
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
      path: basePath + target.operation.path,
      target,
    })),
    trailingSlash,
  )

  async function respond(request: Request): Promise<Response> {
    let operation: OperationDescriptor | undefined
    let compiled: CompiledOperation | undefined
    try {
      const { pathname, query } = requestTarget(request.url)
      const match = route(request.method, pathname)
      if (match === undefined) throw new HttpProblem({ kind: 'route-not-found' })
      if (match.found === undefined) return refuseMethod(request.method, match.allow)
      const { target, path } = match.found
      operation = target.operation
      compiled = target.compile()
      return toResponse(await compiled.run({ request, path, query }), request.method)
    } catch (error) {
      return answerFailure(error, { request, operation, checkAnswer: compiled?.checkAnswer })
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
    handlerOf(options.handlers, operation.operationId)
    compileSecurity(document, operation, options)
  }
}
