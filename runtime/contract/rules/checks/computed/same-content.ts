import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun, nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { DAY_MS, textOfTime, timeOfText } from '../../../lexicon/lexicon.ts'
import type { Item } from '../../../world/items/item.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import {
  changedItem,
  differences,
  history,
  isCounter,
  type Look,
  type Members,
  remove,
  type Setting,
} from './history.ts'
import { rules } from './rules.ts'

/** Milliseconds by which a time is moved, so few that most events still begin before they end. */
const LATER_MS = 600_000

/** Number of requests to create, change and read two items, one of them twice, and to remove it. */
const REQUESTS = 9

/**
 * Compares two items that have the same content in the end: one that was created with it, and one that
 * received it in a change. Both are changed equally often, because servers count changes and record the time
 * of the last one.
 */
export async function checkSameContent(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const { document, pool } = context
  const resource = pool.resourceFor(operation)
  const create = creatorOfItems(document, resource)
  const isShown = resource.operations.read !== undefined
  if (create === undefined || !isShown || create === operation || !context.asks(rules['same-content']))
    return nothingCompared()
  context.budget.expect(REQUESTS)
  const binding = await pool.bindings.find(create, 'read')
  const usual = pool.requests.best(create, binding).body?.value
  if (!isObject(usual)) return nothingCompared()
  const base = atOtherTimes(usual, FIRST_DAY + context.random.below(DAYS))
  const setting = { context, operation, create, base, binding }
  let isCompared = false
  for (const change of changesFor(setting)) {
    const found = await resultIfRun(() => compare(setting, change))
    if (found === undefined) continue
    isCompared = true
    if (found.length > 0) return found
  }
  return isCompared ? [] : new NotRun({ kind: 'nothing compared' })
}

/**
 * The rule's dates are later than those of other items by `FIRST_DAY` days plus a random number below `DAYS`,
 * so that items such as bookings do not conflict.
 */
const FIRST_DAY = 400
const DAYS = 300

function atOtherTimes(values: Members, days: number): Members {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const time = timeOfText(value)
      const other = time === undefined ? value : textOfTime(time + days * DAY_MS)
      return [name, other]
    }),
  )
}

/**
 * At most two changes whose values a create accepts too: the usual change without its times, and changes of a
 * single time.
 */
function changesFor({ context, operation, create, base, binding }: Setting): readonly Members[] {
  const { document, pool } = context
  const taken = schemaIn(document, jsonBody(create)?.schema).properties
  const body = schemaIn(document, jsonBody(operation)?.schema)
  const usual = pool.requests.best(operation, binding).body?.value
  const shared = Object.entries(isObject(usual) ? usual : {}).filter(
    ([name, value]) => taken.has(name) && timeOfText(value) === undefined && !isSameAsKept(value, base[name]),
  )
  const later = Object.entries(base).flatMap(([name, value]): Members[] => {
    const time = timeOfText(value)
    const isTaken = body.properties.has(name) && time !== undefined
    return isTaken ? [{ [name]: textOfTime(time + LATER_MS) }] : []
  })
  const whole = shared.length === 0 ? [] : [Object.fromEntries(shared)]
  return [...whole, ...later]
    .slice(0, 2)
    .filter((change) => operation.resource?.role === 'replace' || body.allows(change))
}

/** @returns `undefined` if nothing could be compared. */
async function compare(setting: Setting, change: Members): Promise<readonly Finding[] | undefined> {
  const changed = await history(setting, { created: setting.base, changes: [change] })
  const reversed = await resultIfRun(() => checkReversed(setting, changed.item, change))
  await remove(setting, changed.item)
  const found = await resultIfRun(() => compareWithDirect(setting, change, changed))
  return found === undefined || found.length === 0 ? (reversed ?? found) : found
}

async function compareWithDirect(
  setting: Setting,
  change: Members,
  changed: Look,
): Promise<readonly Finding[]> {
  const { context, operation, base } = setting
  const direct = await history(setting, { created: { ...base, ...change }, changes: [change] })
  const differing = differences(changed.value, direct.value)
  if (differing.length === 0) return []
  // Creates another item with the same history. A value that differs again is specific to each item and is
  // not reported.
  return context.budget.makeSure(async () => {
    await remove(setting, direct.item)
    const again = await history(setting, { created: base, changes: [change] })
    const own = new Set(differences(changed.value, again.value).map(({ path }) => path))
    const [first] = differing.filter((difference) => !own.has(difference.path) && !isCounter(difference))
    if (first === undefined) return []
    return [
      context.finding({
        ...{ operation, answer: changed.answer, beside: [direct.answer], breaks: rules['same-content'] },
        clause: pointerBelow(operation.pointer, 'responses'),
        fact: {
          ...{ kind: 'computed otherwise', member: first.path, members: Object.keys(change) },
          ...{ wanted: shownFieldText(first.other), received: shownFieldText(first.one) },
        },
      }),
    ]
  })
}

/**
 * Reverses a change, and checks that computed properties are as they were when the item was created. A
 * server can forget to compute them when a change empties a list, such as the coupons of an order.
 * @param item The item after the change.
 */
async function checkReversed(setting: Setting, item: Item, change: Members): Promise<readonly Finding[]> {
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
