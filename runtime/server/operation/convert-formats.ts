import { parseFormats, serializeFormats } from '../../http/formats/convert.ts'
import type { FormatFailure } from '../../http/formats/format.ts'
import { headerFormats } from '../../http/formats/headers.ts'
import { answerFormats, bodyFormats, type OperationFormats } from '../../http/formats/operation-formats.ts'
import type { Location } from '../../http/operation.ts'
import { pointerOf } from '../../schema/json/pointer.ts'
import type { HandlerAnswer } from '../answers/write-response.ts'
import type { ParsedBody } from '../bodies/parse-body.ts'
import type { ResponseHeaders } from '../options/handler.ts'
import { HttpProblem, type RequestIssue } from '../problems/problem.ts'
import type { ParameterValues } from '../requests/parse-parameters.ts'

/** Converts one operation's values between their serialized form and the form that handlers use. */
export interface ServerFormats {
  /** @throws HttpProblem `invalid-parameter` */
  readonly parameters: (values: ParameterValues) => ParameterValues
  /** @throws HttpProblem `invalid-body` */
  readonly body: (body: ParsedBody) => ParsedBody
  /** @throws SerializationError for a value that cannot be serialized. */
  readonly answer: (answer: HandlerAnswer, mediaType: string | undefined) => HandlerAnswer
}

/**
 * Compiles the conversion of an operation's values: handlers receive and return values of their format's
 * type, while validators see the serialized form.
 */
export function compileServerFormats(formats: OperationFormats): ServerFormats {
  return {
    parameters(values) {
      if (formats.parameters === undefined) return values
      return parse(values, formats.parameters, (path) => {
        const [location, ...steps] = path
        return { kind: 'invalid-parameter', location: location as Location, path: steps }
      }) as ParameterValues
    },
    body(body) {
      const conversion = bodyFormats(formats.body, body.mediaType)
      if (conversion === undefined) return body
      const value = parse(body.value, conversion, (path) => ({
        kind: 'invalid-body',
        location: 'body',
        path,
      }))
      return { ...body, value }
    },
    answer(answer, mediaType) {
      const { status, body, headers } = answer
      const conversion = answerFormats(formats, { status, mediaType: answer.mediaType ?? mediaType })
      return {
        ...answer,
        ...(conversion !== undefined && { body: serializeFormats(body, conversion) }),
        ...(headers !== undefined && { headers: writtenHeaders(headers, headerFormats(formats, status)) }),
      }
    },
  }
}

/** Serialises headers; strings are unchanged. */
function writtenHeaders(
  headers: ResponseHeaders,
  formats: ReturnType<typeof headerFormats>,
): ResponseHeaders {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const format = formats[name.toLowerCase()]
      const isWritten = typeof value === 'string' || Array.isArray(value)
      if (format === undefined || isWritten || value === undefined)
        return value === undefined ? [] : [[name, value]]
      return [[name, String(serializeFormats(value, format))]]
    }),
  )
}

interface Blame extends Pick<RequestIssue, 'location' | 'path'> {
  readonly kind: 'invalid-parameter' | 'invalid-body'
}

/**
 * Parses a value whose schema can allow more than its format does: values beyond 64 bits, or impossible
 * dates.
 */
function parse(
  value: unknown,
  conversion: Parameters<typeof parseFormats>[1],
  blame: (path: FormatFailure['path']) => Blame,
): unknown {
  return parseFormats(value, conversion, (failure) => {
    const { kind, location, path } = blame(failure.path)
    const message = 'must match its format'
    const issue = { instancePath: pointerOf(path), schemaPath: '', keyword: 'format', params: {}, message }
    return new HttpProblem({
      kind,
      detail: `${[location, ...path].join('.')} ${message}.`,
      issues: [{ location, path, issue, value: failure.value }],
    })
  })
}
