import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import { counts, timeOfText } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { observeItem } from '../../evidence/observe.ts'

/** Properties of a body. */
export type Members = Readonly<Record<string, unknown>>

/** A change, and the create of the items that it changes. */
export interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly create: OperationDescriptor
  /** A valid body for the create. */
  readonly base: Members
  readonly binding: Item['binding']
}

/** An item, as the last read showed it. */
export interface Look {
  readonly item: Item
  readonly value: unknown
  readonly answer: Answer
}

/**
 * An item that is created and then changed. @throws NotRun if the create or a change fails, or if the item
 * cannot be read.
 */
export async function history(
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
  return changedItem({ context, operation }, { item, created, changes })
}

/** Changes an item, and reads it. @throws NotRun if a change fails, or if the item cannot be read. */
export async function changedItem(
  { context, operation }: Pick<Setting, 'context' | 'operation'>,
  {
    item,
    created,
    changes,
  }: { readonly item: Item; readonly created: Members; readonly changes: readonly Members[] },
): Promise<Look> {
  const isWhole = operation.resource?.role === 'replace'
  for (const change of changes) {
    const plan = context.pool.requests.plan(operation, item.binding, 'empty')
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
export async function remove({ context }: Setting, item: Item): Promise<void> {
  const operation = operationById(context.document, item.resource.operations.delete)
  if (operation !== undefined)
    await resultIfRun(() => context.attempt(operation, { expecting: 'either', at: asFixture(item) }))
}

export interface Difference {
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
export function isCounter({ path, one, other }: Difference): boolean {
  if (counts.versions.has(path.split('.').at(-1) ?? '')) return true
  if (typeof one !== 'number' || typeof other !== 'number') return false
  return Math.abs(one - other) <= MOST_CHANGES && Math.max(one, other) <= FEW
}

/**
 * Numbers and times that differ between two items, at any depth. Recent times and other strings are excluded,
 * because they can be unique for each item.
 */
export function differences(
  one: unknown,
  other: unknown,
  path: readonly string[] = [],
): readonly Difference[] {
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
