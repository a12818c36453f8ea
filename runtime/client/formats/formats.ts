import { parseFormats, serializeFormats } from '../../http/formats/conversion.ts'
import type { FormatFailure } from '../../http/formats/format.ts'
import { answerFormats, bodyFormats, type OperationFormats } from '../../http/formats/operation-formats.ts'
import { parseExactJson } from '../../http/json/exact-json.ts'
import type { ClientFormats, OperationRequest } from '../call/call.ts'
import { FormatError } from '../errors/errors.ts'

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
      if (conversion === undefined) return answer
      const fail = (failure: FormatFailure) => new FormatError(answer.context, answer, failure)
      return { ...answer, body: parseFormats(answer.body, conversion, fail) }
    },
    parseJson: parseExactJson,
  }
}
