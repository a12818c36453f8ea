import { matchContent } from '../../http/media/media-type.ts'
import type { Answer, Call } from '../call/call.ts'
import { MediaTypeError } from '../errors/errors.ts'

/**
 * Holds a success against the media types that were asked for. One that the document does not have is left alone: many servers
 * say text/plain and send JSON.
 * @throws MediaTypeError for a documented one that was not asked for.
 */
export function checkMediaType({ operation, accept }: Call, answer: Answer): void {
  const { mediaType, context } = answer
  if (mediaType === undefined) return
  const isIn = (list = '') => matchContent(list.split(', '), mediaType) !== undefined
  if (!isIn(operation.acceptAny) || isIn(accept)) return
  // Nobody iterates over what an error carries.
  if (answer.body instanceof Object && Symbol.asyncIterator in answer.body)
    void (answer.body as AsyncGenerator).return(undefined)
  throw new MediaTypeError(context, { ...answer, accept })
}
