import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type JsonChange, withChanges } from '@concordat/runtime/json-changes'

/**
 * Returns the document without its overlays.
 * @param document the document with overlays.
 * @param changes the differences, as printed by the generator.
 */
export function baseOf(document: DocumentDescriptor, changes: readonly JsonChange[]): DocumentDescriptor {
  return withChanges(document, changes) as DocumentDescriptor
}
