import type { JsonSchema } from '@concordat/runtime/schema'
import { alternativesOf, keywordsOf } from '@concordat/runtime/subschemas'
import type { TakenNames } from '../naming/name.ts'
import { InheritedKinds } from './kinds.ts'
import type { NamedSchema } from './named-schema.ts'
import { reachableDefinitions, referredNamedSchema, referredNamedSchemas } from './references.ts'
import { SchemaFacts } from './schema-facts.ts'
import { definitionsDifferingInViews, type SchemaView, schemaInView } from './schema-view.ts'

/** The named schemas of a document, with their variants for requests and responses. */
export class NamedSchemas {
  readonly #names: TakenNames
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #pointers = new Map<string, string>()
  readonly #writeNames = new Map<string, string>()
  #viewed = 0
  /**
   * Facts that have been read. They are reset when a schema is defined or untied, because this could change
   * them.
   */
  #facts: SchemaFacts | undefined

  constructor(names: TakenNames) {
    this.#names = names
  }

  /** Reserves the place of a schema in document order, until the schema is set. */
  reserve(name: string, pointer: string): void {
    this.#pointers.set(name, pointer)
    this.#schemas.set(name, true)
  }

  set(name: string, schema: JsonSchema): void {
    this.#schemas.set(name, schema)
    this.#facts = undefined
  }

  /** Facts about schemas, including those behind references to schemas already read. */
  get facts(): SchemaFacts {
    this.#facts ??= new SchemaFacts(this.#schemas)
    return this.#facts
  }

  /** A schema's variant for one direction. */
  view(schema: JsonSchema, view: SchemaView): JsonSchema {
    this.#settle()
    const rename = (name: string) => (view === 'write' ? (this.#writeNames.get(name) ?? name) : name)
    return schemaInView(schema, view, { definitions: this.#schemas, rename })
  }

  /**
   * Every named schema. Write variants are included only if they are reached from `written`.
   * @param written request schemas in their write variant.
   */
  all(written: readonly JsonSchema[]): NamedSchema[] {
    this.#settle()
    const writeViews = new Map(
      [...this.#writeNames].map(([name, writeName]) => [
        writeName,
        this.view(this.#schemas.get(name) ?? true, 'write'),
      ]),
    )
    const roots = written.flatMap((schema) => [...referredNamedSchemas(schema)])
    const kinds = new InheritedKinds(new Map([...this.#schemas, ...writeViews]))
    const reached = reachableDefinitions(roots, (name) => [
      ...referredNamedSchemas(writeViews.get(name) ?? this.#schemas.get(name)),
      ...kinds.children(name),
    ])
    return [...this.#schemas].flatMap(([name, schema]) => {
      const writeName = this.#writeNames.get(name)
      const read = this.#named(name, this.view(schema, 'read'), writeName === undefined ? 'both' : 'read')
      const write =
        writeName !== undefined && reached.has(writeName)
          ? [{ ...this.#named(name, writeViews.get(writeName) ?? true, 'write'), name: writeName }]
          : []
      return [read, ...write]
    })
  }

  /**
   * Unties inheritance, and names the write variants of new schemas. Later definitions cannot change whether
   * an earlier schema's variants differ, because the targets of all its references are already defined.
   */
  #settle(): void {
    if (this.#viewed === this.#schemas.size) return
    const settled = this.#viewed
    this.#viewed = this.#schemas.size
    this.#facts = undefined
    for (const [name, schema] of [...this.#schemas].slice(settled)) {
      this.#schemas.set(name, untieInheritance(name, schema, this.#schemas))
    }
    const differing = definitionsDifferingInViews(this.#schemas)
    for (const name of this.#schemas.keys()) {
      if (differing.has(name) && !this.#writeNames.has(name))
        this.#writeNames.set(name, this.#names.unique(`${name}Write`))
    }
  }

  #named(name: string, schema: JsonSchema, view: NamedSchema['view']): NamedSchema {
    const { description, 'x-source': source } = keywordsOf(schema)
    return {
      name,
      pointer: this.#pointers.get(name) ?? '#',
      view,
      schema,
      ...(typeof source === 'string' && { source }),
      ...(description !== undefined && { description }),
    }
  }
}

/**
 * Breaks a cycle in which a child inherits through `allOf` from a parent that lists the child in `oneOf` or
 * `anyOf`, so that each contains the other. The child keeps the parent's own keywords, without the parent's
 * alternatives.
 */
function untieInheritance(
  name: string,
  schema: JsonSchema,
  definitions: ReadonlyMap<string, JsonSchema>,
): JsonSchema {
  const { allOf } = keywordsOf(schema)
  if (typeof schema === 'boolean' || allOf === undefined) return schema
  let untied = false
  const parts = allOf.map((part) => {
    const parent = definitions.get(referredNamedSchema(keywordsOf(part).$ref) ?? '')
    const isBranch = (branch: JsonSchema) => referredNamedSchema(keywordsOf(branch).$ref) === name
    if (typeof parent !== 'object' || !alternativesOf(parent).some(isBranch)) return part
    untied = true
    const { oneOf: _oneOf, anyOf: _anyOf, discriminator: _discriminator, ...own } = parent
    return own
  })
  return untied ? { ...schema, allOf: parts } : schema
}
