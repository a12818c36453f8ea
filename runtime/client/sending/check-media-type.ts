import { matchContent } from '../../http/media/media-type.ts'
import type { Answer, Call } from '../call/call.ts'
import { MediaTypeError } from '../errors/errors.ts'

/**
 * Checks that a successful response has a requested media type. Undocumented media types pass, because many
 * servers declare text/plain and send JSON.
 * @throws {MediaTypeError} for a documented media type that was not requested.
 */
export function checkMediaType({ operation, accept }: Call, answer: Answer): void {
  const { mediaType, context } = answer
  if (mediaType === undefined) return
  const isIn = (list = '') => matchContent(list.split(', '), mediaType) !== undefined
  if (!isIn(operation.acceptAny) || isIn(accept)) return
  // The body of an error is never iterated, so it is closed here.
  if (answer.body instanceof Object && Symbol.asyncIterator in answer.body)
    void (answer.body as AsyncGenerator).return(undefined)
  throw new MediaTypeError(context, { ...answer, accept })
}
