import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { boundItemId } from '../../../data/document/path-binding.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import { NotRun, nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { observeItem } from '../../evidence/observe.ts'
import { itemWith } from '../../evidence/own-item.ts'
import type { Link } from './link.ts'
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
  return []
}

export function nameInCircle(item: Item): string {
  const name = boundItemId(item.binding, item.resource)?.text
  if (name === undefined) throw new NotRun({ kind: 'nothing compared' })
  return name
}
