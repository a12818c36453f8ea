import type { Person, PersonsRetention, PersonsView } from '../../generated/types.ts'
import type { RetainedPerson } from '../events/store.ts'
import type { RetentionQuery } from '../questions/queries.ts'
import { pageAddress, type Slice } from '../values/pagination.ts'

/** Addresses of the first page and of the next one, which is only known to exist when this page is full. */
function addressesOf(
  request: Request,
  { slice, found }: { slice: Slice; found: number },
): { readonly initial: string; readonly next: string | null } {
  const at = (offset: number): string => pageAddress(request, { ...slice, offset })
  return { initial: at(0), next: found < slice.limit ? null : at(slice.offset + slice.limit) }
}

/** Puts a page of persons into the envelope of a view. Nothing is cached, and only persons who exist are found. */
export function viewOf(
  request: Request,
  { slice, people, found, now }: { slice: Slice; people: Person[]; found: number; now: Date },
): PersonsView {
  return {
    results: [{ people, count: people.length }],
    ...addressesOf(request, { slice, found }),
    missing_persons: found - people.length,
    is_cached: false,
    last_refresh: now.toISOString(),
  }
}

/** Puts a page of persons who came back, or not, into the envelope of a retention. */
export function retentionOf(
  request: Request,
  {
    retention: { slice, bounds },
    retained,
    people,
  }: { retention: RetentionQuery; retained: readonly RetainedPerson[]; people: Person[] },
): PersonsRetention {
  const periods = new Map(retained.map(({ id, periods }) => [id, new Set(periods)]))
  const appearancesOf = ({ id }: Person) =>
    bounds.slice(1).map((_, period) => (periods.get(id)?.has(period) ? 1 : 0))
  return {
    result: people.map((person) => ({ person, appearances: appearancesOf(person) })),
    next: addressesOf(request, { slice, found: retained.length }).next,
    missing_persons: retained.length - people.length,
  }
}
