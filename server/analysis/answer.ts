import type { Person, PersonsRetention, PersonsView } from '../../generated/types.ts'
import type { RetainedPerson } from '../events/store.ts'
import type { RetentionQuery } from '../questions/queries.ts'
import { pageAddress, type Slice } from '../values/pagination.ts'

/** Counts of a view's page. */
interface Shown {
  /** Number of persons found for the page. */
  readonly found: number
  /** Number of those that have a place on it, whether or not they still exist. */
  readonly shown: number
}

/** Addresses of the first page and of the next one, which is only known to exist when this page is full. */
function addressesOf(
  request: Request,
  { slice, found, shown }: Shown & { readonly slice: Slice },
): { readonly initial: string; readonly next: string | null } {
  const at = (offset: number): string => pageAddress(request, { ...slice, offset })
  const isLast = shown === found && found < slice.limit
  return { initial: at(0), next: isLast ? null : at(slice.offset + shown) }
}

/**
 * Puts a page of persons into the envelope of a view. Nothing is cached, and only existing persons are found.
 */
export function viewOf(
  request: Request,
  { slice, people, now, ...page }: Shown & { slice: Slice; people: Person[]; now: Date },
): PersonsView {
  return {
    results: [{ people, count: people.length }],
    ...addressesOf(request, { slice, ...page }),
    missing_persons: page.shown - people.length,
    is_cached: false,
    last_refresh: now.toISOString(),
  }
}

/** Puts a page of persons, with the periods in which they came back, into the envelope of a retention. */
export function retentionOf(
  request: Request,
  {
    retention: { slice, bounds },
    retained,
    people,
    shown,
  }: { retention: RetentionQuery; retained: readonly RetainedPerson[]; people: Person[]; shown: number },
): PersonsRetention {
  const periods = new Map(retained.map(({ id, periods }) => [id, new Set(periods)]))
  const appearancesOf = ({ id }: Person) =>
    bounds.slice(1).map((_, period) => (periods.get(id)?.has(period) ? 1 : 0))
  return {
    result: people.map((person) => ({ person, appearances: appearancesOf(person) })),
    next: addressesOf(request, { slice, found: retained.length, shown }).next,
    missing_persons: shown - people.length,
  }
}
