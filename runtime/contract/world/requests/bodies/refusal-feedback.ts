import { isObject } from '@concordat/runtime/json'
import { isIdentifying, type Told } from '../../../lexicon/lexicon.ts'
import type { MemberPath } from '../../refusal/faults.ts'
import { type Refusal, valuesAt } from '../../refusal/refusal.ts'
import { plainlySpelled } from '../../values/names.ts'
import { timeOf } from '../../values/same.ts'
import type { BodyMember } from './body-members.ts'
import type { NextListed } from './next-listed.ts'

/** Remedy for one member of a body, at any depth, once refusals have named it. */
type Remedy = 'left out' | 'added' | 'made anew' | 'spelled plainly' | 'moved' | { readonly value: unknown }

export interface Feedback {
  readonly refusal: Refusal
  /** The body that was refused. */
  readonly body: Readonly<Record<string, unknown>>
  /** The members that its schema knows. */
  readonly members: readonly BodyMember[]
  /** The value that the refusal asks for; `undefined` where they ask for none. */
  readonly another: (member: BodyMember, told: Told) => unknown
  /** The value after this one, of a member whose values the schema lists; `undefined` for any other. */
  readonly next: (member: BodyMember, value: unknown) => NextListed | undefined
}

/**
 * Lessons of refusals about the body of one operation: optional members that are better left out, and values
 * that others should have.
 */
export class RefusalFeedback {
  /** By the place of the member. */
  readonly #remedies = new Map<string, { readonly path: MemberPath; readonly remedy: Remedy }>()
  /** Each is tried once: a server may say the same of everything. */
  readonly #tried = new Set<string>()
  /** Bodies that were made so far: each has times of its own where it needs them. */
  #moves = 0

  /**
   * Learns from a refusal. A member that it names has another value each time from now on where it calls the
   * value taken, and gets the value that its words ask for, where they do. A value that is taken may be
   * quoted instead of its member, as may be one that is no valid name, which is spelled with letters and
   * digits alone from then on; one of few that the schema lists gives way to the next, as often as it is
   * taken, unless another member is to blame. Else the member is left out where it may be, or what is around
   * it, as it has rules of its own that no schema states; and one that was not there comes along.
   * @returns true if there is anything new to try.
   */
  learn({ refusal, body, members, another, next }: Feedback): boolean {
    const known = new Map(members.map((member) => [placeOf(member.path), member]))
    const paths = members.map(({ path }) => path)
    const blamed = [...refusal.membersOf(paths), ...refusal.quotedOf(paths, body)]
    const concerned = [...new Map(blamed.map((one) => [placeOf(one.path), one]))].flatMap(
      ([place, { told }]) => {
        const member = known.get(place)
        if (member === undefined) return []
        const [value] = valuesAt(body, member.path)
        const isTaken = value !== undefined && (told.kinds.has('not unique') || mayBeTaken(refusal, member))
        return [{ place, member, told, value, isTaken, listed: isTaken ? next(member, value) : undefined }]
      },
    )
    if (concerned.length === 0 && refusal.certaintyOf('conflict') === 'known')
      return this.#moveTimes(members, body)
    let isTurning = concerned.every(({ isTaken, listed }) => !isTaken || listed !== undefined)
    let isNews = false
    for (const { place, member, told, value, isTaken, listed } of concerned) {
      const { path } = member
      if (listed !== undefined) {
        if (isTurning) this.#remedies.set(place, { path, remedy: { value: listed.value } })
        isNews ||= isTurning
        // The second of several turns when the first was at its end, so that all combinations have their
        // turn.
        isTurning &&= listed.isFirst
        continue
      }
      const isThere = valuesAt(body, path).length > 0
      const around = path.map((_, index) => known.get(placeOf(path.slice(0, path.length - index))))
      const free = around.find((each) => each?.isRequired === false)
      const remedies: readonly (readonly [of: BodyMember | undefined, make: () => Remedy | undefined])[] = [
        [member, () => (isTaken ? 'made anew' : undefined)],
        [member, () => (isNoName(told, value) ? 'spelled plainly' : undefined)],
        [member, () => (told.kinds.has('unknown') ? undefined : valued(another(member, told)))],
        [free, () => (isThere ? 'left out' : undefined)],
        [member, () => (isThere ? undefined : 'added')],
      ]
      const { kinds: _, ...wanted } = told
      isNews =
        remedies.some(([of, make], step) =>
          this.#try(of, { step: step === VALUED ? JSON.stringify(wanted) : `${step}`, make }),
        ) || isNews
    }
    return isNews
  }

