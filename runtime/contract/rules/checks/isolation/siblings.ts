import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { isThisItem } from '../../../world/items/identity/same-item.ts'
import type { Item } from '../../../world/items/item.ts'
import { isKeptValue, isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { isCounterValue, isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { findListed, type Listing } from '../../evidence/observe.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { type IsolationBreach, rules } from './rules.ts'

/** Reports the first property of another item that changed with the write. */
export function checkSiblings(
  context: CheckContext,
  operation: OperationDescriptor,
  { before, after, item, read, answer }: PerformedWrite & { before: Listing; after: Listing; item: Item },
): Verdict<IsolationBreach> {
  const { resource } = item
  const byId = new Map(after.items.map((other) => [itemIdOf(resource, other), other]))
  const acted = read?.answer.value ?? findListed(after, item)?.value
  const owned = ownedByClients(context, resource)
  const actedBefore = findListed(before, item)?.value
  const siblings = before.items.flatMap((old) => {
    const id = itemIdOf(resource, old)
    const now = id === undefined || isThisItem(item, old) ? undefined : byId.get(id)
    return isObject(old) && isObject(now) ? [{ id, old, now }] : []
  })
  if (siblings.length === 0) return nothingCompared()
  for (const { id, old, now } of siblings) {
    const names = [...new Set([...owned, ...Object.keys(old)])]
    const changed = names.find((name) => {
      const isMeant = owned.includes(name)
        ? isTouched({ old, now, acted, name })
        : isSpread({ old, now, acted, actedBefore, name })
      return isMeant && !isSameToClients(old[name], now[name], answer)
    })
    if (changed !== undefined)
      return [
        {
          answer: after.last.answer,
          breaks: rules.siblings,
          fact: {
            ...{ kind: 'sibling changed', member: changed, id: String(id), operation: operation.operationId },
            ...{ before: shownFieldText(old[changed]), received: shownFieldText(now[changed]) },
          },
        },
      ]
  }
  return []
}

/**
 * True if a number or flag in the sibling now has the value of the written item, but differed from it before.
 * In that case, a write that was meant for one item affected more.
 */
function isSpread({
  old,
  now,
  acted,
  actedBefore,
  name,
}: {
  readonly old: Members
  readonly now: Members
  readonly acted: unknown
  readonly actedBefore: unknown
  readonly name: string
}): boolean {
  if (!isObject(acted) || !isObject(actedBefore) || !isCounterValue(old[name]) || !isCounterValue(now[name]))
    return false
  if (isSameAsKept(old[name], now[name]) || !isKeptValue(acted[name], now[name])) return false
  return Object.hasOwn(actedBefore, name) && !isSameAsKept(actedBefore[name], old[name])
}

type Members = { readonly [name: string]: unknown }

/**
 * True if the write changed the sibling. Numbers that order the items, and flags that only one item can have,
 * depend on those of other items. A change to such a property counts only if the sibling now has the value of
 * the written item.
 */
function isTouched({
  old,
  now,
  acted,
  name,
}: {
  old: Members
  now: Members
  acted: unknown
  name: string
}): boolean {
  if (!Object.hasOwn(old, name) || isSameSet(old[name], now[name])) return false
  const isRanked = [old[name], now[name]].some(isCounterValue)
  return !isRanked || (isObject(acted) && isKeptValue(acted[name], now[name]))
}

/** True for equal values, and for equal lists of texts in any order, because a server may order them anew. */
function isSameSet(old: unknown, now: unknown): boolean {
  const areTexts = [old, now].every(
    (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  )
  const sorted = (value: unknown): unknown => (areTexts ? [value].flat().toSorted() : value)
  return isSameAsKept(sorted(old), sorted(now))
}
