import type { OperationFormats } from '../../http/formats/operation-formats.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../../http/operation.ts'
import { writeStream } from '../../http/stream/write-stream.ts'
import { type AnswerCheck, compileResponseCheck, documentedResponse } from '../answers/check-response.ts'
import { type Answer, type WriteItems, type WrittenAnswer, writeAnswer } from '../answers/write-response.ts'
import { DEFAULT_BODY_LIMITS } from '../bodies/body-limits.ts'
import { compileBody, type ParsedBody } from '../bodies/parse-body.ts'
import type { AppOptions } from '../options/app-options.ts'
import type { HandlerContext } from '../options/handler.ts'
import type { HttpProblem } from '../problems/problem.ts'
import { compileParameters, type ParameterValues } from '../requests/parse-parameters.ts'
import { type CompileSchema, compileBodyCheck, compileParameterCheck } from '../requests/validate-request.ts'
import { compileSecurity } from '../security/authenticate.ts'
import { percentDecode } from '../values/percent-decode.ts'
import type { ShapeReader } from '../values/schema-shape.ts'
import { compileFormats } from './convert-formats.ts'

/** What a body may weigh where nobody says otherwise. */
export const DEFAULT_MAX_BODY_BYTES = 20 * 2 ** 20

/** What all operations of a document share. */
export interface Toolbox<Principal> {
  readonly document: DocumentDescriptor
  readonly options: AppOptions<object, Principal, unknown>
  /** Of the operations whose values have formats. */
  readonly formats: Readonly<Record<string, OperationFormats>>
  readonly compile: CompileSchema
  readonly readShape: ShapeReader
  /** Called with a breach that does not stop the answer. */
  readonly warn: (problem: unknown, request: Request, operation: OperationDescriptor) => void
}

/** A routed request: its parts are still encoded. */
export interface RoutedRequest {
  readonly request: Request
  readonly path: Readonly<Record<string, string>>
  readonly query: string
}

/** An operation that is ready to be called. */
export interface CompiledOperation {
  readonly run: (routed: RoutedRequest) => Promise<WrittenAnswer>
  /** Holds any answer to the operation's responses, whoever made it. */
  readonly checkAnswer: AnswerCheck
}

/** A handler as the pipeline sees it; its types are kept by the generated `Handlers`. */
type AnyHandler = (request: object, context: HandlerContext) => Answer | Promise<Answer>

/** @throws TypeError when there is none: it is called before the first request, so that no deployment lacks a handler. */
export function handlerOf(
  handlers: object,
  { operationId, name = operationId }: OperationDescriptor,
): AnyHandler {
  const handler: unknown = Reflect.get(handlers, name)
  if (typeof handler !== 'function') throw new TypeError(`Operation "${operationId}" has no handler.`)
  return (handler as AnyHandler).bind(handlers)
}

/**
 * Compiles one operation: who calls, may they, is the request as documented, the handler, is the answer as documented. The
 * order is a promise: a stranger learns nothing from how a query or body is judged.
 */
export function compileOperation<Principal>(
  operation: OperationDescriptor,
  { document, options, formats, compile, readShape, warn }: Toolbox<Principal>,
): CompiledOperation {
  const { parameters = [], requestBody } = operation
  const {
    authorize,
    authorizeBody,
    validateResponses = 'off',
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
    maxIssues,
  } = options
  const own = Object.hasOwn(formats, operation.operationId) ? formats[operation.operationId] : undefined
  const converted = own && compileFormats(own)
  const limits = {
    ...DEFAULT_BODY_LIMITS,
    ...options.bodyLimits,
    bytes: maxBodyBytes,
    isExact: converted !== undefined,
  }
  const handler = handlerOf(options.handlers, operation)
  const identify = compileSecurity(document, operation, options)
  const readParameters = compileParameters(parameters, readShape)
  const checkParameters = compileParameterCheck(parameters, { compile, readShape, maxIssues })
  const readBody = requestBody && compileBody(requestBody, readShape, limits)
  const checkBody = requestBody && compileBodyCheck(requestBody.content, { compile, readShape, maxIssues })
  const { checkAnswer, checkItem } = compileResponseCheck(operation, compile, readShape)

  /** @throws HttpProblem for a breach, where that is to stop the answer. */
  function judge(breach: HttpProblem | undefined, request: Request): void {
    if (breach === undefined) return
    if (validateResponses === 'throw') throw breach
    warn(breach, request, operation)
  }

  /** Writes items one by one, each held against its schema first. */
  function itemsFor(request: Request): WriteItems {
    return (items, { schema }, { write, end }) =>
      writeStream(items, {
        end,
        write(item) {
          const pieces = write(item)
          if (schema !== undefined && validateResponses !== 'off')
            judge(checkItem(onWire(item), schema), request)
          return pieces
        },
        onFailure: (error) => warn(error, request, operation),
      })
  }

  const run: CompiledOperation['run'] = async ({ request, path, query }) => {
    const decoded = decodeAll(path)
    const { principal, scopes } = await identify({ request, path: decoded })
    let tenant = await authorize?.({ operation, path: decoded, principal, scopes, request })
    const given = readParameters({ path, query, headers: request.headers })
    const values = checkParameters(given)
    const body = await readBody?.(request)
    if (body !== undefined) {
      tenant = (await authorizeBody?.({ operation, body: body.value, request })) ?? tenant
    }
    const checked = body && { ...body, value: checkBody?.(body) ?? body.value }
    const context = { request, operation, principal, tenant, scopes }
    const answer = await handler(
      inputOf(converted?.parameters(values) ?? values, checked && (converted?.body(checked) ?? checked)),
      contextOf({ ...context, given: converted?.parameters(given) ?? given }),
    )
    if (typeof answer?.status !== 'number') {
      throw new TypeError(
        `The handler of "${operation.operationId}" answered no response: an object with a status.`,
      )
    }
    const content = documentedResponse(operation, answer.status)?.content ?? {}
    const wire = converted?.answer(answer, Object.keys(content)[0]) ?? answer
    const written = writeAnswer(wire, content, itemsFor(request))
    if (validateResponses !== 'off') judge(checkAnswer(written), request)
    return written
  }
  return { run, checkAnswer }
}

/** Octets stay what they are; all else is checked as the JSON that it becomes. */
function onWire(item: unknown): unknown {
  if (item instanceof Blob) return item
  return item instanceof Uint8Array ? new Blob([item as BlobPart]) : JSON.parse(JSON.stringify(item))
}

function inputOf(values: ParameterValues, body: ParsedBody | undefined): object {
  return body === undefined ? values : { ...values, body: body.value, mediaType: body.mediaType }
}

function decodeAll(path: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, percentDecode(value)]))
}

/** The signal is read on demand: the Node adapter makes one only then. */
function contextOf(context: Omit<HandlerContext, 'signal'>): HandlerContext {
  return {
    ...context,
    get signal() {
      return context.request.signal
    },
  }
}
