import { below, type Step } from '@concordat/runtime/pointer'
import type { JsonSchema, SchemaObject as Normalized } from '@concordat/runtime/schema'
import { forbidsAll } from '@concordat/runtime/schema-view'
import {
  KEYWORDS,
  type KeywordName,
  keywordsThatHold,
  type SchemaKeyword,
} from '@concordat/runtime/subschemas'
import type { SchemaObject } from '../../../document/document.ts'
import { isAnyOf } from './alternatives.ts'
import { closedTarget, shutsOutParts, withoutClosing } from './closed-parts.ts'
import type { SchemaContext, SchemaPosition } from './context.ts'
import { normalizeDiscriminator } from './discriminator.ts'
import { enumNames } from './enum-names.ts'
import { readListedValues } from './listed-values.ts'
import { readOwnType } from './own-type.ts'
import { readPattern } from './read-pattern.ts'

/** Keywords that documents write otherwise than JSON Schema 2020-12, or that are checked as they are read. */
const READ: readonly KeywordName[] = [
  ...(['$ref', '$dynamicRef', 'type', 'enum', 'const', 'required', 'pattern', 'discriminator'] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'examples', 'example'] as const),
]
/** Keywords that no later stage asks a schema for. */
const LEFT: readonly KeywordName[] = ['$id', '$anchor', '$dynamicAnchor', 'externalDocs']
/** All others without schemas are copied as they are. */
const COPIED = valueKeywords().filter((name) => !READ.includes(name) && !LEFT.includes(name))
const [PLAIN, NUMBERS, COUNTS] = [
  COPIED.filter((name) => !isBound(name)),
  COPIED.filter((name) => KEYWORDS[name].value === 'number'),
  COPIED.filter((name) => KEYWORDS[name].value === 'count'),
]
const EXTENSIONS = ['x-source', 'x-writable-when'] as const
const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'])

const ONE = keywordsThatHold('one').filter((keyword) => keyword !== 'items')
const LISTS = keywordsThatHold('list')
/** References name definitions, wherever these stand. */
const MAPS = keywordsThatHold('map').filter((keyword) => keyword !== '$defs')

/** What copies keywords beside those that are read, a bit for each; an extension is any "x-". */
const STEPS = { plain: 1, extensions: 2, bounds: 4, subschemas: 8 }

/** Which step copies a keyword: a schema has few, and to ask each for all of them takes longer than all else. */
const STEP_OF: ReadonlyMap<string, number> = new Map([
  ...[...PLAIN, 'examples', 'example'].map((name) => [name, STEPS.plain] as const),
  ...valueKeywords()
    .filter(isBound)
    .map((name) => [name, STEPS.bounds] as const),
  ...[...ONE, 'items', ...LISTS, ...MAPS].map((name) => [name, STEPS.subschemas] as const),
])

function valueKeywords(): Exclude<KeywordName, SchemaKeyword>[] {
  return Object.keys(KEYWORDS).filter(
    (name): name is Exclude<KeywordName, SchemaKeyword> => !('holds' in KEYWORDS[name as KeywordName]),
  )
}

function isBound(name: Exclude<KeywordName, SchemaKeyword>): boolean {
  const { value } = KEYWORDS[name]
  return value === 'number' || value === 'count'
}

/** A schema that is being written. */
type Draft = { -readonly [Keyword in keyof Normalized]: Normalized[Keyword] }

/**
 * Rewrites a schema of OpenAPI 3.0 or 3.1 as JSON Schema 2020-12: `nullable`, boolean `exclusiveMinimum`, `example` and
 * draft-4 tuples become what they mean there; references name definitions.
 * @param place JSON Pointer of the schema in the bundled document.
 */
export function normalizeSchema(
  written: SchemaObject | boolean,
  place: string,
  around: SchemaContext,
): JsonSchema {
  const isOctets = around.isOctets(written, place)
  if (typeof written === 'boolean') return isOctets ? OCTETS : written
  if (forbidsAll(written)) return nothing(written)
  const { input: typed, isNullable, isNothing } = readOwnType(written, { place, context: around })
  if (isNothing) return nothing(written)
  const input = readListedValues(typed, { place, context: around })
  const output = rewrite(input, { place, context: around, isOctets })
  reportEarlierWords(input, { place, context: around })
  return input.nullable === true || isNullable ? nullable(output) : output
}

