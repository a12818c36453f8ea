import { pointerBelow, type Step } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsThatHold } from '@concordat/runtime/subschemas'
import type { SchemaObject } from '../../../document/document.ts'
import { isReadAsAnyOf } from './alternatives.ts'
import type { SchemaPosition } from './context.ts'
import type { SchemaDraft } from './keywords/draft.ts'
import { readPattern } from './patterns/read-pattern.ts'

const ONE = keywordsThatHold('one').filter((keyword) => keyword !== 'items')
const LISTS = keywordsThatHold('list')
/**
 * Keywords that map names to schemas, except `$defs`, whose schemas are reached through references anyway.
 */
const MAPS = keywordsThatHold('map').filter((keyword) => keyword !== '$defs')

/** Normalizes a subschema at the given steps. */
type Convert = (value: SchemaObject | boolean, ...steps: Step[]) => JsonSchema

interface Converting extends SchemaPosition {
  readonly convert: Convert
}

/** Normalizes the subschemas of a schema. */
export function convertSubschemas(input: SchemaObject, output: SchemaDraft, position: Converting): void {
  const { place, context, convert } = position
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
            const read = readPattern({ pointer: pointerBelow(place, keyword, source), source }, context)
            return read === undefined ? [] : [[read, convert(item, keyword, source)] as const]
          })
        : members.map(([name, item]) => [name, convert(item, keyword, name)] as const),
    )
  }
}

/**
 * Copies `items` from any draft. A list of schemas is a tuple, whose further items "additionalItems"
 * describes.
 */
function copyItems({ items, additionalItems }: SchemaObject, output: SchemaDraft, convert: Convert): void {
  if (isTuple(items)) {
    output.prefixItems = items.map((item, index) => convert(item, 'items', index))
    if (additionalItems !== undefined) output.items = convert(additionalItems, 'additionalItems')
  } else if (items !== undefined) output.items = convert(items, 'items')
}

/** True if a `oneOf` is read as `anyOf`, because a value that matches one alternative can match another. */
function mayFitSeveral(
  input: SchemaObject,
  alternatives: readonly (SchemaObject | boolean)[],
  position: SchemaPosition,
): boolean {
  return isReadAsAnyOf(input, position) || (input.anyOf === undefined && haveOctets(alternatives, position))
}

/**
 * True if an alternative describes octets. Validators accept any string as octets, so a string could never
 * match only one alternative if another one also allows strings.
 */
function haveOctets(
  alternatives: readonly (SchemaObject | boolean)[],
  { place, context }: SchemaPosition,
): boolean {
  return alternatives.some((item, index) => {
    const { $ref } = typeof item === 'object' ? item : {}
    const target = $ref === undefined ? undefined : context.target($ref)
    return (
      context.isOctets(item, pointerBelow(place, 'oneOf', index)) ||
      ($ref !== undefined && target !== undefined && context.isOctets(target, $ref))
    )
  })
}

/** True for a tuple as written in drafts before 2020-12. */
function isTuple(items: SchemaObject['items']): items is readonly SchemaObject[] {
  return Array.isArray(items)
}
