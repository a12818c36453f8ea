import type { MediaTypeDescriptor } from '@concordat/runtime/http'
import { globalType } from '../print/modules.ts'
import { appliedTypeText, arrayTypeText, type TypeText, unionTypeText } from '../print/type-text.ts'
import { loweredBodySchema } from '../schema/body-schema.ts'
import { lowerSchema } from '../schema/lower.ts'
import type { LowerContext } from '../schema/lower-context.ts'
import { loweredType } from '../schema/type.ts'

const asyncIterable = globalType('AsyncIterable')

/**
 * Returns the type of a body with one media type. A stream's items are passed one by one, but a caller can
 * also pass them all at once.
 */
export function bodyType(
  [mediaType, media]: readonly [string, MediaTypeDescriptor],
  direction: 'request' | 'response',
  context: LowerContext,
): TypeText {
  const { stream, schema = true } = media
  if (stream !== undefined) {
    const item = loweredType(lowerSchema(schema, context))
    const items = appliedTypeText(asyncIterable, item)
    return direction === 'request' ? unionTypeText([items, arrayTypeText(item)]) : items
  }
  return loweredType(lowerSchema(loweredBodySchema(mediaType, media, direction), context))
}
