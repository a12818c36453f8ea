import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Item } from '../../../world/items/item.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { changedItem, differences, history, isCounter, type Members, type Setting } from './history.ts'
import { rules } from './rules.ts'

/**
 * Reverses a change, and checks that computed properties are as they were when the item was created. A
 * server can forget to compute them when a change empties a list, such as the coupons of an order.
 * @param item The item after the change.
 */
export async function checkReversed(
  setting: Setting,
  item: Item,
  change: Members,
): Promise<readonly Finding[]> {
  const { context, operation, base } = setting
  const back = reverseOf(setting, change)
  if (back === undefined || item.value === undefined) return []
  const reversed = await changedItem(setting, { item, created: base, changes: [back] })
  const differing = differences(reversed.value, item.value).filter((difference) => !isCounter(difference))
  if (differing.length === 0) return []
  // A value that also differs in an item whose changes have no effect depends on something else.
  return context.budget.makeSure(async () => {
    const control = await history(setting, { created: base, changes: [back, back] })
    const own = new Set(differences(control.value, control.item.value).map(({ path }) => path))
    const [first] = differing.filter(({ path }) => !own.has(path))
    if (first === undefined) return []
    return [
      context.finding({
        ...{ operation, answer: reversed.answer, breaks: rules['same-content'] },
        clause: pointerBelow(operation.pointer, 'responses'),
        fact: {
          ...{ kind: 'computed otherwise', member: first.path, members: Object.keys(back), isReversed: true },
          ...{ wanted: shownFieldText(first.other), received: shownFieldText(first.one) },
        },
      }),
    ]
  })
}

/**
 * The change that restores the values with which an item was created. Lists and values that the create did
 * not send are emptied. `undefined` if the schema does not allow that.
 */
function reverseOf({ context, operation, base }: Setting, change: Members): Members | undefined {
  const body = schemaIn(context.document, jsonBody(operation)?.schema)
  const isWhole = operation.resource?.role === 'replace'
  const names = Object.keys(change).filter((name) => !isWhole || Object.hasOwn(base, name))
  const values = names.flatMap((name): [string, unknown][] => {
    const schema = body.property(name)
    const value = Object.hasOwn(base, name)
      ? [base[name]]
      : [[], {}, null].filter((empty) => schema.allows(empty))
    return value.slice(0, 1).map((only) => [name, only])
  })
  const back = Object.fromEntries(values)
  return values.length === names.length && (isWhole || body.allows(back)) ? back : undefined
}
