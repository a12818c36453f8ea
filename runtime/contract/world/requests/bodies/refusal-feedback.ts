import { isObject } from '@concordat/runtime/json'
import {
  DAY_MS,
  identifiers,
  isIdentifyingName,
  type Told,
  textOfTime,
  timeOfText,
} from '../../../lexicon/lexicon.ts'
import type { MemberPath } from '../../refusal/faults.ts'
import { type Refusal, type RefusedMember, valuesAtFault } from '../../refusal/refusal.ts'
import { plainlySpelledRunName, shortenedRunName } from '../../values/names.ts'
import { withTimeSet } from '../../values/range-members.ts'
import type { Variant } from '../../values/sample-options.ts'
import type { BodyMember } from './body-members.ts'
import type { NextListedBodyValue } from './next-listed.ts'

/** The remedy for a body property, at any depth, that a refusal has named. */
type Remedy =
  | 'left out'
  | 'added'
  | 'made anew'
  | 'spelled plainly'
  | 'moved'
  | { readonly value: unknown }
  | { readonly mostLength: number }

export interface BodyFeedback {
  readonly refusal: Refusal
  /** The refused body. */
  readonly body: Readonly<Record<string, unknown>>
  /** The properties in the body's schema. */
  readonly members: readonly BodyMember[]
  /** Returns the value that the refusal asks for; `undefined` if it asks for none. */
  readonly another: (member: BodyMember, told: Told) => unknown
  /** Returns the next value of a property with listed values; `undefined` for any other property. */
  readonly next: (member: BodyMember, value: unknown) => NextListedBodyValue | undefined
  /** True for a text that no other item can have, because the run made it up. */
  readonly isOwn?: (text: string) => boolean
}

/**
 * Conclusions from refusals about the body of one operation: optional properties to omit, and values for
 * others.
 */
export class RefusalFeedback {
  /** Remedies, keyed by the location of the property. */
  readonly #remedies = new Map<string, { readonly path: MemberPath; readonly remedy: Remedy }>()
  /**
   * Remedies that were tried. Each is tried only once, because a server might respond to everything with the
   * same refusal.
   */
  readonly #tried = new Set<string>()
  /** Number of bodies built so far. Where times must differ, this number of days is added to them. */
  #moves = 0

  /**
   * Draws conclusions from a refusal. A property that it names or quotes gets a new value, the value that the
   * refusal asks for, or the next of its listed values. As a last resort, an optional property is omitted. A
   * missing property is added.
   * @returns true if there is anything new to try.
   */
  learn(feedback: BodyFeedback): boolean {
    const { refusal, body, members, another, next } = feedback
    const known = new Map(members.map((member) => [placeOf(member.path), member]))
    const blamed = blamedMembers(feedback)
    const concerned = [...new Map(blamed.map((one) => [placeOf(one.path), one]))].flatMap(
      ([place, { told }]) => {
        const member = known.get(place)
        if (member === undefined) return []
        const [value] = valuesAtFault(body, member.path)
        const isTaken = value !== undefined && (told.kinds.has('not unique') || mayBeTaken(refusal, member))
        return [{ place, member, told, value, isTaken, listed: isTaken ? next(member, value) : undefined }]
      },
    )
    if (concerned.length === 0 && refusal.isAbout('conflict'))
      return this.#moveTimes(feedback) || this.#rename(feedback)
    let isTurning = concerned.every(({ isTaken, listed }) => !isTaken || listed !== undefined)
    let isNews = false
    for (const { place, member, told, value, isTaken, listed } of concerned) {
      const { path } = member
      if (listed !== undefined) {
        if (isTurning) this.#remedies.set(place, { path, remedy: { value: listed.value } })
        isNews ||= isTurning
        // If several properties have listed values, the second advances once the first has reached the end of
        // its list, so that all combinations are tried.
        isTurning &&= listed.isFirst
        continue
      }
      if (value === undefined && this.#takeBack(place)) continue
      const around = path.map((_, index) => known.get(placeOf(path.slice(0, path.length - index))))
      const free = around.find((each) => each?.isRequired === false)
      isNews =
        remediesFor({ member, free, told, value, isTaken, another }).some(([of, trial]) =>
          this.#try(of, trial),
        ) || isNews
    }
    return isNews
  }

  /**
   * Forgets that a property is left out, because the server requires what it rejected. Bodies like this one
   * fail either way, but another kind of body may do without the property.
   * @returns false if the property was not left out.
   */
  #takeBack(place: string): boolean {
    return this.#remedies.get(place)?.remedy === 'left out' && this.#remedies.delete(place)
  }

