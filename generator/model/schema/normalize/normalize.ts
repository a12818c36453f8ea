import { pointerBelow } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { forbidsAll } from '@concordat/runtime/schema-view'
import type { SchemaObject } from '../../../document/document.ts'
import {
  type CopiedPosition,
  type JoinedParts,
  type SchemaContext,
  type SchemaPosition,
  UNTOLD,
} from './context.ts'
import { normalizeDiscriminator } from './discriminator.ts'
import { reportEarlierWords } from './earlier-words.ts'
import { joinedParts, partOf, replacedTarget, reportJoined } from './joined-parts.ts'
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
  const joined = context.joined ?? joinedParts(input, position)
  if (joined === undefined) rewriteKeywords(input, output, position)
  else rewriteJoined(input, output, { ...position, joined })
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

interface JoinedPosition extends SchemaPosition {
  readonly joined: JoinedParts
}

/** Rewrites a schema whose parts contradict each other, or a part of such a schema. */
function rewriteJoined(
  schema: SchemaObject,
  output: SchemaDraft,
  { place, context, joined, isOctets }: CopiedPosition & JoinedPosition,
): void {
  const { joined: around, ...inside } = context
  const { allOf = [], ...input } = partOf(schema, joined)
  rewriteKeywords(input, output, { place, context: inside, isOctets })
  if (around === undefined) {
    if (joined.isClosed) output.unevaluatedProperties = false
    reportJoined(joined, { place, context })
  }
  if (allOf.length > 0) output.allOf = joinParts(allOf, { place, context: inside, joined })
}

/** Rewrites the parts of an `allOf`. The targets of some references replace them. */
function joinParts(
  parts: readonly (SchemaObject | boolean)[],
  { place, context, joined }: JoinedPosition,
): JsonSchema[] {
  return parts.map((part, index) => {
    const target = replacedTarget(part, joined, context)
    if (target === undefined)
      return normalizeSchema(part, pointerBelow(place, 'allOf', index), { ...context, joined })
    const replaced = new Set([...joined.replaced, target.pointer])
    return normalizeSchema(target.schema, target.pointer, {
      ...{ ...context, ...UNTOLD },
      joined: { ...joined, replaced },
    })
  })
}
