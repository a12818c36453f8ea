import { isObject } from '@concordat/runtime/json'
import type { Answer } from '../../data/exchange/answer.ts'
import { plainName, problems } from '../../lexicon/lexicon.ts'

/** Names from the top of a body down to a property; list positions are omitted. */
export type MemberPath = readonly string[]

/** The location of a fault, and the words that describe it, as found in a refusal. */
export interface Fault {
  /** Names on the path to the fault; empty for a sentence without a pointer or key. */
  readonly names: MemberPath
  readonly words: string
  /** True if the location is in a property meant for pointers: `pointer`, `loc`. */
  readonly isPointed?: true
  /** True if the location is a JSON Pointer, which starts at the top of the body. @see RFC 6901, 5 */
  readonly isFromTop?: true
  /** True if the location is a key with nothing but words: `{ "email": ["This field is required."] }`. */
  readonly isKeyOfWords?: true
}

/** Maximum nesting depth, which no refusal exceeds. */
const MAX_DEPTH = 8

/**
 * Returns the faults in a refusal, in the formats of common servers: problem details (`errors[].pointer`),
 * JSON:API (`source.pointer`), Pydantic (`loc`), Bean Validation (`violations[].propertyPath`,
 * `fieldErrors[].field`), Zod (`issues[].path`), class-validator (`property`, `constraints`), GitHub
 * (`errors[].field`, `code`) and Google (`fieldViolations[].field`). Django REST framework (`{"email":
 * ["invalid"]}`) and ASP.NET (`errors: {"Email": ["invalid"]}`) use the names as keys, as does marshmallow
 * within a string (`"{'json': {'email': ['invalid']}}"`).
 * @see RFC 9457
 */
export function refusalFaults({ value, text }: Pick<Answer, 'value' | 'text'>): readonly Fault[] {
  return value === undefined
    ? [{ names: [], words: text }]
    : [...faultsIn(value, { above: [], around: {}, depth: 0 })]
}

interface Site {
  readonly above: MemberPath
  /**
   * The enclosing object. For example, `"source": {"pointer": "/email"}` has no words, but the object around
   * it does.
   */
  readonly around: object
  /** True if the location of the fault is given by a pointer in the enclosing object. */
  readonly isPointed?: boolean
  readonly depth: number
}

function* faultsIn(value: unknown, site: Site): Generator<Fault> {
  if (site.depth > MAX_DEPTH) return
  if (typeof value === 'string') yield { names: [], words: value }
  else if (Array.isArray(value))
    for (const item of value) yield* faultsIn(item, { ...site, depth: site.depth + 1 })
  else if (isObject(value)) {
    const pointers = pointersOf(value)
    const speaking = Object.keys(value).length > pointers.length ? value : site.around
    for (const name of pointers)
      yield {
        names: [value[name]].flat().map(String).flatMap(faultPlaceNames),
        words: wordsIn(speaking),
        isPointed: true,
        ...([value[name]].flat().every((place) => String(place).startsWith('/')) && { isFromTop: true }),
      }
    for (const [name, inner] of Object.entries(value))
      if (!pointers.includes(name))
        yield* faultsBelow(name, inner, { ...site, around: value, isPointed: pointers.length > 0 })
  }
}

function* faultsBelow(name: string, value: unknown, site: Site): Generator<Fault> {
  const inner = (typeof value === 'string' && objectWithin(value)) || value
  const isKey = site.isPointed !== true && !problems.around.has(name)
  const above = isKey ? [...site.above, ...faultPlaceNames(name)] : site.above
  const isNested = typeof inner === 'object' && inner !== null
  // Nothing is said about a property of this name.
  if (isNested && Object.keys(inner).length === 0) return
  if (isKey && (isNested || site.depth > 0))
    yield { names: above, words: wordsIn(inner), ...(holdsWords(name, value) && { isKeyOfWords: true }) }
  if (isNested) yield* faultsIn(inner, { ...site, above, depth: site.depth + 1 })
  else if (typeof inner === 'string') yield { names: [], words: isKey ? `${name}: ${inner}` : inner }
}

/** True if a property holds words about the property of that name, instead of words about the request. */
function holdsWords(name: string, value: unknown): boolean {
  return Array.isArray(value) && !problems.complaints.has(name)
    ? value.every((each) => typeof each === 'string')
    : typeof value === 'string' && !problems.whole.has(name)
}

const QUOTED = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|\b(None|True|False)\b/g
const CONSTANTS: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' }

/**
 * Parses an object at the end of a string, in JSON or as Python writes it, because some servers turn a
 * library's errors into one string; `undefined` if there is none.
 */
function objectWithin(text: string): object | undefined {
  const [found] = /\{.*\}(?=\s*$)/s.exec(text) ?? []
  if (found === undefined) return undefined
  const json = found.replace(QUOTED, (token, single?: string, constant?: string) =>
    single === undefined
      ? (CONSTANTS[constant ?? ''] ?? token)
      : JSON.stringify(single.replace(/\\(.)/g, '$1')),
  )
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Names of the properties that contain the location of a fault. */
function pointersOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(value).filter(
    (name) => problems.places.has(name) && (typeof value[name] === 'string' || Array.isArray(value[name])),
  )
}

/**
 * Returns the words in part of a refusal, without locations, because a property's name says nothing about its
 * correct value.
 */
function wordsIn(part: unknown): string {
  const text = JSON.stringify(part, (name, value: unknown) => (problems.places.has(name) ? undefined : value))
  return (text ?? '').replace(/\\(["\\/])/g, '$1')
}

/** Splits a path into its names: "#/data/email", "data.email", "$.email", "items[0].name". */
export function faultPlaceNames(place: string): MemberPath {
  return place.split(/[/.[\]#\s]+/).filter((name) => name !== '')
}

/** True for two spellings of a name: "Email", "email". */
export function isSameFaultSpelling(name: string, other: string): boolean {
  return name === other || (plainName(name) !== '' && plainName(name) === plainName(other))
}
