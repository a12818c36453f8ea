import type { Person, PersonsRetention, PersonsView } from '../../generated/types.ts'
import type { RetainedPerson } from '../events/store.ts'
import type { RetentionQuery } from '../questions/queries.ts'
import { pageAddressOf, type Slice } from '../values/pagination.ts'

interface Shown {
  /** Number of persons that the query found for the page. */
  readonly found: number
  /** Number of persons that belong on the page, including those deleted since. */
  readonly shown: number
}

/**
 * Addresses of the first and the next page. There is no next page if this page shows all persons found and is
 * not full.
 */
function addressesOf(
  request: Request,
  { slice, found, shown }: Shown & { readonly slice: Slice },
): { readonly initial: string; readonly next: string | null } {
  const at = (offset: number): string => pageAddressOf(request, { ...slice, offset })
  const isLast = shown === found && found < slice.limit
  return { initial: at(0), next: isLast ? null : at(slice.offset + shown) }
}

/**
 * Writes a page of persons as a view's response. Nothing is cached, and only existing persons are returned.
 */
export function viewAnswer(
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

/** Writes a page of persons, with the periods in which they returned, as a retention view's response. */
export function retentionAnswer(
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
