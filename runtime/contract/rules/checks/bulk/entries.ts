import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../../../data/exchange/answer.ts'
import { problems } from '../../../lexicon/lexicon.ts'
import type { Bulk } from './bulk-operation.ts'

/** The entries of the only list in a response, if all of them are objects. */
export function entriesIn({ value }: Answer): readonly unknown[] | undefined {
  const lists = [value, ...Object.values(isObject(value) ? value : {})].filter((one) => Array.isArray(one))
  const [entries, ...others] = lists
  return entries !== undefined && others.length === 0 && entries.every(isObject) ? entries : undefined
}

/** An entry and the objects in it, one of which may be the item. */
export function objectsIn(entry: unknown): readonly Readonly<Record<string, unknown>>[] {
  return [entry, ...Object.values(isObject(entry) ? entry : {})].filter(isObject)
}

/** Statuses from here on are refusals. */
const REFUSED = 400

/** An entry's report about its item: rejected or not, and how the entry says this. */
interface EntryOutcome {
  readonly isRefused: boolean
  readonly why: string
}

/**
 * The outcomes that entries report by their statuses. If no entry has a status, entries with and without an
 * item tell which items were created.
 */
export function outcomesIn(
  entries: readonly unknown[],
  { shared }: Pick<Bulk, 'shared'>,
): readonly (EntryOutcome | undefined)[] {
  const statuses = entries.map(statusIn)
  const shown = entries.map((entry) =>
    objectsIn(entry).some((one) => shared.some((name) => Object.hasOwn(one, name))),
  )
  const isMixed = shown.includes(true) && shown.includes(false)
  if (isMixed && statuses.every((status) => status === undefined))
    return shown.map((hasItem) => ({
      isRefused: !hasItem,
      why: `${hasItem ? 'an' : 'no'} item, unlike other entries`,
    }))
  return statuses.map((status) =>
    status === undefined ? undefined : { isRefused: status >= REFUSED, why: `status ${status}` },
  )
}

function statusIn(entry: unknown): number | undefined {
  const told = Object.entries(isObject(entry) ? entry : {}).find(([name]) => problems.status.has(name))
  const status = Number(told?.[1])
  return Number.isInteger(status) && status >= 200 && status < 600 ? status : undefined
}
