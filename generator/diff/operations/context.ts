import type { Model } from '../../model/model.ts'
import type { Found, Scope } from '../found/change.ts'
import type { Pair } from '../schemas/difference.ts'
import type { SchemaComparison } from '../schemas/schema-comparison.ts'
import type { Places } from './places.ts'

/** What comparing an operation needs. */
export interface OperationContext {
  readonly models: Pair<Model>
  readonly places: Pair<Places>
  readonly schemas: SchemaComparison
  /** Takes what is found. */
  readonly scope: Scope
}

/** Says what changed of one part. */
export type Tell = (kind: Found['kind'], told?: Pick<Found, 'was' | 'is'>) => void

/** What is compared, in both documents, or in one where the other has none. */
export interface Sides<Item> {
  readonly old: Item | undefined
  readonly new: Item | undefined
}
