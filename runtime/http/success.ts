import type { JsonSchema } from '../schema/schema.ts'
import { isJson } from './media/media-type.ts'
import type { MediaTypeDescriptor, OperationDescriptor, ResponseDescriptor } from './operation.ts'
import { isSuccessKey } from './status.ts'

/** A media type, and the key of `content` that it stands under. */
export interface NamedMedia {
  readonly type: string
  readonly media: MediaTypeDescriptor
}

/** Ranges that JSON falls in: many servers say no more of what they answer. */
const RANGES = ['*/*', 'application/*']

/** The keys of the responses that document success, the lowest status first. */
export function documentedSuccesses({
  responses,
}: Pick<OperationDescriptor, 'responses'>): readonly string[] {
  const keys = Object.keys(responses)
  return keys.filter((key) => isSuccessKey(key, keys))
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
