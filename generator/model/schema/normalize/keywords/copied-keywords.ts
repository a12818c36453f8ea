import { KEYWORDS, type KeywordName, type SchemaKeyword } from '@concordat/runtime/subschemas'
import type { SchemaObject } from '../../../../document/document.ts'
import type { SchemaDraft } from './draft.ts'
import { enumNames } from './enum-names.ts'

/** Keywords that documents can write in several ways, or that are checked while they are read. */
const READ: readonly KeywordName[] = [
  ...(['$ref', '$dynamicRef', 'type', 'enum', 'const', 'required', 'pattern', 'discriminator'] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'examples', 'example'] as const),
]
/** Keywords that no later stage needs, and that are therefore not copied. */
const LEFT: readonly KeywordName[] = ['$id', '$anchor', '$dynamicAnchor', 'externalDocs']
/** All other keywords without subschemas, which are copied here. */
const COPIED = valueKeywords().filter((name) => !READ.includes(name) && !LEFT.includes(name))
const [PLAIN, DIVISORS, COUNTS] = [
  COPIED.filter((name) => !isBound(name)),
  COPIED.filter((name) => KEYWORDS[name].value === 'divisor'),
  COPIED.filter((name) => KEYWORDS[name].value === 'count'),
]
const FLAGS: ReadonlySet<unknown> = new Set(PLAIN.filter((name) => KEYWORDS[name].value === 'flag'))
const EXTENSIONS = ['x-source', 'x-writable-when'] as const

/** Steps that keywords can require, one bit each. `extensions` is for "x-" keywords. */
const STEPS = { plain: 1, extensions: 2, bounds: 4, subschemas: 8 }

/**
 * The step that each keyword requires. Without this map, checking each schema for every keyword would take
 * most of the time.
 */
const STEP_OF: ReadonlyMap<string, number> = new Map([
  ...[...PLAIN, 'examples', 'example'].map((name) => [name, STEPS.plain] as const),
  ...valueKeywords()
    .filter(isBound)
    .map((name) => [name, STEPS.bounds] as const),
  ...schemaKeywords().map((name) => [name, STEPS.subschemas] as const),
])

function valueKeywords(): Exclude<KeywordName, SchemaKeyword>[] {
  return Object.keys(KEYWORDS).filter(
    (name): name is Exclude<KeywordName, SchemaKeyword> => !('holds' in KEYWORDS[name as KeywordName]),
  )
}

function isBound(name: Exclude<KeywordName, SchemaKeyword>): boolean {
  const { value } = KEYWORDS[name]
  return value === 'number' || value === 'count' || value === 'divisor'
}

/** Keywords with subschemas, except `$defs`, whose schemas are reached through references anyway. */
function schemaKeywords(): string[] {
  return Object.entries(KEYWORDS).flatMap(([name, row]) => ('holds' in row && name !== '$defs' ? [name] : []))
}

/**
 * Copies the keywords without subschemas that later stages need and no other step reads.
 * @returns true if other keywords have subschemas.
 */
export function copyKeywords(input: SchemaObject, output: SchemaDraft): boolean {
  const steps = stepsFor(input)
  if (steps & STEPS.plain) copyPlain(input, output)
  if (steps & STEPS.extensions) copyExtensions(input, output)
  if (steps & STEPS.bounds) copyBounds(input, output)
  return (steps & STEPS.subschemas) !== 0
}

/** The steps that a schema needs, as bits of `STEPS`. */
function stepsFor(input: SchemaObject): number {
  let steps = 0
  for (const name in input) steps |= STEP_OF.get(name) ?? (name.startsWith('x-') ? STEPS.extensions : 0)
  return steps
}

function copyPlain(input: SchemaObject, output: SchemaDraft): void {
  copyAll(input, output, PLAIN)
  if (Array.isArray(input.examples)) output.examples = input.examples
  else if (input.example !== undefined) output.examples = [input.example]
}

function copyBounds(input: SchemaObject, output: SchemaDraft): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = input
  copyAll(input, output, DIVISORS)
  if (maximum !== undefined && exclusiveMaximum !== true) output.maximum = maximum
  if (minimum !== undefined && exclusiveMinimum !== true) output.minimum = minimum
  copyAll(input, output, COUNTS)
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
  const under = exclusiveMaximum === true ? maximum : exclusiveMaximum
  if (typeof above === 'number') output.exclusiveMinimum = above
  if (typeof under === 'number') output.exclusiveMaximum = under
}

function copyExtensions(input: SchemaObject, output: SchemaDraft): void {
  copyAll(input, output, EXTENSIONS)
  Object.assign(output, enumNames(input))
}

/** Copies keywords unchanged, except flags that are not true. */
function copyAll(
  input: SchemaObject,
  output: Record<string, unknown>,
  keywords: readonly (keyof SchemaObject)[],
): void {
  for (let index = 0; index < keywords.length; index++) {
    const keyword = keywords[index] ?? 'title'
    const value = input[keyword]
    if (value !== undefined && (value === true || !FLAGS.has(keyword))) output[keyword] = value
  }
}