/** A schema whose type and values are read, in the words of JSON Schema 2020-12. */
function rewrite(input: SchemaObject, position: CopiedPosition): Draft {
  const { context, isOctets } = position
  const output: Draft = {}
  const [$ref, other] = references(input, position)
  if ($ref !== undefined) output.$ref = $ref
  if (context.opened !== undefined || shutsOutParts(input, context)) copyOpened(input, output, position)
  else copyKeywords(input, output, position)
  if (other !== undefined) output.allOf = [...(output.allOf ?? []), { $ref: other }]
  const discriminator = normalizeDiscriminator(input, position)
  if (discriminator !== undefined) output.discriminator = discriminator
  if (isOctets) asOctets(output)
  // Where there are no octets, a text stands in their place.
  else if (output.format === OCTETS.format) delete output.format
  return output
}

/** A schema that no value fits, with what it says of itself to people. */
function nothing({ title, description, deprecated }: SchemaObject): JsonSchema {
  const notes = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
  }
  return Object.keys(notes).length === 0 ? false : { ...notes, not: {} }
}

interface CopiedPosition extends SchemaPosition {
  readonly isOctets: boolean
}

/** Copies what a schema says itself and of the schemas in it, but for its references and its discriminator. */
function copyKeywords(input: SchemaObject, output: Draft, position: CopiedPosition): void {
  copyValueKeywords(input, output, position)
  const steps = stepsFor(input)
  if (steps & STEPS.plain) copyPlain(input, output)
  if (steps & STEPS.extensions) copyExtensions(input, output)
  if (steps & STEPS.bounds) copyBounds(input, output)
  if (steps & STEPS.subschemas) copySubschemas(input, output, position)
}

/** The same for a schema that is closed as a whole, or is a part of one: no part is closed by itself. */
function copyOpened(schema: SchemaObject, output: Draft, { place, context, isOctets }: CopiedPosition): void {
  const { opened, ...inside } = context
  const { allOf = [], ...input } = withoutClosing(schema)
  copyKeywords(input, output, { place, context: inside, isOctets })
  if (opened === undefined) closeAsOne(output, { place, context })
  if (allOf.length > 0)
    output.allOf = openParts(allOf, { place, context: { ...inside, opened: opened ?? new Set() } })
}

const NO_REFERENCES: readonly string[] = []

/** The definitions that `$ref` and `$dynamicRef` lead to. A schema has one `$ref`: a second one is a part. */
function references(input: SchemaObject, position: SchemaPosition): readonly string[] {
  if (input.$ref === undefined && input.$dynamicRef === undefined) return NO_REFERENCES
  const { place, context } = position
  const dynamic = dynamicReference(input, position)
  const plain = input.$ref === undefined ? undefined : `#/$defs/${context.reference(input.$ref, place)}`
  return [plain, dynamic].filter((reference) => reference !== undefined)
}

/** A dynamic reference as one to the definition that is meant where the schema is read. */
function dynamicReference(
  { $dynamicRef }: SchemaObject,
  { place, context }: SchemaPosition,
): string | undefined {
  if ($dynamicRef === undefined) return undefined
  const own = below(place, '$dynamicRef')
  const target = context.dynamicTarget($dynamicRef)
  if (target !== undefined) return `#/$defs/${context.reference(target, own)}`
  context.report({
    code: 'unresolvable-reference',
    severity: 'warning',
    place: own,
    message: `"${$dynamicRef}" does not lead to a schema.`,
    reading: 'unknown: any value fits',
    fix: 'give the schema that is meant the "$dynamicAnchor", or add the schema.',
  })
  return undefined
}

/** Tells of what only an earlier version of OpenAPI has, and is read as it was there. */
function reportEarlierWords(input: SchemaObject, { place, context }: SchemaPosition): void {
  if (context.version?.hasNullable !== false) return
  const told = (keyword: string, word: string, { reading, fix }: { reading: string; fix: string }) =>
    context.report({
      code: 'keyword-of-earlier-version',
      severity: 'warning',
      place: below(place, keyword),
      message: `${word} is of OpenAPI 3.0; OpenAPI ${context.version?.name} does not have it.`,
      reading,
      fix,
    })
  if (input.nullable === true)
    told('nullable', '"nullable"', {
      reading: 'null beside the values that the schema allows',
      fix: 'write "null" among the types: `type: [string, "null"]`, or `anyOf: [{ $ref: … }, { type: "null" }]`.',
    })
  for (const [keyword, bound] of BOUNDS)
    if (input[keyword] === true)
      told(keyword, `"${keyword}: true"`, {
        reading: `a bound that excludes the "${bound}" itself`,
        fix: `write the number there, in place of "${bound}".`,
      })
}

const BOUNDS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const

