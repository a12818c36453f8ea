import { matchContent } from '../../http/media/media-type.ts'
import type { Answer, Call } from '../call/call.ts'
import { MediaTypeError } from '../errors/errors.ts'

/**
 * Checks that a success has a media type that was asked for. A type that the document does not have is left
 * alone: many servers say text/plain and send JSON.
 * @throws MediaTypeError for a documented one that was not asked for.
 */
export function checkMediaType({ operation, accept }: Call, answer: Answer): void {
  const { mediaType, context } = answer
  if (mediaType === undefined) return
  const isIn = (list = '') => matchContent(list.split(', '), mediaType) !== undefined
  if (!isIn(operation.acceptAny) || isIn(accept)) return
  // The body of an error is never iterated over.
  if (answer.body instanceof Object && Symbol.asyncIterator in answer.body)
    void (answer.body as AsyncGenerator).return(undefined)
  throw new MediaTypeError(context, { ...answer, accept })
}
