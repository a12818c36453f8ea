import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import type { Item } from '../../../world/items/item.ts'
import type { KnownViolation } from '../../check.ts'

/** A write, and the items that refer to a given item afterwards. */
export interface Referring {
  readonly after: OperationDescriptor
  readonly thing: Item
  readonly items: readonly Item[]
}

/** Result of one comparison. */
export type ComparedReferences = KnownViolation | 'as expected'

/** A violation by a write, as shown by a later response. */
export function referenceViolation(
  operation: OperationDescriptor,
  answer: Answer,
  { breaks, fact }: { readonly breaks: Assertion; readonly fact: Fact },
): KnownViolation {
  return { operation, answer, clause: pointerBelow(operation.pointer, 'responses'), breaks, fact }
}
