import type { OperationDescriptor } from '@concordat/runtime/http'
import { canNameItemOutsidePath } from '../../data/address/as-sent.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { type Random, shuffled } from '../../world/values/random.ts'

/** A request that the document excludes, no matter how a server interprets its serialized form. */
export interface NegativeCase {
  /** The fault, worded to follow "for": 'a body whose "name" violates "maxLength"'. */
  readonly what: string
  /** JSON Pointer of the clause that excludes the request. */
  readonly clause: string
  /**
   * The keyword that the request breaks, or another fault. If there are too many cases, cases of different
   * kinds are preferred.
   */
  readonly kind: string
  /** The wrong property of the body, or the wrong parameter; empty for the whole body. */
  readonly member: string
  /** Names and indexes from the top of the body to the wrong value, if it is in the body. */
  readonly path?: readonly string[]
  /** True if one body property is wrong, not the whole body or a parameter. */
  readonly isOfMember?: boolean
  /** True if the case also shows whether a rejected change is stored in part. Such cases come first. */
  readonly isBesideValid?: boolean
  readonly plan: RequestPlan
  /**
   * True if the request violates only a `format` that the document does not assert. A server is allowed to
   * accept it, but must not crash.
   */
  readonly mayBeTaken?: boolean
  /** True if the document without overlays also excludes the request. */
  isExcludedBy(base: OperationDescriptor): boolean
}

/**
 * False if the fault removes the name of the request's item, so that the request would concern another item,
 * or all items.
 */
export function isAboutItsItem({ plan }: NegativeCase): boolean {
  const { operation, body } = plan
  return (
    canNameItemOutsidePath(plan) &&
    (operation.written === undefined || operation.requestBody === undefined || body !== undefined)
  )
}

/**
 * Chooses cases: first those that test two rules (`isBesideValid`), then a case for each kind and each
 * property as soon as possible, then others at random. A larger `most` adds cases to the same choice.
 */
export function chooseNegativeCases<Case extends NegativeCase>(
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
