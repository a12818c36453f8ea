import { isLinearNatively } from '@concordat/runtime/linear-pattern'
import type { JsonSchema, SchemaObject, TextsShape } from '@concordat/runtime/schema'
import type { PropertyFacts } from '../../emit/schema/property-facts.ts'
import { walkNamedSchemaPlaces } from '../../model/schema/references.ts'
import type { OutputPrint } from '../declaration/output.ts'
import { printedJudgingKeywords } from '../schemas/words.ts'
import type { ValidatorLibrary } from './library.ts'

/**
 * Keywords that libraries can express, unless `isUnsaid` says otherwise. Each library also expresses those in
 * its `bounds`.
 */
const SAID = [
  ...['$ref', '$id', '$anchor', '$dynamicAnchor', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['discriminator', 'pattern', 'format', 'items', 'properties', 'required', 'additionalProperties'],
]

/** The validation library, and the facts about the model's schemas that decide how they are printed. */
export interface SaidByLibrary {
  readonly library: ValidatorLibrary
  readonly facts: PropertyFacts
  /** Default value of an absent member; `undefined` if there is none. */
  defaultOf(schema: JsonSchema): unknown
  /**
   * Possible types and values that a parameter's string can represent; `undefined` if it is validated as a
   * string.
   */
  textsOf(schema: JsonSchema): TextsShape | undefined
}

/** A schema and its location in the document. */
export interface PlacedSchema {
  readonly schema: JsonSchema
  readonly pointer: string
}

/** Keywords that our validators check, but that a library cannot check or checks differently. */
export function unsaidKeywords(
  schema: SchemaObject,
  { library, facts }: Pick<SaidByLibrary, 'library' | 'facts'>,
): readonly string[] {
  const { pattern, discriminator, anyOf, oneOf = anyOf } = schema
  const names = [...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])]
  // Libraries test for properties with `in`, which also finds those inherited from `Object.prototype`.
  const isInherited = names.some((name) => name in Object.prototype)
  const isScalar = (value: unknown) => typeof value !== 'object' || value === null
  const isUnsaid: Readonly<Record<string, boolean>> = {
    format: schema.type === undefined,
    // Libraries use JavaScript's own regular expressions, so patterns that these do not match in linear time
    // are not printed.
    pattern: pattern !== undefined && !isLinearNatively(pattern),
    // Tuples in libraries require all items.
    items: schema.prefixItems !== undefined,
    ...{ enum: schema.enum?.every(isScalar) === false, const: !isScalar(schema.const) },
    ...{ properties: isInherited, required: isInherited },
    additionalProperties: isInherited || schema.patternProperties !== undefined,
    // If a property's value distinguishes the alternatives, validating against them also checks the
    // discriminator.
    discriminator:
      discriminator !== undefined &&
      (oneOf === undefined ? facts.hasKinds(schema) : !facts.tellsApart(discriminator.propertyName, oneOf)),
  }
  const judging = printedJudgingKeywords()
  return Object.keys(schema).filter(
    (name) => isUnsaid[name] ?? (judging.includes(name) && !SAID.includes(name) && !(name in library.bounds)),
  )
}

/** Reports each keyword that a file's validators do not check. */
export function reportUnsaid(
  schemas: readonly PlacedSchema[],
  said: SaidByLibrary,
  print: Pick<OutputPrint, 'report'>,
): void {
  for (const { schema, pointer } of schemas)
    walkNamedSchemaPlaces(schema, pointer, (inner, place) => {
      for (const keyword of unsaidKeywords(inner, said))
        print.report({
          code: 'keyword-not-expressed',
          severity: 'warning',
          place,
          message: `${said.library.name} schemas cannot express this "${keyword}", so those in "${said.library.name}.ts" do not accept exactly the same values as the document.`,
          fix: 'use the "schemas" output for these values.',
        })
    })
}
