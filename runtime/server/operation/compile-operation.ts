import type { OperationFormats } from '../../http/formats/operation-formats.ts'
import type { DocumentDescriptor, OperationDescriptor } from '../../http/operation.ts'
import { responseFor } from '../../http/status.ts'
import { writeStream } from '../../http/stream/write-stream.ts'
import { type AnswerCheck, compileResponseCheck } from '../answers/check-response.ts'
import type { StandingHeaders } from '../answers/standing-headers.ts'
import {
  compileAnswers,
  type HandlerAnswer,
  type WriteItems,
  type WrittenAnswer,
} from '../answers/write-response.ts'
import { DEFAULT_BODY_LIMITS } from '../bodies/body-limits.ts'
import { makeBodyParser, type ParsedBody } from '../bodies/parse-body.ts'
import { afterValue } from '../incoming/after.ts'
import type { Incoming } from '../incoming/incoming.ts'
import type { AppOptions } from '../options/app-options.ts'
import type { HandlerContext } from '../options/handler.ts'
import { responseValidation } from '../options/response-validation.ts'
import type { HttpProblem } from '../problems/problem.ts'
import { compileParameterNames } from '../requests/parameter-names.ts'
import { compileParameters, type ParameterValues } from '../requests/parse-parameters.ts'
import { type CompileSchema, compileBodyCheck, compileParameterCheck } from '../requests/validate-request.ts'
import { type Caller, compileSecurity, NOBODY } from '../security/authenticate.ts'
import { defineOwnProperty } from '../values/define.ts'
import { percentDecode } from '../values/percent-decode.ts'
import type { ShapeReader } from '../values/schema-shape.ts'
import { compileServerFormats } from './convert-formats.ts'

/** Default maximum size of a body, in bytes. */
export const DEFAULT_MAX_BODY_BYTES: number = 20 * 2 ** 20

/** Functions and options shared by all operations in a document. */
export interface Toolbox<Principal> {
  readonly document: DocumentDescriptor
  readonly options: AppOptions<object, Principal, unknown>
  /** Conversions for the operations whose values have formats. */
  readonly formats: Readonly<Record<string, OperationFormats>>
  readonly compile: CompileSchema
  readonly readShape: ShapeReader
  /** Headers added to all responses from an operation. */
  readonly standingOf: (operation: OperationDescriptor) => StandingHeaders
  /**
   * Called for a response that violates the document but is sent anyway, and for an error that cuts off a
   * stream.
   */
  readonly warn: (problem: unknown, request: Request, operation: OperationDescriptor) => void
}

type PathValues = Readonly<Record<string, string>>

/** An operation that is ready to run. */
export interface CompiledOperation {
  /** @param path values of the path's parameters, still encoded. */
  readonly run: (incoming: Incoming, path: PathValues) => WrittenAnswer | Promise<WrittenAnswer>
  /**
   * Identifies the caller and the caller's rights before the rest of the request is examined; absent if no
   * check is needed. Rejects with an HttpProblem if the caller has no right to call the operation.
   */
  readonly letIn: ((incoming: Incoming, path: PathValues) => Promise<LetIn>) | undefined
  /** Checks any response from the operation, whatever created it. */
  readonly checkAnswer: AnswerCheck
}

/** A caller who has the right to call an operation, with the tenant. */
interface LetIn<Principal = unknown> extends Caller<Principal> {
  readonly tenant: unknown
}

/** A request whose caller has the right to make it. */
interface Admitted<Principal> extends LetIn<Principal> {
  readonly given: ParameterValues
  readonly values: ParameterValues
  readonly body: ParsedBody | undefined
}

/** An untyped handler; the generated `Handlers` has its types. */
type AnyHandler = (request: object, context: HandlerContext) => HandlerAnswer | Promise<HandlerAnswer>

/**
 * @throws TypeError if the handler is missing. This is checked at startup, so that a service with a missing
 * handler is never deployed.
 */
export function handlerOfOperation(
  handlers: object,
  { operationId, name = operationId }: OperationDescriptor,
): AnyHandler {
  const handler: unknown = Reflect.get(handlers, name)
  if (typeof handler !== 'function') throw new TypeError(`Operation "${operationId}" has no handler.`)
  return (handler as AnyHandler).bind(handlers)
}

/**
 * Compiles one operation: authentication and authorization first, then the request, the handler, and the
 * response. This order is guaranteed, so that callers without rights learn nothing from the validation of a
 * query or body. It is deliberately one closure, because its functions share the parts that are compiled
 * once.
 */
