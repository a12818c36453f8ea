import { isObject } from '@concordat/runtime/json'
import { pointerOf, unescapeStep } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'

/** What to do about members of an answer that its schema does not name, where it does not forbid them either. */
export type UndocumentedFields = 'allow' | 'report'

/** A member that no part of the schema names. */
export interface UndocumentedField {
  /** JSON Pointer of the member in the body. */
  readonly path: string
  /** The same with indices as "*": equal for all items of a list. */
  readonly pattern: string
}

type Definitions = Readonly<Record<string, JsonSchema>>
type Schema = { readonly [keyword: string]: unknown }

const LISTS = ['allOf', 'anyOf', 'oneOf']
const SINGLES = ['if', 'then', 'else']

/**
 * Finds members that the schema leaves unsaid. A schema that names no members at all, or that says of what kind further
 * ones are, documents any: only silence beside named members counts. Of alternatives each may name a member.
 * @see JSON Schema 2020-12, Core, 10.3.2
 */
export function undocumentedFields(
  schema: JsonSchema,
  value: unknown,
  definitions: Definitions,
): readonly UndocumentedField[] {
  return walk([schema], value, { definitions, path: '', pattern: '' })
}

interface Position extends UndocumentedField {
  readonly definitions: Definitions
}

function walk(schemas: readonly unknown[], value: unknown, at: Position): UndocumentedField[] {
  const parts = schemas.flatMap((schema) => partsOf(schema, at.definitions, new Set()))
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const items = parts.flatMap(({ items: rest, prefixItems }) => {
        const own = Array.isArray(prefixItems) ? prefixItems[index] : undefined
        return [own ?? rest].filter((schema) => schema !== undefined)
      })
      return walk(items, item, { ...at, path: `${at.path}/${index}`, pattern: `${at.pattern}/*` })
    })
  }
  if (!isObject(value) || parts.length === 0) return []
  const isOpen = parts.some(documentsAny) || !parts.some(({ properties }) => isObject(properties))
  return Object.entries(value).flatMap(([name, member]) => {
    const token = pointerOf([name])
    const inner = { ...at, path: at.path + token, pattern: at.pattern + token }
    const named = parts.flatMap((part) => schemasOf(part, name))
    if (named.length > 0) return walk(named, member, inner)
    return isOpen ? [] : [{ path: inner.path, pattern: inner.pattern }]
  })
}

/** The schema and every schema that applies to the same value, references followed. */
function partsOf(schema: unknown, definitions: Definitions, seen: Set<unknown>): Schema[] {
  if (!isObject(schema) || seen.has(schema)) return []
  seen.add(schema)
  const name =
    typeof schema['$ref'] === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(schema['$ref'])?.[1] : undefined
  const target = name && unescapeStep(name)
  const inner = [
    target === undefined ? undefined : definitions[target],
    ...LISTS.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : [])),
    ...SINGLES.map((keyword) => schema[keyword]),
    ...(isObject(schema['dependentSchemas']) ? Object.values(schema['dependentSchemas']) : []),
  ]
  return [schema, ...inner.flatMap((part) => partsOf(part, definitions, seen))]
}

/** A reference to anything but a definition could allow any name. Forbidden members are invalid, and already reported. */
function documentsAny(schema: Schema): boolean {
  const isElsewhere = typeof schema['$ref'] === 'string' && !/^#\/\$defs\/[^/]+$/.test(schema['$ref'])
  const further = schema['additionalProperties'] ?? schema['unevaluatedProperties']
  return isElsewhere || further !== undefined
}

function schemasOf({ properties, patternProperties }: Schema, name: string): unknown[] {
  const own = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
  const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {})
  return [
    ...own,
    ...patterns.flatMap(([pattern, schema]) => (new RegExp(pattern, 'u').test(name) ? [schema] : [])),
  ]
}
