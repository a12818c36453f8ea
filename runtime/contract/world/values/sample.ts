import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Issue, Schema } from '@concordat/runtime/schema'
import { EACH, foldSchema, type Place } from '@concordat/runtime/schema-view'
import { documentedItemBounds, documentedMembers } from '../../data/document/schema-in.ts'
import { fieldMasks, unspecified } from '../../lexicon/lexicon.ts'
import { sampleDepthLimit } from './depth-limit.ts'
import { withTimesInOrder } from './range-members.ts'
import { isKeptValue } from './same.ts'
import { sampleNumber } from './sample-number.ts'
import type { SampleOptions, Variant } from './sample-options.ts'
import { sampleString } from './sample-string.ts'
import { HARD_DEPTH, LONGEST_MADE, Unmakeable } from './unmakeable.ts'

/**
 * Optional properties at a greater depth are omitted; otherwise, values of a recursive schema would be
 * infinite.
 */
const MAX_DEPTH = 5
/** Maximum number of alternatives to try in turn. */
const MOST_BRANCHES = 8

/**
 * Creates a valid value for the schema from its const, examples (if the variant uses them), default, enum,
 * format, pattern and bounds, in that order.
 * @throws Unmakeable if that is impossible; the message contains the property and the reason.
 */
export function sampleValue(schema: Schema, options: SampleOptions): unknown {
  const { hint = 'value' } = options
  const deepest = sampleDepthLimit(schema, MAX_DEPTH)
  const others = VARIANTS.filter((variant) => variant !== options.variant)
  let issue: Issue | undefined
  for (const variant of [options.variant, ...others]) {
    let value = valueFor(schema, { ...options, variant, deepest })
    let found = schema.misfit(value)
    for (let times = 0; found !== undefined && times < MOST_FORBIDDEN; times++) {
      const rest = withoutForbidden(value, found)
      if (rest === value) break
      value = rest
      found = schema.misfit(value)
    }
    if (found === undefined) return value
    issue ??= found
  }
  throw new Unmakeable(
    `Concordat found no value for "${hint}" that matches its schema: ${`${issue?.instancePath} ${issue?.message}`.trim()}`,
  )
}

/**
 * Maximum number of properties to remove because one part of an `allOf` names them and another part forbids
 * them.
 */
const MOST_FORBIDDEN = 50

/** Returns a value without the property that an issue forbids; unchanged for other issues. */
function withoutForbidden(value: unknown, { params, instancePath }: Issue): unknown {
  const name = params['additionalProperty'] ?? params['unevaluatedProperty']
  if (typeof name !== 'string') return value
  const [step, ...rest] = stepsOf(instancePath)
  return without(value, { name, step, rest })
}

interface Forbidden {
  readonly name: string
  readonly step: string | undefined
  readonly rest: readonly string[]
}

function without(value: unknown, { name, step, rest: [next, ...rest] }: Forbidden): unknown {
  if (step === undefined) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return value
    return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))
  }
  if (Array.isArray(value))
    return value.map((item, index) =>
      String(index) === step ? without(item, { name, step: next, rest }) : item,
    )
  if (!isObject(value)) return value
  return { ...value, [step]: without(value[step], { name, step: next, rest }) }
}

/**
 * Variants to try if a value does not match. The one with the most properties comes first because it is more
 * informative.
 */
const VARIANTS: readonly Variant[] = ['full', 'required']

/** Options for a value, and the maximum depth of its optional properties. */
interface PartOptions extends SampleOptions {
  readonly deepest: number
}

/** The location of a value, and the function that creates its parts. */
interface Sampling extends Place {
  readonly options: PartOptions
  readonly of: (part: Schema, step: string) => unknown
}

function valueFor(schema: Schema, { other, ...options }: PartOptions): unknown {
  return foldSchema(schema, (place, of) => {
    const { path } = place
    const hint = path.findLast((step) => step !== EACH) ?? options.hint
    const named = { ...options, ...(hint !== undefined && { hint }) }
    // Only the value as a whole has to differ, not each of its parts.
    return sampleAt({ ...place, of, options: path.length === 0 ? { ...named, other } : named })
  })
}

/**
 * Tries several alternatives, because a value of the first one may match others as well when it must match
 * exactly one.
 */
function sampleAt(place: Sampling): unknown {
  const { schema, options, path } = place
  const branches = path.length >= options.deepest ? nullFirst(schema.alternatives) : schema.alternatives
  if (branches.length < 2) return sampleOne(place)
  let failure: unknown
  let misfitting: { readonly value: unknown } | undefined
  for (const branch of branches.slice(0, MOST_BRANCHES)) {
    try {
      const value = sampleOne({ ...place, schema: branch })
      if (schema.allows(value)) return value
      misfitting ??= { value }
    } catch (error) {
      if (!(error instanceof Unmakeable)) throw error
      failure ??= error
    }
  }
  if (misfitting === undefined) throw failure
  return misfitting.value
}

/** Puts alternatives that allow only `null` first, because `null` ends the recursion at the maximum depth. */
function nullFirst(alternatives: readonly Schema[]): readonly Schema[] {
  return alternatives.toSorted((left, right) => Number(right.values.areNull) - Number(left.values.areNull))
}