/** The steps that a schema needs, of `STEPS`, together. */
function stepsFor(input: SchemaObject): number {
  let steps = 0
  for (const name in input) steps |= STEP_OF.get(name) ?? (name.startsWith('x-') ? STEPS.extensions : 0)
  return steps
}

/**
 * The type that a word means which JSON Schema does not have: one written with capitals, or Swagger's "file". Any other word says
 * nothing.
 */
function readType(type: string, { place, context, isOctets }: CopiedPosition): string[] {
  const lower = type.toLowerCase()
  const read = TYPES.has(lower) ? lower : lower === 'file' ? 'string' : undefined
  const isFile = lower === 'file' && isOctets
  context.report({
    code: 'wrong-value',
    severity: 'warning',
    place: below(place, 'type'),
    message: `JSON Schema has no type "${type}".`,
    reading: isFile ? 'octets' : read === undefined ? 'if it were not there' : `"${read}"`,
    fix: isFile
      ? 'write { type: string, format: binary }.'
      : `write one of ${[...TYPES].map((name) => `"${name}"`).join(', ')}.`,
  })
  return read === undefined ? [] : [read]
}

/** What all later stages know octets by. */
const OCTETS = { type: 'string', format: 'binary' } as const

/** Whatever words a document has for octets. */
function asOctets(output: Draft): void {
  const isNullable = [output.type].flat().includes('null')
  delete output.$ref
  Object.assign(output, OCTETS, isNullable && { type: ['string', 'null'] })
}

function copyValueKeywords(input: SchemaObject, output: Draft, position: CopiedPosition): void {
  const { place, context } = position
  if (typeof input.type === 'string' && TYPES.has(input.type)) output.type = input.type
  else if (input.type !== undefined) {
    const known = [input.type].flat().flatMap((type) => (TYPES.has(type) ? [type] : readType(type, position)))
    const [only] = known
    if (only !== undefined) output.type = known.length === 1 ? only : [...new Set(known)]
  }
  if (input.enum !== undefined) output.enum = unique(input.enum)
  if ('const' in input) output.const = input.const
  if (input.required !== undefined && input.required.length > 0) output.required = unique(input.required)
  if (input.pattern !== undefined) {
    const { pattern: source, maxLength } = input
    const read = readPattern(
      { pointer: below(place, 'pattern'), source, ...(maxLength !== undefined && { maxLength }) },
      context,
    )
    if (read !== undefined) output.pattern = read
  }
}

function copyPlain(input: SchemaObject, output: Draft): void {
  for (const keyword of PLAIN)
    if (KEYWORDS[keyword].value !== 'flag' || input[keyword] === true) copy(input, output, keyword)
  if (Array.isArray(input.examples)) output.examples = input.examples
  else if (input.example !== undefined) output.examples = [input.example]
}

function copyBounds(input: SchemaObject, output: Draft): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = input
  for (const keyword of NUMBERS) copy(input, output, keyword)
  if (maximum !== undefined && exclusiveMaximum !== true) output.maximum = maximum
  if (minimum !== undefined && exclusiveMinimum !== true) output.minimum = minimum
  for (const keyword of COUNTS) copy(input, output, keyword)
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
  const under = exclusiveMaximum === true ? maximum : exclusiveMaximum
  if (typeof above === 'number') output.exclusiveMinimum = above
  if (typeof under === 'number') output.exclusiveMaximum = under
}

function copyExtensions(input: SchemaObject, output: Draft): void {
  for (const keyword of EXTENSIONS) copy(input, output, keyword)
  Object.assign(output, enumNames(input))
}

function copy(input: SchemaObject, output: Record<string, unknown>, keyword: keyof SchemaObject): void {
  const value = input[keyword]
  if (value !== undefined) output[keyword] = value
}

/** Normalizes a schema that the steps lead to. */
type Convert = (value: SchemaObject | boolean, ...steps: Step[]) => JsonSchema

function copySubschemas(input: SchemaObject, output: Draft, position: SchemaPosition): void {
  const { place, context } = position
  const convert: Convert = (value, ...steps) => normalizeSchema(value, below(place, ...steps), context)
  for (const keyword of ONE) {
    const value = input[keyword]
    if (value !== undefined) output[keyword] = convert(value, keyword)
  }
  copyItems(input, output, convert)
  for (const keyword of LISTS) {
    const value = input[keyword]
    if (value === undefined || value.length === 0) continue
    const isInclusive = keyword === 'oneOf' && mayFitSeveral(input, value, position)
    output[isInclusive ? 'anyOf' : keyword] = value.map((item, index) => convert(item, keyword, index))
  }
  for (const keyword of MAPS) {
    const value = input[keyword]
    if (value === undefined) continue
    const members = Object.entries(value)
    output[keyword] = Object.fromEntries(
      keyword === 'patternProperties'
        ? members.flatMap(([source, item]) => {
            const read = readPattern({ pointer: below(place, keyword, source), source }, context)
            return read === undefined ? [] : [[read, convert(item, keyword, source)] as const]
          })
        : members.map(([name, item]) => [name, convert(item, keyword, name)] as const),
    )
  }
}

