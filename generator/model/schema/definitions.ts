import { valueAt } from '@concordat/runtime/json'
import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { SchemaFact } from '@concordat/runtime/schema-view'
import { keywordsOf } from '@concordat/runtime/subschemas'
import type { DocumentObject, SchemaObject } from '../../document/document.ts'
import { octetSchemaKey, octetSchemas } from '../../document/octets.ts'
import { documentVersion } from '../../document/version.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import { quoteInProblem } from '../../errors/quote.ts'
import { pascalCase, type TakenNames } from '../naming/name.ts'
import { type TypeNaming, typeName } from '../naming/type-names.ts'
import { untieInheritance } from './inheritance.ts'
import { Kinds } from './kinds.ts'
import type { NamedSchema } from './named-schema.ts'
import { type SchemaContext, UNTOLD } from './normalize/context.ts'
import { type Bindings, DynamicScopes } from './normalize/dynamic-scopes.ts'
import { VALUE_TYPES } from './normalize/keywords/value-types.ts'
import { normalizeSchema } from './normalize/normalize.ts'
import type { PlacedPattern } from './normalize/patterns/read-pattern.ts'
import { reachableNodes, referencedNames } from './references.ts'
import { SchemaFacts } from './schema-facts.ts'
import { differingNames, type SchemaView, schemaInView } from './schema-view.ts'

const COMPONENTS = '#/components/schemas'

/** Callbacks that receive reports about schemas. */
type Told = Pick<SchemaContext, 'report' | 'ignored' | 'foreign'>

/**
 * All named schemas. Component schemas are named in document order; other targets of a `$ref` are named when
 * first used, so that every reference refers to a definition.
 */
