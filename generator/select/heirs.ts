import { isObject } from '@concordat/runtime/json'
import { unescapeStep } from '@concordat/runtime/pointer'

const SCHEMAS = '#/components/schemas/'

/**
 * Heirs of component schemas that have a discriminator but no alternatives. Such a schema represents its
 * heirs without referring to them. @see OpenAPI 3.1.1, Discriminator Object
 */
export class Heirs {
  readonly #schemas: Readonly<Record<string, unknown>>
  readonly #heirs: ReadonlyMap<string, readonly string[]>

  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.#schemas = schemas
    const heirs = new Map<string, string[]>()
    for (const [name, schema] of Object.entries(schemas))
      for (const parent of parentsOf(schema)) heirs.set(parent, [...(heirs.get(parent) ?? []), name])
    this.#heirs = heirs
  }

  /** All schemas that a schema represents, directly or indirectly, except the schema itself. */
  of(name: string): ReadonlySet<string> {
    const found = new Set<string>()
    if (!this.#hasKinds(name)) return found
    const reached = new Set([name])
    for (const one of reached)
      for (const heir of this.#heirs.get(one) ?? []) {
        reached.add(heir)
        found.add(heir)
      }
    return found
  }

  /** True if the schema or one of its ancestors has a discriminator but no alternatives. */
  #hasKinds(name: string): boolean {
    const lineage = new Set([name])
    for (const one of lineage) {
      const schema = Object.hasOwn(this.#schemas, one) ? this.#schemas[one] : undefined
      if (!isObject(schema)) continue
      const { discriminator, oneOf, anyOf } = schema
      if (discriminator !== undefined && oneOf === undefined && anyOf === undefined) return true
      for (const parent of parentsOf(schema)) lineage.add(parent)
    }
    return false
  }
}

function parentsOf(schema: unknown): readonly string[] {
  const { allOf } = Object(schema) as { allOf?: unknown }
  return Array.isArray(allOf) ? allOf.flatMap((part) => parentOfHeir(part) ?? []) : []
}

/** The component to which an `allOf` part refers, if the part is only a reference. */
export function parentOfHeir(part: unknown): string | undefined {
  if (!isObject(part) || Object.keys(part).length !== 1 || typeof part['$ref'] !== 'string') return undefined
  const { $ref: reference } = part as { $ref: string }
  const name = reference.startsWith(SCHEMAS) ? reference.slice(SCHEMAS.length) : '/'
  return name.includes('/') ? undefined : unescapeStep(name)
}
