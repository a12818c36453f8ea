import type { ResourceDescriptor } from '@concordat/runtime/http'
import type { MockItem } from './item.ts'

/** A change to an item. */
export interface ItemEvent {
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly resource: ResourceDescriptor
  readonly item: MockItem
}