function sampleOne(place: Sampling): unknown {
  const { schema, options, path } = place
  if (schema.values.areNone)
    throw new Unmakeable(`the schema of "${options.hint ?? 'value'}" allows no value`)
  const given = givenValue(schema, options)
  if (given !== undefined) return given.value
  if (path.length > HARD_DEPTH)
    throw new Unmakeable(`every value of "${options.hint ?? 'value'}" is nested too deeply to generate`)
  const isDeep = path.length >= options.deepest && schema.types.includes('object')
  const type = schema.types.find((name) => (name === 'null') === isDeep) ?? schema.types[0]
  return (OF_TYPE[type ?? ''] ?? sampleAny)(place)
}

const OF_TYPE: Readonly<Record<string, (place: Sampling) => unknown>> = {
  object: sampleObject,
  array: sampleArray,
  boolean: ({ options }) => options.other !== true,
  integer: ({ schema, options }) => sampleNumber(schema.keywords, options),
  number: ({ schema, options }) => sampleNumber(schema.keywords, options),
  null: () => null,
  string: ({ schema, options }) => sampleString(schema.keywords, options),
}

/**
 * Creates a value for a schema that allows any type: a string in a list, or if the schema has a format or
 * pattern, and otherwise an empty object. A list of anything is most often one of strings, and some servers
 * store an object as its address in memory.
 */
function sampleAny({ schema: { keywords }, options, path }: Sampling): unknown {
  const isText = path.at(-1) === EACH || 'format' in keywords || 'pattern' in keywords
  return isText ? sampleString(keywords, options) : {}
}

function isSmall(variant: Variant): boolean {
  return variant === 'required' || variant === 'brief'
}

/**
 * Returns a value from the document. Because examples often come from an older schema, only matching ones are
 * used.
 */
function givenValue(schema: Schema, { variant, other }: SampleOptions): { value: unknown } | undefined {
  const { keywords } = schema
  if ('const' in keywords) return { value: keywords.const }
  const examples = [
    ...('example' in keywords ? [keywords['example']] : []),
    ...(Array.isArray(keywords.examples) ? keywords.examples : []),
  ]
  const defaults = 'default' in keywords && keywords.default !== null ? [keywords.default] : []
  const listed: readonly unknown[] = keywords.enum ?? []
  // `null` and its equivalents are chosen only if a schema lists no other values.
  const telling = listed.filter((value) => value !== null && !unspecified.has(String(value)))
  const choices = telling.length > 0 ? telling : listed
  const candidates = [
    ...(variant === 'example' || variant === 'brief' ? examples : []),
    ...defaults,
    ...choices,
  ]
  const fitting = candidates.filter((value) => schema.allows(value))
  const found = fitting.find(
    (value) => other === undefined || JSON.stringify(value) !== JSON.stringify(other),
  )
  if (found !== undefined) return { value: found }
  return choices.length > 0
    ? { value: fitting.find((value) => choices.includes(value)) ?? choices[0] }
    : undefined
}

function sampleObject({ schema, options, path, of }: Sampling): Record<string, unknown> {
  const { required } = schema
  const isWanted = (name: string): boolean =>
    required.has(name) || (!isSmall(options.variant) && path.length < options.deepest)
  const members = documentedMembers(schema).filter(([name]) => isWanted(name))
  const made = members.flatMap(([name, member]): [string, unknown][] => {
    try {
      return [[name, of(member, name)]]
    } catch (error) {
      // An optional property for which no value can be created is omitted.
      if (error instanceof Unmakeable && !required.has(name)) return []
      throw error
    }
  })
  const value = withFieldMask(withTimesInOrder(Object.fromEntries(made)))
  if (!takesAnyName(schema) || !isKeptValue(value, options.other)) return value
  // Both changes an additional property and adds one, because servers may treat the two differently.
  const texts = Object.entries(Object(options.other)).filter(([, text]) => typeof text === 'string')
  const [changed] = texts.map(([name]) => name)
  const room = (schema.keywords.maxProperties ?? Number.POSITIVE_INFINITY) - Object.keys(value).length
  const names = [...(changed === undefined ? [] : [changed]), options.names.tag()].slice(0, room)
  const rest = schema.additionalProperties
  const differs = rest.types.length > 0 ? rest : schema.document.of({ type: 'string' })
  const differing = names.map((name) => [name, of(differs, name)] as const)
  return { ...value, ...Object.fromEntries(differing) }
}

/**
 * Returns an object whose field mask names a property of the object before it: "updateMask" after "options".
 * Servers reject a mask that names nothing.
 */
function withFieldMask(value: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(value)
  const at = entries.findIndex(([name, mask]) => typeof mask === 'string' && fieldMasks.has(name))
  const named = entries.slice(0, at).findLast(([, part]) => isObject(part) && Object.keys(part).length > 0)
  const [mask] = entries[at] ?? []
  return mask === undefined || named === undefined
    ? value
    : { ...value, [mask]: Object.keys(Object(named[1]))[0] }
}

/** True if the schema explicitly allows additional properties and does not limit their names. */
function takesAnyName({ keywords }: Schema): boolean {
  const { additionalProperties: others = false } = keywords
  return others !== false && !('propertyNames' in keywords)
}

function sampleArray({ schema, options, path, of }: Sampling): unknown[] {
  const { least, most } = documentedItemBounds(schema)
  if (least > LONGEST_MADE)
    throw new Unmakeable(
      `"${options.hint ?? 'value'}" must have at least ${least} items, which is too many for a request`,
    )
  const wanted = isSmall(options.variant) || path.length >= options.deepest ? least : Math.max(least, 1)
  return Array.from({ length: Math.min(wanted, most) }, (_, index) => of(schema.itemAt(index), EACH))
}
