import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOfItems, operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { NotRun, nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { counts } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isSameAsKept, timeOfText } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

type Members = Readonly<Record<string, unknown>>

/** Milliseconds by which a time is moved, so few that most events still begin before they end. */
const LATER_MS = 600_000

/** Number of requests to create, change and read two items, and to remove one of them. */
const REQUESTS = 7

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly create: OperationDescriptor
  /** A valid body for the create. */
  readonly base: Members
  readonly binding: Item['binding']
}

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
const DAY_MS = 86_400_000

function atOtherTimes(values: Members, days: number): Members {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const time = timeOfText(value)
      const other = time === undefined ? value : written(time + days * DAY_MS)
      return [name, other]
    }),
  )
}

function written(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
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
    return isTaken ? [{ [name]: written(time + LATER_MS) }] : []
  })
  const whole = shared.length === 0 ? [] : [Object.fromEntries(shared)]
  return [...whole, ...later]
    .slice(0, 2)
    .filter((change) => operation.resource?.role === 'replace' || body.allows(change))
}

interface Look {
  readonly item: Item
  readonly value: unknown
  readonly answer: Answer
}

async function compare(setting: Setting, change: Members) {
  const { context, operation, base } = setting
  const changed = await history(setting, { created: base, changes: [change] })
  await remove(setting, changed.item)
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
 * An item that is created and then changed. @throws NotRun if the create or a change fails, or if the item
 * cannot be read.
 */
async function history(
  { context, operation, create, binding }: Setting,
  { created, changes }: { readonly created: Members; readonly changes: readonly Members[] },
): Promise<Look> {
  const { requests } = context.pool
  const plan = requests.best(create, binding)
  const sending = requestWithBody(
    plan,
    withOwnTexts(created, requests.plan(create, binding, 'full').body?.value),
  )
  const { created: item } = await context.attempt(create, { expecting: 'success', at: { binding }, sending })
  if (item === undefined) throw new NotRun({ kind: 'no identifier', operation: create.operationId })
  const isWhole = operation.resource?.role === 'replace'
  for (const change of changes) {
    const plan = requests.plan(operation, item.binding, 'empty')
    const value = isWhole ? { ...created, ...change } : change
    await context.attempt(operation, {
      expecting: 'success',
      at: asFixture(item),
      sending: requestWithBody(plan, value),
    })
  }
  const { value, answer } = await observeItem(context, item)
  if (!isSuccess(answer)) throw new NotRun({ kind: 'nothing shows', resource: item.resource.name })
  return { item, value, answer }
}

/** Replaces strings that might have to be unique, because another item can already have them. */
function withOwnTexts(values: Members, made: unknown): Members {
  if (!isObject(made)) return values
  const own = Object.entries(values).map(([name, value]) => {
    const isText = typeof value === 'string' && typeof made[name] === 'string' && isReplaceable(value)
    return [name, isText ? made[name] : value]
  })
  return Object.fromEntries(own)
}

/** True for a string that cannot be a time or a part of one. */
function isReplaceable(text: string): boolean {
  return !/^[\d:T+.Z-]+$/.test(text)
}

/**
 * Removes an item that could conflict with the next one, for example because both use the same room or name.
 */
async function remove({ context }: Setting, item: Item): Promise<void> {
  const operation = operationById(context.document, item.resource.operations.delete)
  if (operation !== undefined)
    await resultIfRun(() => context.attempt(operation, { expecting: 'either', at: asFixture(item) }))
}

interface Difference {
  readonly path: string
  readonly one: unknown
  readonly other: unknown
}

/** Maximum difference between two items' counts of changes. */
const MOST_CHANGES = 2
/** Maximum value of a counter of changes in a new item. */
const FEW = 10

/**
 * True for a number that is probably a server's count of changes, judging by its name or its small value.
 * Such a count might include only changes that had an effect.
 */
function isCounter({ path, one, other }: Difference): boolean {
  if (counts.versions.has(path.split('.').at(-1) ?? '')) return true
  if (typeof one !== 'number' || typeof other !== 'number') return false
  return Math.abs(one - other) <= MOST_CHANGES && Math.max(one, other) <= FEW
}

/**
 * Numbers and times that differ between two items, at any depth. Recent times and other strings are excluded,
 * because they can be unique for each item.
 */
function differences(one: unknown, other: unknown, path: readonly string[] = []): readonly Difference[] {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length
      ? one.flatMap((value: unknown, index) => differences(value, other[index], [...path, String(index)]))
      : []
  if (isObject(one) && isObject(other))
    return Object.keys(one).flatMap((name) =>
      Object.hasOwn(other, name) ? differences(one[name], other[name], [...path, name]) : [],
    )
  const isTold = [one, other].every(
    (value) => typeof value === 'number' || (timeOfText(value) !== undefined && !isRecent(value)),
  )
  return isTold && !isSameAsKept(one, other) ? [{ path: path.join('.'), one, other }] : []
}

/** Longer than a run. */
const RECENT_MS = 3_600_000

/** True for a time close to now, which is probably when the server recorded something. */
function isRecent(value: unknown): boolean {
  return Math.abs((timeOfText(value) ?? 0) - Date.now()) <= RECENT_MS
}
