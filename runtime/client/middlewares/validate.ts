import { isJson, mediaTypeEssence } from '../../http/media/media-type.ts'
import type { Middleware, Sending } from '../call/call.ts'
import { type AnswerIssue, ValidationError } from '../errors/errors.ts'
import { sendingFailure } from '../sending/send.ts'

/** A Standard Schema from any library. @see https://standardschema.dev */
export interface AnySchema {
  readonly '~standard': { readonly validate: (value: unknown) => Judgement | Promise<Judgement> }
}

interface Judgement {
  readonly issues?: readonly AnswerIssue[] | undefined
}

/** Finds the schema for a response's JSON body. A response without a schema is not validated. */
export type AnswerSchemas = (answer: {
  /** The operationId as the document writes it. */
  readonly operationId: string
  readonly status: number
  /** Lower case, without parameters. */
  readonly mediaType: string
}) => AnySchema | undefined

/** Options for the validation of responses. */
export interface ValidateOptions {
  /**
   * Schemas for the operations that are called, from the generated `responses.ts`: `[getPetResponses]`. For
   * the whole document, use `documentSchemas(document)` from `@concordat/runtime/client/schemas`. Schemas
   * from any other library are accepted too. If several items have a schema for a response, the first one is
   * used.
   */
  readonly schemas: AnswerSchemas | readonly AnswerSchemas[]
  /**
   * `throw` rejects the call with a ValidationError; `warn` reports the error and returns the response
   * anyway; `off` validates nothing. Default: `throw`.
   */
  readonly mode?: 'off' | 'warn' | 'throw'
  /** Receives the errors that `warn` finds. Default: logs them to the console. */
  readonly report?: (error: ValidationError) => void
}

/** Validates the JSON bodies of responses, as received, against their schemas. */
export function validate({
  schemas,
  mode = 'throw',
  report = (error) => console.warn(error.message),
}: ValidateOptions): Middleware {
  if (mode === 'off') return (request, next) => next(request)
  return async (request, next, sending) => {
    const response = await next(request)
    const { status, headers } = response
    const mediaType = mediaTypeEssence(headers.get('Content-Type'))
    const asked = { operationId: sending.operationId, status, mediaType }
    const [schema] = isJson(mediaType) ? [schemas].flat().flatMap((find) => find(asked) ?? []) : []
    const body = schema && (await jsonOf(response, sending))
    if (schema === undefined || body === undefined) return response
    const { issues = [] } = await schema['~standard'].validate(body)
    if (issues.length === 0) return response
    const error = new ValidationError(sending, { status, body, issues })
    if (mode === 'throw') throw error
    report(error)
    return response
  }
}

/**
 * Parses the body, which the call can still read afterwards.
 * @returns `undefined` for an empty body, and for a body that is not JSON, which the call itself reports.
 * @throws {NetworkError|TimeoutError} or the caller's abort reason, if the body is incomplete.
 */
async function jsonOf(response: Response, sending: Sending): Promise<unknown> {
  const text = await response
    .clone()
    .text()
    .catch((cause) => {
      throw sendingFailure(sending, cause)
    })
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
