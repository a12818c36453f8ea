import { jsonTypeOf } from '@concordat/runtime/json'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { FactRules } from '@concordat/runtime/schema-view'

/** A JSON Schema type. "number" is split into "integer" and "fraction", so that sets can be intersected. */
type ValueType = 'null' | 'boolean' | 'object' | 'array' | 'string' | 'integer' | 'fraction'

/** Types that values can have; `undefined` if they can have any type. */
export type ValueTypes = ReadonlySet<ValueType> | undefined

const NAMED: ReadonlyMap<string, readonly ValueType[]> = new Map<string, readonly ValueType[]>([
  ...(['null', 'boolean', 'object', 'array', 'string', 'integer'] as const).map(
    (type) => [type, [type]] as const,
  ),
  ['number', ['integer', 'fraction']],
])

const SETS: ReadonlyMap<string, ValueTypes> = new Map(
  [...NAMED].map(([name, types]) => [name, new Set(types)]),
)

/** Types that `type` lists; `undefined` if it is absent or contains an unknown type. */
export function valueTypesNamed(type: JsonSchemaType): ValueTypes {
  if (type === undefined) return undefined
  if (typeof type === 'string') return SETS.get(type)
  const named = type.map((word) => NAMED.get(word))
  return named.some((types) => types === undefined)
    ? undefined
    : new Set(named.flatMap((types = []) => types))
}

type JsonSchemaType = Exclude<JsonSchema, boolean>['type']

/** The type of a value. */
export function listedValueType(value: unknown): ValueType {
  const type = NAMED.get(jsonTypeOf(value))?.[0] ?? 'object'
  return type === 'integer' && !Number.isInteger(value) ? 'fraction' : type
}

export function intersectValueTypes(left: ValueTypes, right: ValueTypes): ValueTypes {
  if (left === undefined || right === undefined) return left ?? right
  return new Set([...left].filter((type) => right.has(type)))
}

/**
 * Rules that derive the types that values of an unnormalized schema can have, including through references
 * and compositions.
 */
export const VALUE_TYPES: FactRules<ValueTypes> = {
  own({ type, enum: values, nullable, ...own }) {
    const listed = 'const' in own ? [own.const] : values
    const named = valueTypesNamed(type)
    // `nullable: true` adds null to the whole schema, including its parts, so the schema's own keywords do
    // not restrict the types.
    if (nullable === true) return undefined
    return listed === undefined ? named : intersectValueTypes(named, new Set(listed.map(listedValueType)))
  },
  together: (all) => all.reduce<ValueTypes>(intersectValueTypes, undefined),
  either(all) {
    if (all.length === 0) return undefined
    const any = new Set<ValueType>()
    for (const types of all) {
      if (types === undefined) return undefined
      for (const type of types) any.add(type)
    }
    return any
  },
}
