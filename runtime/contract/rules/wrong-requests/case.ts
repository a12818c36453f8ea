import type { OperationDescriptor } from '@concordat/runtime/http'
import { saysItsItem } from '../../data/address/as-sent.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { type Random, shuffled } from '../../world/values/random.ts'

/** One request that the document excludes on every reading of its serialised form. */
export interface NegativeCase {
  /** The fault, in words that follow "for": "a body whose name breaks maxLength". */
  readonly what: string
  /** JSON Pointer of the clause that excludes it. */
  readonly clause: string
  /** The keyword that it breaks, or what else is wrong: of too many cases each kind keeps some. */
  readonly kind: string
  /** The member of the body or the parameter that is wrong; empty for the body as a whole. */
  readonly member: string
  /** True if one member of the body is wrong, and not the whole body or a parameter. */
  readonly isOfMember?: boolean
  readonly plan: RequestPlan
  /**
   * Only a `format` is broken that the document does not assert: a server may take it, and must not fail over
   * it.
   */
  readonly mayBeTaken?: boolean
  /** True if the document without overlays excludes it as well. */
  isExcludedBy(base: OperationDescriptor): boolean
}

/**
 * False where what is wrong takes the name of its item along: the request would be about another one, or all.
 */
export function isAboutItsItem({ plan }: NegativeCase): boolean {
  const { operation, body } = plan
  return (
    saysItsItem(plan) &&
    (operation.written === undefined || operation.requestBody === undefined || body !== undefined)
  )
}

/**
 * Chooses so that each kind and each member occurs as soon as the number allows, the rest at random: one more
 * is the same choice and another case.
 */
export function choose<Case extends NegativeCase>(
  cases: readonly Case[],
  most: number,
  random: Random,
): Case[] {
  const waiting = shuffled(cases, random)
  const kinds = new Set<string>()
  const members = new Set<string>()
  const chosen: Case[] = []
  while (chosen.length < most) {
    const gain = ({ kind, member }: NegativeCase): number =>
      Number(!kinds.has(kind)) + Number(!members.has(member))
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
