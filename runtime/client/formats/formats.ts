import { parseFormats, serializeFormats } from '../../http/formats/conversion.ts'
import { FormatFailure } from '../../http/formats/format.ts'
import { headerFormats } from '../../http/formats/headers.ts'
import { answerFormats, bodyFormats, type OperationFormats } from '../../http/formats/operation-formats.ts'
import { parseExactJson } from '../../http/json/exact-json.ts'
import type { ClientFormats, OperationRequest } from '../call/call.ts'
import { FormatError } from '../errors/errors.ts'
import { FormattedHeaders } from './formatted-headers.ts'

/** Makes it of what the generator printed for one operation. */
export function clientFormats(formats: OperationFormats): ClientFormats {
  const { parameters, body } = formats
  return {
    send(request) {
      const own =
        parameters === undefined ? request : (serializeFormats(request, parameters) as OperationRequest)
      const content = bodyFormats(body, request.mediaType)
      if (content === undefined || request.body === undefined) return own
      return { ...own, body: serializeFormats(request.body, content) }
    },
    receive(answer) {
      const conversion = answerFormats(formats, answer)
      const fail = (failure: FormatFailure) => new FormatError(answer.context, answer, failure)
      const body = conversion === undefined ? answer.body : parseFormats(answer.body, conversion, fail)
      return {
        ...answer,
        body,
        headers: withFormats(answer.headers, headerFormats(formats, answer.status), fail),
      }
    },
    parseJson: parseExactJson,
  }
}

function withFormats(
  headers: Headers,
  formats: ReturnType<typeof headerFormats>,
  fail: (failure: FormatFailure) => Error,
): Headers {
  try {
    return Object.keys(formats).length === 0 ? headers : new FormattedHeaders(headers, formats)
  } catch (error) {
    throw error instanceof FormatFailure ? fail(error) : error
  }
}
