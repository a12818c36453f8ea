import { streamFormat } from '@concordat/runtime/http'
import type { MediaTypeObject } from '../../document/document.ts'
import type { Placed, Raising } from './raising.ts'

const JSON_TYPE = 'application/json'
const JSON_ALONE = [JSON_TYPE]

/**
 * Media types of an operation's bodies, and the path where they are declared. There is no path if JSON is
 * assumed.
 */
export interface MediaTypes {
  readonly names: readonly string[]
  readonly path?: readonly string[]
}

/**
 * Media types that the operation consumes or produces, by default those of the document; JSON if the list is
 * empty.
 */
export function swaggerMediaTypes(
  field: 'consumes' | 'produces',
  operation: Placed<{ readonly consumes?: readonly string[]; readonly produces?: readonly string[] }>,
  { document }: Raising,
): MediaTypes {
  const holder = operation.value[field] === undefined ? { value: document, path: [] } : operation
  const names = holder.value[field] ?? []
  return names.length === 0 ? { names: JSON_ALONE } : { names, path: [...holder.path, field] }
}

/**
 * Returns the media types for failures, in which JSON replaces streams. Documents declare one list for all
 * responses, but servers send failures as JSON.
 */
export function mediaTypesOfFailures(produces: MediaTypes): MediaTypes {
  const { names } = produces
  if (names.every((name) => streamFormat(name) === undefined)) return produces
  return { ...produces, names: names.map((name) => (streamFormat(name) === undefined ? name : JSON_TYPE)) }
}

/** `content` with a separate object for each media type. */
export function raisedContent(
  names: readonly string[],
  describe: (name: string) => MediaTypeObject,
): { readonly [name: string]: MediaTypeObject } {
  return Object.fromEntries(names.map((name) => [name, describe(name)]))
}
