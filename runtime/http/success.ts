import type { JsonSchema } from '../schema/schema.ts'
import { isJson } from './media/media-type.ts'
import type { MediaTypeDescriptor, OperationDescriptor, ResponseDescriptor } from './operation.ts'
import { isSuccessKey } from './status.ts'

/** A media type object, and its key in `content`. */
export interface NamedMedia {
  readonly type: string
  readonly media: MediaTypeDescriptor
}

/** Ranges that include JSON; many documents use them for all responses. */
const RANGES = ['*/*', 'application/*']

/** The keys of success responses, cached because every rule of the test suite asks for them. */
const known = new WeakMap<object, readonly string[]>()

/** Returns the keys of responses that document a success, lowest status first. */
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

/** Returns an operation's documented success with the lowest status. */
export function successResponse(operation: OperationDescriptor): ResponseDescriptor | undefined {
  return operation.responses[documentedSuccesses(operation)[0] ?? '']
}

/** A media type of a documented success, with the success's key in `responses`. */
export interface SuccessContent extends NamedMedia {
  readonly key: string
}

/** Returns all media types of an operation's documented successes, lowest status first. */
export function successContents(
  operation: Pick<OperationDescriptor, 'responses'>,
): readonly SuccessContent[] {
  return documentedSuccesses(operation).flatMap((key) =>
    Object.entries(operation.responses[key]?.content ?? {}).map(([type, media]) => ({ key, type, media })),
  )
}

/** Returns the JSON content of the documented success, with its key in `responses`. */
export function successMedia(operation: OperationDescriptor): SuccessContent | undefined {
  const json = jsonMedia(successResponse(operation)?.content)
  return json && { key: documentedSuccesses(operation)[0] ?? '', ...json }
}

/** Returns the schema of the documented success's JSON content. */
export function successSchema(operation: OperationDescriptor): JsonSchema | undefined {
  return successMedia(operation)?.media.schema
}

/** Returns the first JSON media type or, if there is none, a range that includes JSON. */
export function jsonMedia(
  content: Readonly<Record<string, MediaTypeDescriptor>> = {},
): NamedMedia | undefined {
  const types = Object.keys(content)
  const type = types.find(isJson) ?? types.find((range) => RANGES.includes(range))
  const media = type === undefined ? undefined : content[type]
  return type === undefined || media === undefined ? undefined : { type, media }
}
