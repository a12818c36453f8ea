import { parseFormats, serializeFormats } from '../../http/formats/convert.ts'
import { parsePlain, serializePlain } from '../../http/formats/convert-plain.ts'
import type { FormatFailure } from '../../http/formats/format.ts'
import { answerFormats, bodyFormats, type OperationFormats } from '../../http/formats/operation-formats.ts'
import type { Answer, ClientFormats, OperationRequest } from '../call/call.ts'
import { FormatError } from '../errors/errors.ts'

/**
 * Parses the formatted headers of a response. @param fail creates the error to throw for a header that does
 * not have its format.
 */
type ParseHeaders = (
  answer: Answer,
  formats: OperationFormats,
  fail: (failure: FormatFailure) => Error,
) => Headers

interface Converters {
  readonly parse: typeof parsePlain
  readonly serialize: typeof serializeFormats
  readonly parseHeaders?: ParseHeaders | undefined
}

/**
 * Creates the conversions from the generator's output for one operation.
 * @param parseHeaders `formattedHeaders`, if headers have formats.
 */
export function clientFormats(formats: OperationFormats, parseHeaders?: ParseHeaders): ClientFormats {
  return formatsBy({ parse: parseFormats, serialize: serializeFormats, parseHeaders }, formats)
}

/**
 * Like `clientFormats`, for operations where only strings in JSON bodies and in parameters have formats, no
 * value that contains them has a discriminator, and no property is renamed.
 */
export function plainFormats(formats: OperationFormats): ClientFormats {
  return formatsBy({ parse: parsePlain, serialize: serializePlain }, formats)
}

function formatsBy({ parse, serialize, parseHeaders }: Converters, formats: OperationFormats): ClientFormats {
  const { parameters, body } = formats
  return {
    send(request) {
      const own = parameters === undefined ? request : (serialize(request, parameters) as OperationRequest)
      const content = bodyFormats(body, request.mediaType)
      if (content === undefined || request.body === undefined) return own
      return { ...own, body: serialize(request.body, content) }
    },
    receive(answer) {
      const conversion = answerFormats(formats, answer)
      const fail = (failure: FormatFailure) => new FormatError(answer.context, answer, failure)
      const body = conversion === undefined ? answer.body : parse(answer.body, conversion, fail)
      return { ...answer, body, headers: parseHeaders?.(answer, formats, fail) ?? answer.headers }
    },
  }
}
