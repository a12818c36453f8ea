import { pointerBelow } from '@concordat/runtime/pointer'
import type { SchemaObject } from '../../../document/document.ts'
import { UNKNOWN_READING } from '../../../errors/problem.ts'
import type { SchemaPosition } from './context.ts'

const NO_REFERENCES: readonly string[] = []

/**
 * References to the definitions that `$ref` and `$dynamicRef` lead to. A schema can have only one `$ref`, so
 * a second reference becomes a part in `allOf`.
 */
export function referencedDefinitions(input: SchemaObject, position: SchemaPosition): readonly string[] {
  if (input.$ref === undefined && input.$dynamicRef === undefined) return NO_REFERENCES
  const { place, context } = position
  const dynamic = dynamicReference(input, position)
  const plain = input.$ref === undefined ? undefined : `#/$defs/${context.reference(input.$ref, place)}`
  return [plain, dynamic].filter((reference) => reference !== undefined)
}

/** Resolves a dynamic reference to a definition. */
function dynamicReference(
  { $dynamicRef }: SchemaObject,
  { place, context }: SchemaPosition,
): string | undefined {
  if ($dynamicRef === undefined) return undefined
  const own = pointerBelow(place, '$dynamicRef')
  const target = context.dynamicTarget($dynamicRef)
  if (target !== undefined) return `#/$defs/${context.reference(target, own)}`
  context.report({
    code: 'unresolvable-reference',
    severity: 'warning',
    place: own,
    message: `"${$dynamicRef}" does not point to a schema.`,
    reading: UNKNOWN_READING,
    fix: 'add the "$dynamicAnchor" to the intended schema, or add the schema.',
  })
  return undefined
}
