import type { JsonSchema, SchemaObject } from '@concordat/runtime/schema'
import { statementsOf } from '@concordat/runtime/schema-view'
import { composedOf, keywordsOf } from '@concordat/runtime/subschemas'
import { reachableDefinitions } from '../../model/schema/references.ts'
import { type Code, identifierCode, joinCode, sourceCode } from '../print/code.ts'
import { declaredType } from '../print/modules.ts'
import { objectTypeLines, type TypeMember, typeCodeAfter } from '../print/type-text.ts'
import { indexType, loweredComponentName, loweredProperties, loweredType } from './type.ts'

/** An object schema printed as an interface. */
interface Interface {
  readonly parents: readonly string[]
  readonly members: readonly TypeMember[]
  readonly schema: SchemaObject
  /** Names of all properties, including inherited ones. */
  readonly names: ReadonlySet<string>
  readonly isOpen: boolean
}

/** Declares the types for lowered schemas: an interface for an object if possible, and otherwise an alias. */
export class SchemaDeclarations {
  readonly #schemas: ReadonlyMap<string, JsonSchema>
  readonly #interfaces = new Map<string, Interface | undefined>()

  constructor(schemas: ReadonlyMap<string, JsonSchema>) {
    this.#schemas = untied(schemas)
  }

  /** `interface Pet { … }` or `type Pet = …`. */
  declare(name: string): Code {
    const declared = this.#interface(name)
    if (declared === undefined) {
      const start = sourceCode`type ${identifierCode(name)} =`
      const type = loweredType(this.#schemas.get(name) ?? true)
      return sourceCode`${start}${typeCodeAfter(type, { indent: 0, column: 'export '.length + start.width })}`
    }
    const parents = declared.parents.map(declaredType)
    const heritage = parents.length === 0 ? sourceCode`` : sourceCode` extends ${joinCode(parents, ', ')}`
    const index = indexType(declared.schema)
    return sourceCode`interface ${identifierCode(name)}${heritage} ${objectTypeLines(declared.members, { index, indent: 0 })}`
  }

  #interface(name: string): Interface | undefined {
    if (!this.#interfaces.has(name)) this.#interfaces.set(name, this.#read(this.#schemas.get(name)))
    return this.#interfaces.get(name)
  }

  /**
   * Reads a schema as an interface.
   * @returns `undefined` for a schema that is not an object, or that no interface can express.
   */
  #read(schema: JsonSchema | undefined): Interface | undefined {
    const parts = keywordsOf(schema).allOf ?? (schema === undefined ? [] : [schema])
    const objects = parts.map(keywordsOf).filter((part) => part.type === 'object')
    const references = parts.flatMap((part) => loweredComponentName(keywordsOf(part).$ref) ?? [])
    const [own] = objects
    if (own === undefined || objects.length > 1 || references.length + 1 < parts.length) return undefined
    const members = loweredProperties(own)
    const parents = references.flatMap((reference) => this.#interface(reference) ?? [])
    if (members.length === 0 || parents.length < references.length) return undefined
    const index = indexType(own)
    const isOpen = index !== undefined
    if (isOpen && (references.length > 0 || !saysNothing(own.additionalProperties))) return undefined
    const inherited = parents.flatMap(({ names }) => [...names])
    const inheritedNames = new Set(inherited)
    if (inheritedNames.size < inherited.length || parents.some((parent) => parent.isOpen)) return undefined
    const repeated = members.filter(({ name }) => inheritedNames.has(name))
    if (repeated.some(({ name }) => !this.#narrows(name, { own, references }))) return undefined
    const names = new Set([...inherited, ...members.map(({ name }) => name)])
    return { parents: references, members, schema: own, names, isOpen }
  }

  /**
   * True if a property may redeclare an inherited one: all its enumerated values must be valid for the
   * inherited property, and it must be required if the inherited property is.
   */
  #narrows(name: string, { own, references }: { own: SchemaObject; references: readonly string[] }): boolean {
    const values = keywordsOf(own.properties?.[name]).enum
    const [inherited] = references.flatMap((reference) => this.#property(reference, name) ?? [])
    if (values === undefined || inherited === undefined) return false
    const { $ref } = keywordsOf(inherited.schema)
    const target = keywordsOf(this.#schemas.get(loweredComponentName($ref) ?? '') ?? inherited.schema)
    const isText = target.enum === undefined && target.type === 'string' && target.format === undefined
    const holds = isText
      ? values.every((value) => typeof value === 'string')
      : values.every((value) => target.enum?.includes(value))
    return holds && (own.required?.includes(name) === true || !inherited.isRequired)
  }

  /** A property of an interface, either its own or an inherited one. */
  #property(interfaceName: string, name: string): { schema: JsonSchema; isRequired: boolean } | undefined {
    const found = this.#interface(interfaceName)
    if (found === undefined) return undefined
    const { properties = {}, required = [] } = found.schema
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema !== undefined) return { schema, isRequired: required.includes(name) }
    const [inherited] = found.parents.flatMap((parent) => this.#property(parent, name) ?? [])
    return inherited
  }
}

/** True if a lowered schema is printed as `unknown`. */
function saysNothing(schema: JsonSchema | undefined): boolean {
  return schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0)
}

/**
 * Returns the schemas without the parts that lead back to themselves through references and compositions
 * alone. Such a part adds nothing, and TypeScript rejects a type that refers directly to itself.
 */
function untied(schemas: ReadonlyMap<string, JsonSchema>): ReadonlyMap<string, JsonSchema> {
  const closing = new Map<string, Set<string>>()
  const done = new Set<string>()
  for (const root of schemas.keys()) {
    if (done.has(root)) continue
    const path = new Map<string, Iterator<string>>()
    const stack: string[] = []
    const enter = (name: string) => {
      path.set(name, directNames(schemas.get(name)).values())
      stack.push(name)
    }
    enter(root)
    for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
      const next = path.get(name)?.next().value
      if (next === undefined) {
        path.delete(name)
        stack.pop()
        done.add(name)
      } else if (path.has(next)) closing.set(name, (closing.get(name) ?? new Set()).add(next))
      else if (!done.has(next)) enter(next)
    }
  }
  if (closing.size === 0) return schemas
  return new Map(
    [...schemas].map(([name, schema]) => [name, without(schema, closing.get(name) ?? new Set()) ?? true]),
  )
}

/** Components that a schema's type needs directly rather than for its properties and items. */
function directNames(schema: JsonSchema | undefined): Set<string> {
  const parts = reachableDefinitions([schema], (part) => composedOf(keywordsOf(part)))
  return new Set([...parts].flatMap((part) => loweredComponentName(keywordsOf(part).$ref) ?? []))
}

/** The schema without direct references to these components; `undefined` if nothing else remains. */
function without(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema | undefined {
  const [statement] = statementsOf(schema)
  if (statement === undefined || names.size === 0) return schema
  const kept = (parts: readonly JsonSchema[]) =>
    parts.map((part) => without(part, names)).filter((part) => part !== undefined)
  if (statement.kind === 'reference')
    return names.has(loweredComponentName(statement.$ref) ?? '') ? undefined : schema
  if (statement.kind === 'all')
    return nonEmpty(kept(statement.parts), (allOf) => ({ ...statement.schema, allOf }))
  if (statement.kind === 'union')
    return nonEmpty(kept(statement.alternatives), (anyOf) => ({ ...statement.schema, anyOf }))
  return schema
}

function nonEmpty(
  parts: readonly JsonSchema[],
  make: (parts: readonly JsonSchema[]) => JsonSchema,
): JsonSchema | undefined {
  return parts.length === 0 ? undefined : make(parts)
}
