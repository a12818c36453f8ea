import type { JsonSchema } from '../schema/schema.ts'
import { isJson } from './media/media-type.ts'
import type { MediaTypeDescriptor, OperationDescriptor, ResponseDescriptor } from './operation.ts'
import { isSuccessKey } from './status.ts'

/** A media type, and the key of `content` that it stands under. */
export interface NamedMedia {
  readonly type: string
  readonly media: MediaTypeDescriptor
}

/** Ranges that include JSON: many servers describe their responses no further. */
const RANGES = ['*/*', 'application/*']

/** Each rule of the suite asks for those of each operation. */
const known = new WeakMap<object, readonly string[]>()

/** The keys of the responses that document success, the lowest status first. */
export function documentedSuccesses({
  responses,
}: Pick<OperationDescriptor, 'responses'>): readonly string[] {
  const found = known.get(responses)
  if (found !== undefined) return found
  const keys = Object.keys(responses)
  const successes = keys.filter((key) => isSuccessKey(key, keys))
  known.set(responses, successes)
  return successes
}

/** The response that a caller of the operation gets: the lowest documented success. */
export function successResponse(operation: OperationDescriptor): ResponseDescriptor | undefined {
  return operation.responses[documentedSuccesses(operation)[0] ?? '']
}

/** The JSON of that, with its key of `responses`. */
export function successMedia(
  operation: OperationDescriptor,
): (NamedMedia & { readonly key: string }) | undefined {
  const json = jsonMedia(successResponse(operation)?.content)
  return json && { key: documentedSuccesses(operation)[0] ?? '', ...json }
}

/** The schema of that. */
export function successSchema(operation: OperationDescriptor): JsonSchema | undefined {
  return successMedia(operation)?.media.schema
}

/** The first JSON media type, else a range which JSON falls in. */
export function jsonMedia(
  content: Readonly<Record<string, MediaTypeDescriptor>> = {},
): NamedMedia | undefined {
  const types = Object.keys(content)
  const type = types.find(isJson) ?? types.find((range) => RANGES.includes(range))
  const media = type === undefined ? undefined : content[type]
  return type === undefined || media === undefined ? undefined : { type, media }
}