  /**
   * Gives each later body different times, because an existing item with the same times may cause the
   * conflict.
   * @returns true if the body has times that were not changed before.
   */
  #moveTimes({ members, body }: BodyFeedback): boolean {
    const times = members.filter(({ path }) =>
      valuesAtFault(body, path).some((value) => timeOfText(value) !== undefined),
    )
    return times
      .map((member) => this.#try(member, { step: 'moved', make: () => 'moved' }))
      .some((isNews) => isNews)
  }

  /**
   * Gives each later item a name of its own, because the name in an example can be used only once.
   * @returns true if the body has such a name that was not changed before.
   */
  #rename({ members, body, isOwn }: BodyFeedback): boolean {
    const names = members.filter(({ path, schema }) => {
      const [value] = valuesAtFault(body, path)
      const isName = path.length === 1 && identifiers.besides.has(path[0] ?? '')
      return isName && isFreeText(schema) && typeof value === 'string' && isOwn?.(value) === false
    })
    return names
      .map((member) => this.#try(member, { step: 'made anew', make: () => 'made anew' }))
      .some((isNews) => isNews)
  }

  /** @returns true if there is a remedy for the property that was not tried before. */
  #try(member: BodyMember | undefined, { step, make }: Trial): boolean {
    if (member === undefined) return false
    const place = placeOf(member.path)
    const remedy = this.#tried.has(`${step} ${place}`) ? undefined : make()
    if (remedy === undefined) return false
    this.#tried.add(`${step} ${place}`)
    // A new value must be respelled or shortened, too.
    this.#remedies.set(isOfSpelling(remedy) ? `${step} ${place}` : place, { path: member.path, remedy })
    return true
  }

  /**
   * Names of the body's top-level properties in which a refusal reported a missing property or requested
   * another value.
   */
  get asked(): ReadonlySet<string> {
    const given = [...this.#remedies.values()].filter(
      ({ remedy }) => (typeof remedy === 'object' && 'value' in remedy) || remedy === 'added',
    )
    return new Set(given.map(({ path: [name = ''] }) => name))
  }

  /**
   * Applies all remedies to a body. @param make.add Creates a value for a property that is added. An object
   * around it that is missing, too, gets only what it requires.
   * @param make.anew Creates a value that no other item has.
   */
  apply(
    body: Readonly<Record<string, unknown>>,
    { add, anew }: { readonly add: AddMember; readonly anew: (path: MemberPath) => unknown },
  ): Readonly<Record<string, unknown>> {
    let made = body
    this.#moves++
    const remedies = [...this.#remedies.values()]
    const ordered = [
      ...remedies.filter(({ remedy }) => !isOfSpelling(remedy)),
      ...remedies.filter(({ remedy }) => isOfSpelling(remedy)),
    ]
    for (const { path, remedy } of ordered) {
      if (remedy === 'added') made = added(made, path, add)
      else if (remedy === 'left out')
        made = changed(made, path, ({ [path.at(-1) ?? '']: _, ...others }) => others)
      else if (remedy === 'made anew')
        made = changed(made, path, (object, name) =>
          Object.hasOwn(object, name) ? { ...object, [name]: anew(path) } : object,
        )
      else if (remedy === 'moved')
        made = changed(made, path, (object, name) => ({
          ...object,
          [name]: moved(object[name], this.#moves),
        }))
      else if (isOfSpelling(remedy)) made = respelled(made, path, remedy)
      else made = changed(made, path, (object, name) => withTimeSet(object, name, remedy.value))
    }
    return made
  }
}

type AddMember = (path: MemberPath, variant: Variant) => unknown

/** A remedy to be tried once. @param step Identifies the remedy. */
interface Trial {
  readonly step: string
  readonly make: () => Remedy | undefined
}

/** A remedy that changes how a value is written, whatever it is. */
type Spelling = 'spelled plainly' | { readonly mostLength: number }

function isOfSpelling(remedy: Remedy): remedy is Spelling {
  return remedy === 'spelled plainly' || (typeof remedy === 'object' && 'mostLength' in remedy)
}

/**
 * Returns the properties that a refusal names or quotes. If it only mentions a property, and quotes the value
 * of another one, such as that of "instance_type" in "instance type t1.micro", the value is the better
 * evidence. If there are none, returns those that are longer than it allows.
 */
function blamedMembers({ refusal, members, body }: BodyFeedback): readonly RefusedMember[] {
  const paths = members.map(({ path }) => path)
  const named = [...refusal.membersOf(paths), ...refusal.quotedOf(paths, body)]
  const isMentioned = named.every(({ certainty }) => certainty === 'likely')
  const quoted = isMentioned ? refusal.onlyQuotedOf(paths, body) : []
  if (quoted.length > 0 || named.length > 0) return quoted.length > 0 ? quoted : named
  const long = refusal.tooLongOf(paths, body)
  // A limit that names nothing is more likely one of names than of descriptions.
  const names = long.filter(({ path }) => identifiers.besides.has(path.at(-1) ?? ''))
  return names.length > 0 ? names : long
}

/** A property that a refusal concerns. */
interface Concerned extends Pick<BodyFeedback, 'another'> {
  readonly member: BodyMember
  /** The property itself, or the object around it, that may be omitted. */
  readonly free: BodyMember | undefined
  readonly told: Told
  readonly value: unknown
  readonly isTaken: boolean
}

/** Returns the remedies for a property, likeliest first. */
function remediesFor(concerned: Concerned): readonly (readonly [of: BodyMember | undefined, trial: Trial])[] {
  const { member, free, told, value, isTaken, another } = concerned
  const { kinds, ...wanted } = told
  const isThere = value !== undefined
  // A value that is asked for is tried once for each such value.
  const valuedStep = JSON.stringify(wanted)
  const isNothing = kinds.has('reference missing') && value !== null && member.schema.allows(null)
  return [
    [member, { step: 'made anew', make: () => (isTaken ? 'made anew' : undefined) }],
    [member, { step: 'plain', make: () => (isNoName(told, value) ? 'spelled plainly' : undefined) }],
    [member, { step: 'short', make: () => shortening(told, value) }],
    [member, { step: 'null', make: () => (isNothing ? { value: null } : undefined) }],
    [
      member,
      {
        step: valuedStep,
        make: () => (kinds.has('unknown') ? undefined : valued(another(member, told))),
      },
    ],
    [free, { step: 'left out', make: () => (isThere ? 'left out' : undefined) }],
    [member, { step: 'added', make: () => (isThere ? undefined : 'added') }],
  ]
}

/** Shortens a name of the run that is longer than a refusal allows. */
function shortening({ most, kinds }: Told, value: unknown): Remedy | undefined {
  const isLong = kinds.has('bounds') && most !== undefined && typeof value === 'string' && value.length > most
  return isLong && shortenedRunName(value, most) !== undefined ? { mostLength: most } : undefined
}

function respelled(body: Members, path: MemberPath, spelling: Spelling): Members {
  return changed(body, path, (object, name) => {
    const text = object[name]
    if (typeof text !== 'string') return object
    if (spelling === 'spelled plainly') return { ...object, [name]: plainlySpelledRunName(text) }
    const { mostLength } = spelling
    return text.length > mostLength
      ? { ...object, [name]: shortenedRunName(text, mostLength) ?? text }
      : object
  })
}

/**
 * True if a conflict suggests that another item already has this string. False for references, because their
 * targets may be in another state.
 */
function mayBeTaken(refusal: Refusal, { path, schema }: BodyMember): boolean {
  const isKnown = refusal.certaintyOf('conflict') === 'known'
  return isFreeText(schema) && !isIdentifyingName(path.at(-1) ?? '') && isKnown
}

function isFreeText({ types, values }: BodyMember['schema']): boolean {
  return types.includes('string') && values.listed === undefined
}

/** Adds a number of days to a time; returns any other value unchanged. */
function moved(value: unknown, days: number): unknown {
  const time = timeOfText(value)
  return time === undefined ? value : textOfTime(time + days * DAY_MS)
}

/** Equal for equal paths. */
function placeOf(path: MemberPath): string {
  return path.join('\n')
}

type Members = Readonly<Record<string, unknown>>

/** Returns a body with a change in each object that has, or may have, the last property in a path. */
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

/** Adds a property to a body, together with any missing objects around it. */
function added(body: Members, path: MemberPath, add: AddMember): Members {
  return path.reduce((made, _, index) => {
    const above = path.slice(0, index + 1)
    const variant = index === path.length - 1 ? 'full' : 'required'
    return changed(made, above, (object, name) =>
      Object.hasOwn(object, name) ? object : { ...object, [name]: add(above, variant) },
    )
  }, body)
}

/**
 * True if a string was rejected as an invalid name and contains special characters. False if the refusal
 * contains a pattern, which is a better hint.
 */
function isNoName({ kinds, pattern }: Told, value: unknown): boolean {
  const hasSigns = typeof value === 'string' && plainlySpelledRunName(value) !== value
  return hasSigns && pattern === undefined && kinds.has('spelling')
}

function valued(value: unknown): Remedy | undefined {
  return value === undefined ? undefined : { value }
}
