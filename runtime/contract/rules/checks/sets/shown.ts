import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { CheckContext } from '../../check.ts'
import { changeSet, type ShownSet, shownMembers } from '../../evidence/changes/shown-set.ts'
import { findInList, observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/**
 * Adds two members to a set that its owner shows, the second one twice, and then removes the first.
 * @see RFC 9110, 9.2.2
 */
export async function checkShownSet(context: CheckContext, set: ShownSet): Promise<Verdict> {
  const { items } = context.pool
  const owner = await items.create(set.owner, set.add)
  const [one, other] = [await items.create(set.member), await items.create(set.member)]
  const steps: readonly Step[] = [
    { send: set.add, member: one, wanted: [one] },
    { send: set.add, member: other, wanted: [one, other] },
    { send: set.add, member: other, wanted: [one, other] },
    ...(set.remove === undefined ? [] : [{ send: set.remove, member: one, wanted: [other] }]),
  ]
  for (const step of steps) {
    const call = await changeSet(context, step.send, { set, owner, member: step.member })
    if (call === undefined || !isSuccess(call.answer)) throw new NotRun({ kind: 'nothing compared' })
    const found = await differing(context, { set, owner, step, of: [one, other] })
    // A query that joins an owner with its members can list the owner once for each of them.
    if (step === steps[1]) await resultIfRun(() => findInList(context, owner))
    if (found.length === 0) continue
    // The property may show other ids, such as those of the memberships, so the first member proves that it
    // shows the members' own.
    if (step === steps[0]) throw new NotRun({ kind: 'nothing compared' })
    return found
  }
  return []
}

/** One request, and the members that the set then has. */
interface Step {
  readonly send: OperationDescriptor
  readonly member: Item
  readonly wanted: readonly Item[]
}

async function differing(
  context: CheckContext,
  {
    set,
    owner,
    step,
    of,
  }: { readonly set: ShownSet; readonly owner: Item; readonly step: Step; readonly of: readonly Item[] },
): Promise<readonly Finding[]> {
  const { value, answer, by } = await observeItem(context, owner)
  const shown = shownMembers(set, value)
  if (shown === undefined) throw new NotRun({ kind: 'nothing compared' })
  const known = of.flatMap((item) => boundItemName(item) ?? [])
  const found = shown.filter((id) => known.includes(id)).toSorted()
  const ids = step.wanted.flatMap((item) => boundItemName(item) ?? []).toSorted()
  if (found.join('\n') === ids.join('\n')) return []
  return [
    context.finding({
      ...{ operation: set.add, answer, breaks: rules.members },
      clause: pointerBelow(step.send.pointer, 'responses'),
      fact: {
        ...{ kind: 'set differs', operation: step.send.operationId, by: by.operationId, ids },
        received: found.length === 0 ? 'none of the tested items' : found.join(', '),
      },
    }),
  ]
}
