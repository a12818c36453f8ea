import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { forbidsAll } from '@concordat/runtime/schema-view'
import type { SchemaObject } from '../../../document/document.ts'
import { closeAsOne, closedTarget, shutsOutParts, withoutClosing } from './closed-parts.ts'
import { type CopiedPosition, type SchemaContext, type SchemaPosition, UNTOLD } from './context.ts'
import { normalizeDiscriminator } from './discriminator.ts'
import { reportEarlierWords } from './earlier-words.ts'
import { copyKeywords } from './keywords/copied-keywords.ts'
import { markAsOctets, nothingSchema, nullableSchema, OCTETS, type SchemaDraft } from './keywords/draft.ts'
import { readListedValues } from './listed-values.ts'
import { readOwnType } from './own-type.ts'
import { referencedDefinitions } from './reference-keywords.ts'
import { convertSubschemas } from './subschema-keywords.ts'
import { readValueKeywords } from './value-keywords.ts'

/**
 * Rewrites an OpenAPI schema as JSON Schema 2020-12: translates `nullable`, boolean `exclusiveMinimum`,
 * `example` and draft-4 tuples, and makes references point to definitions.
 * @param place JSON Pointer of the schema in the bundled document.
 */
export function normalizeSchema(
  written: SchemaObject | boolean,
  place: string,
  around: SchemaContext,
): JsonSchema {
  const isOctets = around.isOctets(written, place)
  if (typeof written === 'boolean') return isOctets ? OCTETS : written
  if (forbidsAll(written)) return nothingSchema(written)
  const { input: typed, isNullable, isNothing } = readOwnType(written, { place, context: around })
  if (isNothing) return nothingSchema(written)
  const input = readListedValues(typed, { place, context: around })
  const output = rewrite(input, { place, context: around, isOctets })
  reportEarlierWords(input, { place, context: around })
  return input.nullable === true || isNullable ? nullableSchema(output) : output
}

/** Rewrites a schema whose type and enum have already been read. */
function rewrite(input: SchemaObject, position: CopiedPosition): SchemaDraft {
  const { context, isOctets } = position
  const output: SchemaDraft = {}
  const [$ref, other] = referencedDefinitions(input, position)
  if ($ref !== undefined) output.$ref = $ref
  if (context.opened !== undefined || shutsOutParts(input, context)) rewriteOpened(input, output, position)
  else rewriteKeywords(input, output, position)
  if (other !== undefined) output.allOf = [...(output.allOf ?? []), { $ref: other }]
  const discriminator = normalizeDiscriminator(input, position)
  if (discriminator !== undefined) output.discriminator = discriminator
  if (isOctets) markAsOctets(output)
  // Octets are not possible here, so the value is a string without a format.
  else if (output.format === OCTETS.format) delete output.format
  return output
}

/** Rewrites a schema's keywords and subschemas, except references and the discriminator. */
function rewriteKeywords(input: SchemaObject, output: SchemaDraft, position: CopiedPosition): void {
  const { place, context } = position
  readValueKeywords(input, output, position)
  if (!copyKeywords(input, output)) return
  convertSubschemas(input, output, {
    place,
    context,
    convert: (value, ...steps) => normalizeSchema(value, pointerBelow(place, ...steps), context),
  })
}

/**
 * Rewrites a schema that is closed as a whole, or a part of such a schema. The parts themselves stay open.
 */
function rewriteOpened(
  schema: SchemaObject,
  output: SchemaDraft,
  { place, context, isOctets }: CopiedPosition,
): void {
  const { opened, ...inside } = context
  const { allOf = [], ...input } = withoutClosing(schema)
  rewriteKeywords(input, output, { place, context: inside, isOctets })
  if (opened === undefined) closeAsOne(output, { place, context })
  if (allOf.length > 0)
    output.allOf = openParts(allOf, { place, context: { ...inside, opened: opened ?? new Set() } })
}

/** Rewrites the parts of an `allOf`, and the closed schemas to which they refer, without closing them. */
function openParts(
  parts: readonly (SchemaObject | boolean)[],
  { place, context }: OpenedPosition,
): JsonSchema[] {
  return parts.map((part, index) => {
    const target = closedTarget(part, context)
    if (target === undefined || context.opened.has(target.pointer))
      return normalizeSchema(part, pointerBelow(place, 'allOf', index), context)
    const opened = new Set([...context.opened, target.pointer])
    return normalizeSchema(target.schema, target.pointer, { ...context, ...UNTOLD, opened })
  })
}

interface OpenedPosition extends SchemaPosition {
  readonly context: SchemaContext & Required<Pick<SchemaContext, 'opened'>>
}
