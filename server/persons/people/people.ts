import { randomUUID } from 'node:crypto'
import { type CapturedEvent, propertyChanges, touchesPersons } from '../../events/captured-event.ts'
import { isRefusedPersonId, mergeOfPersons } from './merge.ts'
import { Properties } from './properties.ts'

/**
 * Maximum number of distinct ids per person. It is limited because every view of the person sorts all of
 * them.
 */
export const mostPersonIds = 2500

/** A person while events are being applied. */
export interface PersonDraft {
  /** `undefined` if the person is not in the database yet. */
  readonly id: number | undefined
  readonly uuid: string
  createdAt: string
  readonly properties: Properties
  isIdentified: boolean
  /** The known distinct ids, which might not be all of them. */
  readonly ids: string[]
  /** Number of the person's distinct ids. */
  idCount: number
  /** True if ids were omitted because of the maximum. */
  hasIdsLeftOut: boolean
  /** Distinct ids that are not in the database yet. */
  readonly newIds: string[]
  /** Persons in the database who were merged into this one. */
  readonly absorbed: number[]
  isChanged: boolean
}

/**
 * The persons affected by a series of events. Events are applied in order, and the result is written to the
 * database later.
 */
export interface People {
  apply(event: CapturedEvent): void
  /** Persons who are new or changed, or who have new ids, except those merged into other persons. */
  outcome(): readonly PersonDraft[]
  /** Persons who had no room for everything. */
  full(): readonly PersonDraft[]
}

/** The database's persons for the ids in a series of events. */
export interface KnownPeople {
  readonly byDistinctId: ReadonlyMap<string, PersonDraft>
  /** Stored distinct ids through which no event in the series changes a person. */
  readonly unchanged: ReadonlySet<string>
}

/** Creates persons that start with the database's state. */
export function createPeople(known: KnownPeople): People {
  return new PeopleOfEvents(known)
}

class PeopleOfEvents implements People {
  readonly #people: Map<string, PersonDraft>
  readonly #unchanged: ReadonlySet<string>

  constructor({ byDistinctId, unchanged }: KnownPeople) {
    this.#people = new Map(byDistinctId)
    this.#unchanged = unchanged
  }

  apply(event: CapturedEvent): void {
    if (!touchesPersons(event) || this.#unchanged.has(event.distinctId)) return
    this.#merge(event)
    const person = this.#people.get(event.distinctId) ?? this.#create(event, [event.distinctId])
    if (person.properties.apply(propertyChanges(event))) person.isChanged = true
    if (event.event === '$identify' && !isRefusedPersonId(event.distinctId)) identify(person)
  }

  outcome(): readonly PersonDraft[] {
    return this.#persons().filter(({ isChanged, newIds }) => isChanged || newIds.length > 0)
  }

  full(): readonly PersonDraft[] {
    return this.#persons().filter(
      ({ properties, hasIdsLeftOut }) => properties.leftOut.size > 0 || hasIdsLeftOut,
    )
  }

  #persons(): readonly PersonDraft[] {
    return [...new Set(this.#people.values())]
  }

  #create({ uuid, timestamp }: CapturedEvent, ids: readonly string[]): PersonDraft {
    const person: PersonDraft = {
      id: undefined,
      uuid: randomUUID(),
      createdAt: timestamp,
      properties: new Properties({ $creator_event_uuid: uuid }),
      isIdentified: false,
      ids: [],
      idCount: 0,
      hasIdsLeftOut: false,
      newIds: [],
      absorbed: [],
      isChanged: true,
    }
    for (const id of ids) this.#addId(person, id)
    return person
  }

  #addId(person: PersonDraft, id: string): void {
    this.#people.set(id, person)
    person.ids.push(id)
    person.newIds.push(id)
    person.idCount++
  }

  #merge(event: CapturedEvent): void {
    const merge = mergeOfPersons(event)
    if (merge === undefined) return
    const winner = this.#people.get(event.distinctId)
    const loser = this.#people.get(merge.from)
    if (winner === undefined && loser === undefined) {
      identify(this.#create(event, [event.distinctId, merge.from]))
    } else if (winner === undefined || loser === undefined) {
      const person = winner ?? loser
      if (person === undefined || !hasRoom(person, 1)) return
      this.#addId(person, winner === undefined ? event.distinctId : merge.from)
      identify(person)
    } else if (winner !== loser && (merge.isForced || !loser.isIdentified)) {
      this.#unite(winner, loser)
    }
  }

  #unite(winner: PersonDraft, loser: PersonDraft): void {
    if (!hasRoom(winner, loser.idCount)) return
    winner.idCount += loser.idCount
    for (const id of loser.ids) {
      this.#people.set(id, winner)
      winner.ids.push(id)
    }
    for (const id of loser.newIds) winner.newIds.push(id)
    for (const id of loser.absorbed) winner.absorbed.push(id)
    if (loser.id !== undefined) winner.absorbed.push(loser.id)
    winner.properties.absorb(loser.properties)
    if (Date.parse(loser.createdAt) < Date.parse(winner.createdAt)) winner.createdAt = loser.createdAt
    winner.isIdentified = true
    winner.isChanged = true
  }
}

function identify(person: PersonDraft): void {
  person.isChanged ||= !person.isIdentified
  person.isIdentified = true
}

/** True if a person has room for this many more ids. If not, records that ids were left out. */
function hasRoom(person: PersonDraft, more: number): boolean {
  if (person.idCount + more <= mostPersonIds) return true
  person.hasIdsLeftOut = true
  return false
}
