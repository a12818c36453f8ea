import type { Model } from '../../model/model.ts'
import type { ChangeScope, FoundChange } from '../found/change.ts'
import type { Pair } from '../schemas/difference.ts'
import type { SchemaComparison } from '../schemas/schema-comparison.ts'
import type { Places } from './places.ts'

/** Context for comparing an operation. */
export interface OperationContext {
  readonly models: Pair<Model>
  readonly places: Pair<Places>
  readonly schemas: SchemaComparison
  /** Receives the findings. */
  readonly scope: ChangeScope
}

/** Reports a change to a part of the document. */
export type TellChange = (kind: FoundChange['kind'], told?: Pick<FoundChange, 'was' | 'is'>) => void

/** Items to compare; an item is `undefined` if its document does not have it. */
export interface ComparedSides<Item> {
  readonly old: Item | undefined
  readonly new: Item | undefined
}