export function compileOperation<Principal>(
  operation: OperationDescriptor,
  { document, options, formats, compile, readShape, standingOf, warn }: Toolbox<Principal>,
): CompiledOperation {
  const { parameters = [], requestBody } = operation
  const { authorize, authorizeBody, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, maxIssues } = options
  const validateResponses = responseValidation(options)
  const own = Object.hasOwn(formats, operation.operationId) ? formats[operation.operationId] : undefined
  const converted = own && compileServerFormats(own)
  const named = compileParameterNames(parameters)
  const forHandler = (values: ParameterValues): ParameterValues => {
    const held = converted?.parameters(values) ?? values
    return named?.(held) ?? held
  }
  const limits = {
    ...DEFAULT_BODY_LIMITS,
    ...options.bodyLimits,
    bytes: maxBodyBytes,
    isExact: converted !== undefined,
    takesCodings: parameters.some(
      ({ in: location, name }) => location === 'header' && name.toLowerCase() === 'content-encoding',
    ),
  }
  const handler = handlerOfOperation(options.handlers, operation)
  const identify = compileSecurity(document, operation, options)
  const asksWho = identify !== undefined || authorize !== undefined
  const readParameters = compileParameters(parameters, readShape)
  const checkParameters = compileParameterCheck(parameters, { compile, readShape, maxIssues })
  const readBody = requestBody && makeBodyParser(requestBody, readShape, limits)
  const checkBody = requestBody && compileBodyCheck(requestBody.content, { compile, readShape, maxIssues })
  const { checkAnswer, checkItem } = compileResponseCheck(operation, compile, readShape)
  const writeAnswer = compileAnswers(operation, standingOf(operation))

  /** @throws HttpProblem if the options say that violations are thrown; otherwise only warns. */
  function judge(breach: HttpProblem | undefined, request: Request): void {
    if (breach === undefined) return
    if (validateResponses === 'throw') throw breach
    warn(breach, request, operation)
  }

  function firstMediaType(status: number): string | undefined {
    return Object.keys(responseFor(operation.responses, status)?.content ?? {})[0]
  }

  /** Serializes items one by one, and checks each against its schema before it is sent. */
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

  async function letIn(incoming: Incoming, path: PathValues): Promise<LetIn<Principal>> {
    const { request } = incoming
    const decoded = decodeAll(path)
    const { principal, scopes } = identify ? await identify({ incoming, path: decoded }) : NOBODY
    const tenant = authorize && (await authorize({ operation, path: decoded, principal, scopes, request }))
    return { principal, scopes, tenant }
  }

  async function admit(incoming: Incoming, path: PathValues): Promise<WrittenAnswer> {
    const { request } = incoming
    const { principal, scopes, ...found } = asksWho ? await letIn(incoming, path) : nobodyIn
    let { tenant } = found
    const given = readParameters(incoming, path)
    const values = checkParameters(given)
    const body = readBody && (await readBody(incoming))
    if (body !== undefined && authorizeBody) {
      tenant = (await authorizeBody({ operation, body: body.value, request })) ?? tenant
    }
    return call(incoming, { principal, scopes, tenant, given, values, body: body && checked(body) })
  }

  function checked(body: ParsedBody): ParsedBody {
    const { mediaType, value, isText } = body
    return { mediaType, value: checkBody?.(body) ?? value, isText }
  }

  function call(
    { request, signal }: Incoming,
    { principal, scopes, tenant, given, values, body }: Admitted<Principal>,
  ): WrittenAnswer | Promise<WrittenAnswer> {
    const answered = handler(inputOf(forHandler(values), body && (converted?.body(body) ?? body)), {
      request,
      operation,
      principal,
      tenant,
      scopes,
      given: forHandler(given),
      signal,
    })
    return afterValue(answered, (answer) => write(answer, request))
  }

  function write(answer: HandlerAnswer, request: Request): WrittenAnswer {
    if (typeof answer?.status !== 'number') {
      throw new TypeError(
        `The handler of "${operation.operationId}" did not return a response. Expected: an object with a status.`,
      )
    }
    const wire = converted ? converted.answer(answer, firstMediaType(answer.status)) : answer
    const written = writeAnswer(wire, itemsFor(request))
    if (validateResponses !== 'off') judge(checkAnswer(written), request)
    return written
  }

  /** Admits a request if there are no hooks. Only reading a body can then delay the handler. */
  function admitAnyone(incoming: Incoming, path: PathValues): WrittenAnswer | Promise<WrittenAnswer> {
    const given = readParameters(incoming, path)
    const values = checkParameters(given)
    const { principal, scopes } = NOBODY
    return afterValue(readBody?.(incoming), (body) =>
      call(incoming, { principal, scopes, tenant: undefined, given, values, body: body && checked(body) }),
    )
  }

  return {
    run: asksWho || authorizeBody !== undefined ? admit : admitAnyone,
    letIn: asksWho ? letIn : undefined,
    checkAnswer,
  }
}

const nobodyIn: LetIn<never> = { ...NOBODY, tenant: undefined }

/** Returns bytes as a Blob, and any other item in its JSON form, to be checked against the schema. */
function onWire(item: unknown): unknown {
  if (item instanceof Blob) return item
  return item instanceof Uint8Array ? new Blob([item as BlobPart]) : JSON.parse(JSON.stringify(item))
}

function inputOf(values: ParameterValues, body: ParsedBody | undefined): object {
  if (body === undefined) return values
  const { path, query, querystring, header, cookie } = values
  return { path, query, querystring, header, cookie, body: body.value, mediaType: body.mediaType }
}

function decodeAll(path: PathValues): PathValues {
  const decoded = {}
  for (const name of Object.keys(path)) defineOwnProperty(decoded, name, percentDecode(path[name] ?? ''))
  return decoded
}
