import type { ResourceDescriptor } from '@concordat/runtime/http'
import type { Item } from './item.ts'

/** What became of an item. */
export interface ItemEvent {
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly resource: ResourceDescriptor
  readonly item: Item
}
