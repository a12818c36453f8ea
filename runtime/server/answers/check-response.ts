import { isJson, matchContent } from '../../http/media/media-type.ts'
import { isSetBySender } from '../../http/media/message-headers.ts'
import type {
  MediaTypeDescriptor,
  OperationDescriptor,
  ResponseDescriptor,
  ResponseHeaderDescriptor,
} from '../../http/operation.ts'
import { isWithoutContent, responseFor } from '../../http/status.ts'
import type { JsonSchema, Validate } from '../../schema/schema.ts'
import { HttpProblem } from '../problems/problem.ts'
import type { CompileSchema } from '../requests/validate-request.ts'
import { coerceText } from '../values/coerce.ts'
import { mayBeTextShape, type ShapeReader } from '../values/schema-shape.ts'
import { toAnswerHeaders, type WrittenAnswer } from './write-response.ts'

/**
 * Checks a response. Returns its first violation of the document as a `response-invalid` HttpProblem, or
 * `undefined` if it is valid.
 */
export type AnswerCheck = (answer: WrittenAnswer) => HttpProblem | undefined

/** Checks one item of a stream, in its serialized form, against the item's schema. */
export type ItemCheck = (item: unknown, schema: JsonSchema) => HttpProblem | undefined

/** Checks of responses. */
export interface ResponseChecks {
  readonly checkAnswer: AnswerCheck
  readonly checkItem: ItemCheck
}

/**
 * Compiles the check of an operation's serialized responses: status, media type, headers and schema. A
 * payload without a documented schema is not checked.
 */
export function compileResponseCheck(
  operation: OperationDescriptor,
  compile: CompileSchema,
  readShape: ShapeReader,
): ResponseChecks {
  const checker = new ResponseChecker(operation, compile, readShape)
  return {
    checkAnswer: (answer) => checker.checkAnswer(answer),
    checkItem: (item, schema) => checker.checkItem(item, schema),
  }
}

class ResponseChecker {
  readonly #operation: OperationDescriptor
  readonly #compile: CompileSchema
  readonly #readShape: ShapeReader
  readonly #validators = new Map<object | boolean, Validate>()

  constructor(operation: OperationDescriptor, compile: CompileSchema, readShape: ShapeReader) {
    this.#operation = operation
    this.#compile = compile
    this.#readShape = readShape
  }

  checkAnswer(answer: WrittenAnswer): HttpProblem | undefined {
    const fact = this.#breach(answer)
    return fact === undefined ? undefined : this.#invalid(`${answer.status}, but ${fact}`)
  }

  checkItem(item: unknown, schema: JsonSchema): HttpProblem | undefined {
    const [issue] = this.#validatorOf(schema)(item)
    return (
      issue &&
      this.#invalid(
        `a stream with an invalid item: item${issue.instancePath} ${issue.message} (${issue.schemaPath})`,
      )
    )
  }

  #breach(answer: WrittenAnswer): string | undefined {
    // An operation without documented responses allows any response.
    if (Object.keys(this.#operation.responses).length === 0) return undefined
    const response = responseFor(this.#operation.responses, answer.status)
    if (response === undefined) return 'the status is not documented'
    const headers = toAnswerHeaders(answer.headers)
    for (const [name, described] of Object.entries(response.headers ?? {})) {
      const fact = this.#headerBreach(name, described, headers.get(name))
      if (fact !== undefined) return fact
    }
    return this.#contentBreach(response, answer, headers.get('content-type'))
  }

  #headerBreach(
    name: string,
    { required, schema }: ResponseHeaderDescriptor,
    value: string | null,
  ): string | undefined {
    if (value === null)
      return required && !isSetBySender(name) ? `the required header "${name}" is missing` : undefined
    if (schema === undefined || /^content-type$/i.test(name)) return undefined
    const [issue] = this.#validatorOf(schema)(coerceText(value, this.#readShape(schema)))
    return issue && `the "${name}" header ${issue.message}`
  }

  #contentBreach(
    { content, payloadNotShown }: ResponseDescriptor,
    { status, body, mediaType }: WrittenAnswer,
    contentType: string | null,
  ): string | undefined {
    if (content === undefined) return body === null ? undefined : 'the body is not documented'
    if (isWithoutContent(status, this.#operation.method)) return undefined
    if (mediaType === undefined) return 'the response has no body'
    const key = matchContent(Object.keys(content), contentType ?? mediaType)
    if (key === undefined) return `the media type "${mediaType}" is not documented`
    // Bytes and streams are not checked against a schema here.
    if (payloadNotShown || typeof body !== 'string') return undefined
    return this.#bodyBreach(content[key] ?? {}, body, mediaType)
  }

  #bodyBreach({ schema, octets }: MediaTypeDescriptor, body: string, mediaType: string): string | undefined {
    if (schema === undefined || octets) return undefined
    const isValue = isJson(mediaType)
    if (!isValue && !mayBeTextShape(this.#readShape(schema))) return undefined
    const [issue] = this.#validatorOf(schema)(isValue ? JSON.parse(body) : body)
    return issue && `body${issue.instancePath} ${issue.message} (${issue.schemaPath})`
  }

  #invalid(fact: string): HttpProblem {
    const detail = `Operation "${this.#operation.operationId}" returned ${fact}.`
    return new HttpProblem({ kind: 'response-invalid', detail })
  }

  #validatorOf(schema: Parameters<CompileSchema>[0]): Validate {
    const validate = this.#validators.get(schema) ?? this.#compile(schema)
    this.#validators.set(schema, validate)
    return validate
  }
}
