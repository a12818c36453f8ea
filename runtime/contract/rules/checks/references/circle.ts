import { documentedRefusals } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemId } from '../../../data/document/path-binding.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { Link } from '../../../world/requests/members/item-links.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { observeItem } from '../../evidence/observe.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { rules } from './rules.ts'

/** Number of nested items. The rule then tries to move the first item below itself and below the last one. */
const DEPTH = 3

export async function checkCircle(context: CheckContext, link: Link): Promise<Verdict> {
  const { from, member, create, write } = link
  const { document, pool } = context
  const update = operationById(document, from.operations.update)
  const body = update && jsonBody(update)
  if (update === undefined || !schemaIn(document, body?.schema).properties.has(member))
    return nothingCompared()
  const binding = await pool.bindings.find(create, 'read')
  const chain: Item[] = []
  while (chain.length < DEPTH) {
    const above = chain.at(-1)
    const values = { [member]: above === undefined ? undefined : write(nameInCircle(above)) }
    const item = await itemWith(context, create, { binding, values: () => values })
    if (item === undefined) throw new NotRun({ kind: 'nothing compared' })
    chain.push(item)
  }
  const [first] = chain
  if (first === undefined) return nothingCompared()
  const { requests } = pool
  for (const [steps, target] of chain.entries()) {
    if (steps === 1) continue
    const value = write(nameInCircle(target))
    const sending = requestWithBody(requests.plan(update, first.binding, 'empty'), { [member]: value })
    const { answer } = await context.attempt(update, { expecting: 'either', at: asFixture(first), sending })
    const seen = isSuccess(answer) ? await observeItem(context, first) : undefined
    if (seen === undefined || !isObject(seen.value) || !isKeptValue(value, seen.value[member])) continue
    return [
      context.finding({
        ...{
          operation: update,
          answer,
          beside: [seen.answer],
          clause: pointerBelow(update.pointer, 'requestBody'),
        },
        ...{ breaks: rules.circle, expecting: 'refusal', fact: { kind: 'below itself', member, steps } },
      }),
    ]
  }
  return checkOrphan(context, link, chain)
}

/**
 * Removes an item with another one below it, where the document says that a removal can conflict. If it
 * succeeds, the other one must not name a parent that is gone.
 */
async function checkOrphan(
  context: CheckContext,
  { from, member }: Link,
  [parent, child]: readonly Item[],
): Promise<Verdict> {
  const remove = operationById(context.document, from.operations.delete)
  const mayConflict =
    remove !== undefined && documentedRefusals(remove, 'conflict').length > 0 && remove.keepsOthers !== true
  if (parent === undefined || child === undefined || !mayConflict || !context.asks(rules.kept)) return []
  const { answer } = await context.attempt(remove, { expecting: 'either', at: asFixture(parent) })
  if (!isSuccess(answer)) return []
  const [gone, seen] = [await observeItem(context, parent), await observeItem(context, child)]
  const named = memberOf(seen.value, member)
  if (gone.value !== undefined || !isKeptValue(memberOf(child.value, member), named) || named == null)
    return []
  const fact: Fact = { kind: 'outlives parent', by: seen.by.operationId, operation: remove.operationId }
  return [
    context.finding({
      ...{ operation: remove, answer: seen.answer, beside: [gone.answer], clause: remove.pointer },
      ...{ breaks: rules.kept, expecting: 'refusal', fact },
    }),
  ]
}

export function nameInCircle(item: Item): string {
  const name = boundItemId(item.binding, item.resource)?.text
  if (name === undefined) throw new NotRun({ kind: 'nothing compared' })
  return name
}
