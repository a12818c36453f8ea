import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type JsonChange, withChanges } from '@concordat/runtime/json-changes'

/**
 * The document without its overlays.
 * @param document with overlays.
 * @param changes the differences, as printed by the generator.
 */
export function baseOf(document: DocumentDescriptor, changes: readonly JsonChange[]): DocumentDescriptor {
  return withChanges(document, changes) as DocumentDescriptor
}