  /**
   * An item at one time may be in the way of another one: from now on each body has other times.
   * @returns true if it has times, and they were the same until now.
   */
  #moveTimes(members: readonly BodyMember[], body: Feedback['body']): boolean {
    const times = members.filter(({ path }) =>
      valuesAt(body, path).some((value) => timeOf(value) !== undefined),
    )
    return times
      .map((member) => this.#try(member, { step: 'moved', make: () => 'moved' }))
      .some((isNews) => isNews)
  }

  /** @returns true if there is a remedy for the member that was not tried before. */
  #try(
    member: BodyMember | undefined,
    { step, make }: { readonly step: string; readonly make: () => Remedy | undefined },
  ): boolean {
    if (member === undefined) return false
    const place = placeOf(member.path)
    const remedy = this.#tried.has(`${step} ${place}`) ? undefined : make()
    if (remedy === undefined) return false
    this.#tried.add(`${step} ${place}`)
    this.#remedies.set(place, { path: member.path, remedy })
    return true
  }

  /** A body by what was learnt. @param add Makes a member that comes along, or comes anew. */
  apply(
    body: Readonly<Record<string, unknown>>,
    add: (path: MemberPath) => unknown,
  ): Readonly<Record<string, unknown>> {
    let made = body
    this.#moves++
    for (const { path, remedy } of this.#remedies.values()) {
      if (remedy === 'added') made = added(made, path, add)
      else if (remedy === 'left out')
        made = changed(made, path, ({ [path.at(-1) ?? '']: _, ...others }) => others)
      else if (remedy === 'made anew')
        made = changed(made, path, (object, name) =>
          Object.hasOwn(object, name) ? { ...object, [name]: add(path) } : object,
        )
      else if (remedy === 'spelled plainly')
        made = changed(made, path, (object, name) =>
          typeof object[name] === 'string' ? { ...object, [name]: plainlySpelled(object[name]) } : object,
        )
      else if (remedy === 'moved')
        made = changed(made, path, (object, name) => ({
          ...object,
          [name]: moved(object[name], this.#moves),
        }))
      else made = changed(made, path, (object, name) => ({ ...object, [name]: remedy.value }))
    }
    return made
  }
}

/**
 * True for a text of which a conflict may say that another item has it: what a reference names may be in
 * another state.
 */
function mayBeTaken(refusal: Refusal, { path, schema }: BodyMember): boolean {
  const isText = schema.types.includes('string') && schema.listed === undefined
  return isText && !isIdentifying(path.at(-1) ?? '') && refusal.certaintyOf('conflict') === 'known'
}

const DAY_MS = 86_400_000

/** A time as many days later, at the same time of the day. */
function moved(value: unknown, days: number): unknown {
  const time = timeOf(value)
  return time === undefined ? value : new Date(time + days * DAY_MS).toISOString().replace('.000Z', 'Z')
}

/** Equal for equal paths. */
function placeOf(path: MemberPath): string {
  return path.join('\n')
}

/** The remedy that a refusal may ask for again, with other words. */
const VALUED = 2

type Members = Readonly<Record<string, unknown>>

/** A body in which each object that has the last member of a path, or may have it, is another one. */
function changed(
  body: Members,
  path: MemberPath,
  change: (object: Members, name: string) => Members,
): Members {
  const [name = '', ...below] = path
  if (below.length === 0) return change(body, name)
  const within = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(within) : isObject(value) ? changed(value, below, change) : value
  return Object.hasOwn(body, name) ? { ...body, [name]: within(body[name]) } : body
}

/** A body that has the member, and the objects around it. */
function added(body: Members, path: MemberPath, add: (path: MemberPath) => unknown): Members {
  return path.reduce((made, _, index) => {
    const above = path.slice(0, index + 1)
    return changed(made, above, (object, name) =>
      Object.hasOwn(object, name) ? object : { ...object, [name]: add(above) },
    )
  }, body)
}

/** True if a text is refused as no valid name, and has signs; a pattern says better what it should be. */
function isNoName({ kinds, pattern }: Told, value: unknown): boolean {
  const hasSigns = typeof value === 'string' && plainlySpelled(value) !== value
  return hasSigns && pattern === undefined && kinds.has('spelling')
}

function valued(value: unknown): Remedy | undefined {
  return value === undefined ? undefined : { value }
}
