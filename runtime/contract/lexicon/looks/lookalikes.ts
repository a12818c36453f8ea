import { singularOf } from '../names/inflection.ts'
import { lowerWordsOf } from '../names/words.ts'
import { looks } from '../tables/looks.ts'
import { momentNamed, momentNumbers, momentTexts } from './moments.ts'
import { NUMBER_LOOKS } from './number-kinds.ts'
import type { ValueSubject } from './subject.ts'
import {
  CHOICE_LOOKS,
  CODE_LOOKS,
  codeLooks,
  DESCRIBED_LOOKS,
  FORMAT_LOOKS,
  LINK_LOOKS,
  personLooks,
  pictureLooks,
  TEXT_LOOKS,
  type TextKind,
  THING_LOOKS,
  thingLooks,
} from './text-kinds.ts'

/** A location that needs a value, described by its name and schema. */
export interface AskedValue {
  /** Name of the property; for list items, name of the list. */
  readonly name: string
  /**
   * Name of the object that contains the property: the name of the object's component, or of the property
   * whose value the object is.
   */
  readonly of?: string | undefined
  /** Names of all properties of the object that contains the value. */
  readonly siblings?: readonly string[]
  /** Keywords in the values' schema. */
  readonly keywords: {
    readonly format?: string | undefined
    readonly description?: string | undefined
    readonly examples?: unknown
    readonly pattern?: string | undefined
    readonly minLength?: number | undefined
    readonly maxLength?: number | undefined
  }
}

/**
 * Realistic strings for a location, the most likely first; empty if its format requires something else. Its
 * schema can reject some of them.
 */
export function textsLike(asked: AskedValue, subject: ValueSubject): readonly string[] {
  const name = singularOf(asked.name)
  const format = asked.keywords.format?.toLowerCase()
  const moment = momentNamed(name, format)
  if (moment !== undefined) return momentTexts(format ?? name, { subject, moment })
  const isOtherFormat = format !== undefined && !['', 'string', 'text'].includes(format)
  const kind = isOtherFormat ? ofFormat({ ...asked, name }, format) : kindOf({ ...asked, name })
  if (kind === undefined) return []
  const shown = CHOICE_LOOKS.some(([, choice]) => choice === kind) ? examplesOf(asked) : []
  return [...shown, ...spelled(kind(subject), asked)]
}

function examplesOf({ keywords: { examples } }: AskedValue): readonly string[] {
  return Array.isArray(examples) ? examples.filter((each) => typeof each === 'string') : []
}

/**
 * Realistic numbers for a location, the most likely first; empty if its name does not suggest any. Its schema
 * can reject some of them.
 */
export function numbersLike(
  { name, keywords: { description, format } }: AskedValue,
  subject: ValueSubject,
): readonly number[] {
  const moment = momentNamed(name, format)
  // A "time" can also be a duration.
  const isMoment = moment !== undefined && (moment !== 'other' || !/time$/i.test(name))
  if (isMoment) return momentNumbers({ subject, moment }, { name, description })
  const found = NUMBER_LOOKS.find(([vocabulary]) => vocabulary.has(name))
  return found?.[1](subject, `${lowerWordsOf(name).join(' ')} ${description ?? ''}`) ?? []
}

/**
 * Text kind for a format. A link to a picture has the same format as any other link, so it is recognized by
 * the names of the property and its object.
 */
function ofFormat({ name, of = '' }: AskedValue, format: string): TextKind | undefined {
  const kind = FORMAT_LOOKS[format]
  const isPicture =
    kind === FORMAT_LOOKS['uri'] && [...lowerWordsOf(name), singularOf(of)].some(looks.pictures.has)
  return isPicture ? pictureLooks : kind
}

function kindOf(asked: AskedValue): TextKind {
  const { name, of = '', siblings = [], keywords } = asked
  const isRegion = looks.statuses.has(name) && siblings.some(looks.ofAddresses.has)
  if (isRegion) return ({ place }) => [place.region, place.regionCode]
  if (looks.links.has(name) && looks.pictures.has(singularOf(of))) return pictureLooks
  const named = ofEnding(asked) ?? kindIn(TEXT_LOOKS, name)
  if (named !== undefined) return named
  const { description = '' } = keywords
  const said = DESCRIBED_LOOKS.find(([words]) => words.test(description))
  if (said !== undefined) return said[1]
  if (looks.codes.has(name)) return codeLooks
  // Every property of an object such as "image_urls: { small, large }" is a link.
  return kindIn(LINK_LOOKS, singularOf(of)) ?? thingLooks
}

function kindIn(kinds: typeof TEXT_LOOKS, name: string): TextKind | undefined {
  return kinds.find(([vocabulary]) => vocabulary.has(name))?.[1]
}

/**
 * Text kind for names that end in "name" or "code". The kind depends on the preceding words or, if there are
 * none, on the object's name.
 */
function ofEnding({ name, of = '', siblings = [] }: AskedValue): TextKind | undefined {
  const words = lowerWordsOf(name)
  const last = words.at(-1)
  const stem = words.length > 1 ? words.slice(0, -1).join('_') : singularOf(of)
  if (last === 'code') return kindIn(CODE_LOOKS, stem)
  if (last !== 'name' || OWN_NAMES.some((vocabulary) => vocabulary.has(name))) return undefined
  const kind = kindIn(THING_LOOKS, stem)
  if (kind !== undefined || words.length > 1) return kind
  return siblings.some(looks.ofPersons.has) ? personLooks : thingLooks
}

/** Names that contain "name". */
const OWN_NAMES = [looks.givenNames, looks.familyNames, looks.userNames]

/**
 * Adapts strings to their schema: selects those within the length limits, or else cuts or pads the first one,
 * and, if there is a pattern, tries other letter cases and spellings.
 */
function spelled(
  texts: readonly string[],
  { keywords: { pattern, minLength = 0, maxLength } }: AskedValue,
): readonly string[] {
  const most = maxLength ?? Number.POSITIVE_INFINITY
  const fitting = texts.filter(({ length }) => length >= minLength && length <= most)
  const [first = ''] = texts
  const cut = first.slice(0, most).trim()
  const enough = fitting.length > 0 ? fitting : [cut.padEnd(minLength, ` ${cut}`)]
  if (pattern === undefined) return enough
  const forms = enough.flatMap((text) => [
    text.toLowerCase(),
    text.toUpperCase(),
    hyphenated(text, '-'),
    hyphenated(text, '_'),
  ])
  return [...enough, ...forms]
}

function hyphenated(text: string, sign: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, sign)
}
