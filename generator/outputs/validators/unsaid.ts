import { isLinearNatively } from '@concordat/runtime/linear-pattern'
import type { JsonSchema, SchemaObject, TextsShape } from '@concordat/runtime/schema'
import type { PropertyFacts } from '../../emit/schema/property-facts.ts'
import { walkPlaces } from '../../model/schema/references.ts'
import type { OutputPrint } from '../declaration/output.ts'
import { judgingKeywords } from '../schemas/words.ts'
import type { ValidatorLibrary } from './library.ts'

/**
 * Keywords that libraries can express, unless `isUnsaid` has a reason against it; and bounds,
 * for which each has its own words.
 */
const SAID = [
  ...['$ref', '$id', '$anchor', '$dynamicAnchor', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['discriminator', 'pattern', 'format', 'items', 'properties', 'required', 'additionalProperties'],
]

/**
 * Decides which keywords are left out: the words of a library, and the facts about the schemas of a model.
 */
export interface Said {
  readonly library: ValidatorLibrary
  readonly facts: PropertyFacts
  /** The value of a member that is absent; `undefined` where it stays so. */
  defaultOf(schema: JsonSchema): unknown
  /** Shape of the values that a parameter's texts stand for; `undefined` if they are judged as texts. */
  textsOf(schema: JsonSchema): TextsShape | undefined
}

/** A schema of a file, and its place in the document. */
export interface PlacedSchema {
  readonly schema: JsonSchema
  readonly pointer: string
}

/** The keywords of a schema that our validators check and a library cannot check, or not in the same way. */
export function unsaidKeywords(
  schema: SchemaObject,
  { library, facts }: Pick<Said, 'library' | 'facts'>,
): readonly string[] {
  const { pattern, discriminator, anyOf, oneOf = anyOf } = schema
  const names = [...Object.keys(schema.properties ?? {}), ...(schema.required ?? [])]
  // Libraries ask by `in` whether an object has a property.
  const isInherited = names.some((name) => name in Object.prototype)
  const isScalar = (value: unknown) => typeof value !== 'object' || value === null
  const isUnsaid: Readonly<Record<string, boolean>> = {
    format: schema.type === undefined,
    // Their expressions are those of the language, which backtrack.
    pattern: pattern !== undefined && !isLinearNatively(pattern),
    // Their tuples have all of their items.
    items: schema.prefixItems !== undefined,
    ...{ enum: schema.enum?.every(isScalar) === false, const: !isScalar(schema.const) },
    ...{ properties: isInherited, required: isInherited },
    additionalProperties: isInherited || schema.patternProperties !== undefined,
    // The alternative that a property names judges its object.
    discriminator:
      discriminator !== undefined &&
      (oneOf === undefined ? facts.hasKinds(schema) : !facts.tellsApart(discriminator.propertyName, oneOf)),
  }
  const judging = judgingKeywords()
  return Object.keys(schema).filter(
    (name) => isUnsaid[name] ?? (judging.includes(name) && !SAID.includes(name) && !(name in library.bounds)),
  )
}

/** Reports each keyword that the validators of a file do not judge by. */
export function reportUnsaid(
  schemas: readonly PlacedSchema[],
  said: Said,
  print: Pick<OutputPrint, 'report'>,
): void {
  for (const { schema, pointer } of schemas)
    walkPlaces(schema, pointer, (inner, place) => {
      for (const keyword of unsaidKeywords(inner, said))
        print.report({
          code: 'keyword-not-expressed',
          severity: 'warning',
          place,
          message: `Schemas of ${said.library.name} cannot judge by this "${keyword}" as the document does: those of "${said.library.name}.ts" accept or refuse other values.`,
          fix: 'judge such values by the output "schemas".',
        })
    })
}