/** Items of all drafts: a list of schemas is a tuple, and "additionalItems" are what follows it. */
function copyItems({ items, additionalItems }: SchemaObject, output: Draft, convert: Convert): void {
  if (isTuple(items)) {
    output.prefixItems = items.map((item, index) => convert(item, 'items', index))
    if (additionalItems !== undefined) output.items = convert(additionalItems, 'additionalItems')
  } else if (items !== undefined) output.items = convert(items, 'items')
}

/** True if a `oneOf` is read as `anyOf`: what fits one of its alternatives may fit another as well. */
function mayFitSeveral(
  input: SchemaObject,
  alternatives: readonly (SchemaObject | boolean)[],
  position: SchemaPosition,
): boolean {
  return isAnyOf(input, position) || (input.anyOf === undefined && haveOctets(alternatives, position))
}

/** True if one of several alternatives is octets. Validators take a text for octets as well: beside other texts, none would be of one alone. */
function haveOctets(
  alternatives: readonly (SchemaObject | boolean)[],
  { place, context }: SchemaPosition,
): boolean {
  return alternatives.some((item, index) => {
    const { $ref } = typeof item === 'object' ? item : {}
    const target = $ref === undefined ? undefined : context.target($ref)
    return (
      context.isOctets(item, below(place, 'oneOf', index)) ||
      ($ref !== undefined && target !== undefined && context.isOctets(target, $ref))
    )
  })
}

/** Parts that shut one another out are read as parts of what is closed as a whole. */
function closeAsOne(output: Draft, { place, context }: SchemaPosition): void {
  output.unevaluatedProperties = false
  context.report({
    code: 'parts-exclude-one-another',
    severity: 'warning',
    place,
    message: 'A part of the schema forbids the members that another part names.',
    reading: 'an object that may have the members of all its parts, and no others',
    fix: 'leave "additionalProperties: false" out of the parts.',
  })
}

/** The parts of `allOf` as such: closed ones are opened, where they stand or in the place of references to them. */
function openParts(
  parts: readonly (SchemaObject | boolean)[],
  { place, context }: OpenedPosition,
): JsonSchema[] {
  return parts.map((part, index) => {
    const target = closedTarget(part, context)
    if (target === undefined || context.opened.has(target.pointer))
      return normalizeSchema(part, below(place, 'allOf', index), context)
    const opened = new Set([...context.opened, target.pointer])
    return normalizeSchema(target.schema, target.pointer, { ...context, ...UNTOLD, opened })
  })
}

interface OpenedPosition extends SchemaPosition {
  readonly context: SchemaContext & Required<Pick<SchemaContext, 'opened'>>
}

/** What is read in the place of a reference is reported where it stands. */
export const UNTOLD = { report: () => {}, ignored: () => {}, foreign: () => {} }

/** What drafts before 2020-12 write for `prefixItems`. */
function isTuple(items: SchemaObject['items']): items is readonly SchemaObject[] {
  return Array.isArray(items)
}

/** `nullable: true` of OpenAPI 3.0: null is allowed beside whatever the schema says. */
function nullable(schema: Draft): JsonSchema {
  const { type } = schema
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'const'].some((keyword) => keyword in schema)
  if (type === undefined || isComposed) {
    const { title, description, default: value, readOnly, writeOnly, deprecated, ...rest } = schema
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(value !== undefined && { default: value }),
      ...(readOnly !== undefined && { readOnly }),
      ...(writeOnly !== undefined && { writeOnly }),
      ...(deprecated !== undefined && { deprecated }),
      anyOf: [rest, { type: 'null' }],
    }
  }
  const types = [type].flat()
  if (!types.includes('null')) schema.type = [...types, 'null']
  if (schema.enum !== undefined && !schema.enum.includes(null)) schema.enum = [...schema.enum, null]
  return schema
}

function unique<Value>(values: readonly Value[]): Value[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const text = JSON.stringify(value)
    return !seen.has(text) && seen.add(text)
  })
}