export class ModelDefinitions {
  readonly #document: DocumentObject
  readonly #names: TakenNames
  readonly #naming: TypeNaming | undefined
  readonly #told: Told
  readonly #octets: ReturnType<typeof octetSchemas>
  readonly #dynamic: DynamicScopes
  readonly #types = new SchemaFact(
    (reference) => this.#target(reference) as JsonSchema | undefined,
    VALUE_TYPES,
  )
  readonly #patterns = new Map<string, PlacedPattern>()
  /**
   * Names by pointer. If a schema's dynamic references point outside it, the key also contains their targets.
   */
  readonly #nameByPointer = new Map<string, string>()
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #pointers = new Map<string, string>()
  readonly #writeNames = new Map<string, string>()
  #viewed = 0
  /** Facts that have been read; reset when a schema is defined or untied, because this could change them. */
  #facts: SchemaFacts | undefined

  constructor(
    document: DocumentObject,
    options: Told & {
      readonly names: TakenNames
      readonly naming: TypeNaming | undefined
      readonly mayReferDynamically: boolean
    },
  ) {
    this.#document = document
    this.#names = options.names
    this.#naming = options.naming
    this.#told = options
    this.#octets = octetSchemas(document)
    this.#dynamic = new DynamicScopes(document, options.mayReferDynamically)
    const schemas = document.components?.schemas ?? {}
    // Names that are already valid type names take precedence over names that must change.
    const { exact = [], changed = [] } = Object.groupBy(Object.keys(schemas), (key) =>
      this.#typeName(key) === key ? 'exact' : 'changed',
    )
    for (const key of [...exact, ...changed]) {
      this.#nameByPointer.set(pointerBelow(COMPONENTS, key), this.#names.unique(this.#typeName(key)))
    }
    for (const [key, schema] of Object.entries(schemas)) {
      const pointer = pointerBelow(COMPONENTS, key)
      this.#define(this.#nameByPointer.get(pointer) ?? key, { pointer, schema })
    }
  }

  /** A schema from the document before it is split into read and write variants. */
  normalize(schema: SchemaObject | boolean, place: string): JsonSchema {
    return this.#normalize(schema, place, { outer: UNBOUND, told: this.#told })
  }

  #normalize(
    schema: SchemaObject | boolean,
    place: string,
    { outer, told }: { readonly outer: Bindings; readonly told: Told },
  ): JsonSchema {
    const bindings = this.#dynamic.within(place, outer)
    return normalizeSchema(schema, place, {
      reference: (pointer, from) => this.#reference(pointer, from, bindings),
      version: documentVersion(this.#document),
      dynamicTarget: (reference) => this.#dynamic.resolve(reference, place, bindings),
      target: (pointer) => this.#target(pointer),
      types: (each) => this.#types.of(each as JsonSchema),
      isOctets: (schema, pointer) => this.#octets.has(octetSchemaKey(schema, pointer)),
      report: told.report,
      ignored: told.ignored,
      foreign: told.foreign,
      pattern: (pattern) => this.#patterns.set(pattern.pointer, pattern),
    })
  }

  /** The patterns of all schemas that were read, one for each location. */
  get patterns(): readonly PlacedPattern[] {
    return [...this.#patterns.values()]
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
   * Every named schema. Write variants are included only if they are reached from `written`, which contains
   * request schemas in their write variant.
   */
  named(written: readonly JsonSchema[]): NamedSchema[] {
    this.#settle()
    const writeViews = new Map(
      [...this.#writeNames].map(([name, writeName]) => [
        writeName,
        this.view(this.#schemas.get(name) ?? true, 'write'),
      ]),
    )
    const roots = written.flatMap((schema) => [...referencedNames(schema)])
    const kinds = new Kinds(new Map([...this.#schemas, ...writeViews]))
    const reached = reachableNodes(roots, (name) => [
      ...referencedNames(writeViews.get(name) ?? this.#schemas.get(name)),
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
   * an earlier schema's variants differ, because all its references are known.
   */
  #settle(): void {
    if (this.#viewed === this.#schemas.size) return
    const settled = this.#viewed
    this.#viewed = this.#schemas.size
    this.#facts = undefined
    for (const [name, schema] of [...this.#schemas].slice(settled)) {
      this.#schemas.set(name, untieInheritance(name, schema, this.#schemas))
    }
    const differing = differingNames(this.#schemas)
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

  #target(pointer: string): SchemaObject | boolean | undefined {
    return valueAt(this.#document, stepsOf(pointer)) as SchemaObject | boolean | undefined
  }

  #reference(pointer: string, from: string, outer: Bindings): string {
    const bound = this.#dynamic.changed(pointer, outer)
    const key = bound === undefined ? pointer : JSON.stringify([pointer, ...bound])
    const known = this.#nameByPointer.get(key)
    if (known !== undefined) return known
    const own = bound && this.#nameByPointer.get(pointer)
    const bare = own ?? this.#typeName(pointer.split('/').slice(-1).join(''))
    const name = this.#names.unique(bound === undefined ? bare : `${bare}Of${this.#namesOf(bound)}`)
    this.#nameByPointer.set(key, name)
    // Loading has checked references, but a bare name in a mapping can still refer to nothing.
    const target = this.#target(pointer)
    if (target === undefined) this.#told.report(leadsNowhere(pointer, from))
    this.#define(name, { pointer, schema: target ?? true, bound })
    return name
  }

  #typeName(name: string): string {
    return typeName(name, this.#naming)
  }

  /** Targets of dynamic references, in a form that can be part of a name. */
  #namesOf(bindings: Bindings): string {
    const last = [...bindings.values()].map((pointer) => stepsOf(this.#dynamic.behind(pointer)).at(-1) ?? '')
    return last.map(pascalCase).join('And')
  }

  #define(name: string, { pointer, schema, bound }: Defined): void {
    this.#pointers.set(name, pointer)
    // Reserves the position in document order, because normalizing can define other schemas.
    this.#schemas.set(name, true)
    // A schema's problems are reported only once, for the schema without bindings.
    const reading =
      bound === undefined ? { outer: UNBOUND, told: this.#told } : { outer: bound, told: UNTOLD }
    this.#schemas.set(name, this.#normalize(schema, pointer, reading))
    this.#facts = undefined
  }
}

/** A schema to be named. */
interface Defined {
  readonly pointer: string
  readonly schema: SchemaObject | boolean
  /** Targets of its dynamic references; absent if they are within the schema itself. */
  readonly bound?: Bindings | undefined
}

const UNBOUND: Bindings = new Map()

function leadsNowhere(pointer: string, from: string): ProblemAtPointer {
  return {
    code: 'unresolvable-reference',
    severity: 'warning',
    place: from,
    message: `${quoteInProblem(pointer)} does not lead to a schema.`,
    reading: 'unknown: any value fits',
    fix: 'correct the name, or add the schema.',
  }
}
