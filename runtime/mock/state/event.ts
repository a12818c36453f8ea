import type { ResourceDescriptor } from '@concordat/runtime/http'
import type { Item } from './item.ts'

/** Change of an item. */
export interface ItemEvent {
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly resource: ResourceDescriptor
  readonly item: Item
}
