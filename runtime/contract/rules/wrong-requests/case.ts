import type { OperationDescriptor } from '@concordat/runtime/http'
import { canNameItsItem } from '../../data/address/as-sent.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { type Random, shuffled } from '../../world/values/random.ts'

/** One request that the document excludes, however its serialised form is read. */
export interface NegativeCase {
  /** The fault, in words that continue "for": "a body whose name breaks maxLength". */
  readonly what: string
  /** JSON Pointer of the clause that excludes it. */
  readonly clause: string
  /**
   * The keyword that it breaks, or the other fault: if there are too many cases, some of each kind are kept.
   */
  readonly kind: string
  /** The wrong member of the body or parameter; empty for the whole body. */
  readonly member: string
  /** True if one member of the body is wrong, not the whole body or a parameter. */
  readonly isOfMember?: boolean
  /** True if it also shows whether a refused change is stored in part: such cases come first. */
  readonly isBesideValid?: boolean
  readonly plan: RequestPlan
  /**
   * True if it only breaks a `format` that the document does not assert: a server may accept it, but must not
   * fail.
   */
  readonly mayBeTaken?: boolean
  /** True if the document without overlays excludes the request as well. */
  isExcludedBy(base: OperationDescriptor): boolean
}

/** False if the fault removes the name of its item: the request would be about another one, or all. */
export function isAboutItsItem({ plan }: NegativeCase): boolean {
  const { operation, body } = plan
  return (
    canNameItsItem(plan) &&
    (operation.written === undefined || operation.requestBody === undefined || body !== undefined)
  )
}

/**
 * Chooses cases so that those about two rules come first, then each kind and each member as soon as possible,
 * the rest at random: a larger number gives the same choice and another case.
 */
export function chooseCases<Case extends NegativeCase>(
  cases: readonly Case[],
  most: number,
  random: Random,
): Case[] {
  const waiting = shuffled(cases, random)
  const kinds = new Set<string>()
  const members = new Set<string>()
  const chosen: Case[] = []
  while (chosen.length < most) {
    const gain = ({ kind, member, isBesideValid = false }: NegativeCase): number =>
      Number(isBesideValid) * 2 + Number(!kinds.has(kind)) + Number(!members.has(member))
    const best = waiting.reduce<Case | undefined>(
      (first, next) => (first === undefined || gain(next) > gain(first) ? next : first),
      undefined,
    )
    if (best === undefined) break
    waiting.splice(waiting.indexOf(best), 1)
    kinds.add(best.kind)
    members.add(best.member)
    chosen.push(best)
  }
  return chosen
}
