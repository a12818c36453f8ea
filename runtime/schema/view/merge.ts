import type { JsonSchema, SchemaObject } from '../document/json-schema.ts'
import { type Definitions, definitionAt } from '../document/reference.ts'
import { isEqualJson } from '../json/equal.ts'
import { isObject } from '../json/json.ts'
import { stepsOf } from '../json/pointer.ts'
import { isComposedSchema } from './fact.ts'

/** Merges the keywords of a document's schemas, once per schema. */
export class Merger {
  readonly #definitions: Definitions
  readonly #merged = new WeakMap<object, SchemaObject>()

  constructor(definitions: Definitions) {
    this.#definitions = definitions
  }

  /**
   * Merges the top level of a schema: `$ref`, `allOf`, and the first branch of `oneOf` and `anyOf` that
   * allows values other than null.
   * @returns the same object each time; an empty object for `true`, `false`, or a reference without a target.
   */
  merge(schema: unknown): SchemaObject {
    return this.#within(schema, [])
  }

  /** `above` contains the surrounding schemas. A schema that is nested in itself adds nothing. */
  #within(schema: unknown, above: readonly unknown[]): SchemaObject {
    if (!isObject(schema) || above.includes(schema)) return {}
    if (!isComposedSchema(schema)) return schema
    const known = this.#merged.get(schema)
    if (known !== undefined) return known
    const inner = [...above, schema]
    const merged = this.#merge(schema, (part) => this.#within(part, inner))
    // Do not keep a result from within another schema: it can lack parts that would be circular there.
    if (above.length === 0) this.#merged.set(schema, merged)
    return merged
  }

  #merge(schema: SchemaObject, mergePart: MergePart): SchemaObject {
    const { $ref, allOf, oneOf, anyOf, ...own } = schema
    const { discriminator } = own
    if (typeof $ref === 'string' && Object.keys(schema).length === 1) return this.#kind($ref, mergePart)
    // Do not use `#kind` for parents, or for alternatives if this schema has a discriminator, because it
    // would require the discriminator's property to have their names.
    const unnamed = (part: unknown): unknown => definitionAt(loneReference(part), this.#definitions) ?? part
    const branches = [firstBranch(oneOf, mergePart), firstBranch(anyOf, mergePart)]
    const parts = [
      definitionAt($ref, this.#definitions),
      ...schemasAsArray(allOf).map(unnamed),
      ...(isObject(discriminator) ? branches.map(unnamed) : branches),
      ...branches.map((branch) =>
        namedBy(
          discriminator,
          { $ref: loneReference(branch), merged: mergePart(unnamed(branch)) },
          mergePart,
        ),
      ),
    ]
    return parts.map(mergePart).concat(own).reduce(mergeTwo, {})
  }

  /**
   * The target of a reference. The values of a schema that inherits a discriminator must have the name of its
   * kind. If a schema with a discriminator but no alternatives is not in its own mapping, the first kind in
   * the mapping is used instead.
   */
  #kind($ref: string, mergePart: MergePart): SchemaObject {
    const target = definitionAt($ref, this.#definitions)
    const merged = mergePart(target)
    const { discriminator } = merged
    if (!isObject(discriminator) || !isObject(target)) return merged
    const targets = Object.values(isObject(discriminator['mapping']) ? discriminator['mapping'] : {})
    const isBase = 'discriminator' in target && !('oneOf' in target || 'anyOf' in target)
    if (isBase && !targets.includes($ref)) {
      const [kind] = targets.filter((each) => definitionAt(each, this.#definitions) !== undefined)
      return kind === undefined ? merged : mergePart({ $ref: kind })
    }
    const named = namedBy(discriminator, { $ref, merged }, mergePart)
    return named === undefined ? merged : mergeTwo(merged, named)
  }
}

type MergePart = (part: unknown) => SchemaObject

/** The discriminator's requirement for a value of one of its alternatives. */
function namedBy(
  discriminator: unknown,
  { $ref, merged }: { readonly $ref: unknown; readonly merged: SchemaObject },
  mergePart: MergePart,
): SchemaObject | undefined {
  if (!isObject(discriminator)) return undefined
  const { propertyName, mapping } = discriminator
  if (typeof propertyName !== 'string' || typeof $ref !== 'string') return undefined
  const mapped = Object.entries(isObject(mapping) ? mapping : {}).flatMap(([key, target]) =>
    target === $ref ? [key] : [],
  )
  const own = mergePart(merged.properties?.[propertyName])
  if ('const' in own) return undefined
  const keys = mapped.length > 0 ? mapped : [stepsOf($ref).at(-1) ?? '']
  if ('enum' in own) {
    // Keep only the values of this kind, because a schema shared by all kinds can list the values of all.
    const named = schemasAsArray(own.enum).filter((value) => keys.includes(String(value)))
    return named.length === 0 ? undefined : requiring(propertyName, { enum: named })
  }
  const [name = ''] = keys
  // Convert the name, because mapping keys are strings even if the property is a number.
  const value = own.type === 'integer' || own.type === 'number' ? Number(name) : name
  return requiring(propertyName, { const: value })
}

function requiring(name: string, schema: JsonSchema): SchemaObject {
  return { properties: { [name]: schema }, required: [name] }
}

function firstBranch(branches: unknown, mergePart: MergePart): unknown {
  const all = schemasAsArray(branches)
  return all.find((branch) => mergePart(branch).type !== 'null') ?? all[0]
}

/** The reference in a schema that has no other keywords. */
function loneReference(part: unknown): unknown {
  return isObject(part) && Object.keys(part).length === 1 ? part['$ref'] : undefined
}

function mergeTwo(left: SchemaObject, right: SchemaObject): SchemaObject {
  const merged: Record<string, unknown> = { ...left, ...right }
  if (isObject(left.properties) && isObject(right.properties))
    merged['properties'] = mergeProperties(left.properties, right.properties)
  if (left.prefixItems !== undefined && right.prefixItems !== undefined)
    merged['prefixItems'] = mergePlaces(left.prefixItems, right.prefixItems)
  if (left.items !== undefined && right.items !== undefined)
    merged['items'] = mergeItems(left.items, right.items)
  const required = [...schemasAsArray(left.required), ...schemasAsArray(right.required)]
  if (required.length > 0) merged['required'] = [...new Set(required)]
  if (!Array.isArray(right.enum)) return merged
  const isListed = (value: unknown): boolean =>
    schemasAsArray(right.enum).some((each) => isEqualJson(each, value))
  if ('const' in left && !isListed(left.const)) delete merged['const']
  const shared = schemasAsArray(left.enum).filter(isListed)
  // If no value is in both lists, keep those of `right`, because the first alternative might not fit the
  // schema.
  if (shared.length > 0) merged['enum'] = shared
  return merged
}

type Properties = Readonly<Record<string, JsonSchema>>

/** The properties of both schemas. A property that both describe must satisfy both. */
function mergeProperties(left: Properties, right: Properties): Properties {
  const merged: Record<string, JsonSchema> = { ...left, ...right }
  for (const [name, schema] of Object.entries(left)) {
    const other = Object.hasOwn(right, name) ? right[name] : undefined
    if (other !== undefined) merged[name] = { allOf: [schema, other] }
  }
  return merged
}

/** Items by position. An item that both schemas describe must satisfy both. */
function mergePlaces(left: readonly JsonSchema[], right: readonly JsonSchema[]): readonly JsonSchema[] {
  const longer = left.length > right.length ? left : right
  return longer.map((schema, index) => {
    const [one = schema, other = schema] = [left[index], right[index]]
    return one === other ? one : { allOf: [one, other] }
  })
}

/** The items of both schemas, which must satisfy both. */
function mergeItems(left: JsonSchema, right: JsonSchema): JsonSchema {
  if (isAnything(left) || isEqualJson(left, right)) return right
  return isAnything(right) ? left : { allOf: [left, right] }
}

function isAnything(schema: JsonSchema): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}

export function schemasAsArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
