import { streamFormat } from '@concordat/runtime/http'
import type { MediaTypeObject } from '../../document/document.ts'
import type { Placed, Raising } from './raising.ts'

const JSON_TYPE = 'application/json'
const JSON_ALONE = [JSON_TYPE]

/** The media types of an operation's bodies, and where they are written: nowhere, when JSON is assumed. */
export interface MediaTypes {
  readonly names: readonly string[]
  readonly path?: readonly string[]
}

/** Media types that an operation consumes or produces; else those of the document; else JSON. */
export function mediaTypesOf(
  field: 'consumes' | 'produces',
  operation: Placed<{ readonly consumes?: readonly string[]; readonly produces?: readonly string[] }>,
  { document }: Raising,
): MediaTypes {
  const holder = operation.value[field] === undefined ? { value: document, path: [] } : operation
  const names = holder.value[field] ?? []
  return names.length === 0 ? { names: JSON_ALONE } : { names, path: [...holder.path, field] }
}

/**
 * Documents name a streaming media type once for all responses of an operation, but
 * servers answer failures as JSON.
 */
export function ofFailures(produces: MediaTypes): MediaTypes {
  const { names } = produces
  if (names.every((name) => streamFormat(name) === undefined)) return produces
  return { ...produces, names: names.map((name) => (streamFormat(name) === undefined ? name : JSON_TYPE)) }
}

/** The same for each media type, but one of its own for each. */
export function contentOf(
  names: readonly string[],
  describe: (name: string) => MediaTypeObject,
): { readonly [name: string]: MediaTypeObject } {
  return Object.fromEntries(names.map((name) => [name, describe(name)]))
}
