import type { ResourceDescriptor } from '@concordat/runtime/http'
import type { MockItem } from './item.ts'

/** Change of an item. */
export interface ItemEvent {
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly resource: ResourceDescriptor
  readonly item: MockItem
}
