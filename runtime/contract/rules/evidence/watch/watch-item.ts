import { isObject } from '@concordat/runtime/json'
import { boundItemName } from '../../../data/document/path-binding.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import { asFixture, type Fixture, type Item } from '../../../world/items/item.ts'
import { isKeptValue, isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../fields.ts'
import { lastLook, type Observation, observeItem } from '../observe.ts'
import { lookUntilAtRest } from './at-rest.ts'
import type { StateWatch, WatchedChange } from './watch.ts'

/** Watches the values of one of the caller's items. @throws NotRun if no operation shows the item. */
export async function watchItem(context: CheckContext, item: Item): Promise<StateWatch> {
  const before = (await lastLook(context, item)).value
  return {
    async change(repeat) {
      if (isSameAsKept(before, (await observeItem(context, item)).value)) return undefined
      return context.budget.makeSure(() => changeAgain(context, { item, before, repeat }))
    },
  }
}

async function changeAgain(
  context: CheckContext,
  { item, before, repeat }: { item: Item; before: unknown; repeat: (fixture: Fixture) => Promise<void> },
): Promise<WatchedChange | undefined> {
  const change = await changeOf(context, { item, before })
  if (change === undefined) return undefined
  // The earlier value might be older than the last write, so the effect must recur on another item that has
  // stopped changing.
  const other = await anotherThan(context, item)
  if (other === undefined) return change
  const rested = await itemAtRest(context, other)
  if (rested === undefined) return undefined
  await repeat(asFixture(other))
  return changeOf(context, { item: other, before: rested.value })
}

function itemAtRest(context: CheckContext, item: Item): Promise<Observation | undefined> {
  return lookUntilAtRest(
    () => observeItem(context, item),
    (seen, before) => isSameAsKept(seen.value, before.value),
  )
}

/** Reports how an item differs from its earlier value once it has stopped changing. */
async function changeOf(
  context: CheckContext,
  { item, before }: { readonly item: Item; readonly before: unknown },
): Promise<WatchedChange | undefined> {
  const rested = await itemAtRest(context, item)
  if (rested === undefined || isSameAsKept(before, rested.value)) return undefined
  const { answer, value: after } = rested
  const names = isObject(before) ? Object.keys(before) : []
  const changed = names.filter(
    (name) => !isKeptValue(before, { ...Object(before), [name]: Object(after)[name] }),
  )
  const part = (value: unknown): string =>
    shownFieldText(isObject(value) ? Object.fromEntries(changed.map((name) => [name, value[name]])) : value)
  return { answer, fact: { kind: 'refused, yet changed', before: part(before), received: part(after) } }
}

/** Creates another item of the same kind; `undefined` if that is not possible. */
async function anotherThan({ pool }: CheckContext, item: Item): Promise<Item | undefined> {
  try {
    const other = await pool.items.create(item.resource)
    return boundItemName(other) === boundItemName(item) ? undefined : other
  } catch (error) {
    if (error instanceof NotRun) return undefined
    throw error
  }
}
