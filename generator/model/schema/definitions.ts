import { valueAt } from '@concordat/runtime/json'
import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { JsonSchema } from '@concordat/runtime/schema'
import { SchemaFact } from '@concordat/runtime/schema-view'
import type { DocumentObject, SchemaObject } from '../../document/document.ts'
import { octetSchemaKey, octetSchemas } from '../../document/octets.ts'
import { documentVersion } from '../../document/version.ts'
import { UNKNOWN_READING } from '../../errors/problem.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import { quoteInProblem } from '../../errors/quote.ts'
import { pascalCase, type TakenNames } from '../naming/name.ts'
import { type TypeNaming, typeName } from '../naming/type-names.ts'
import { NamedSchemas } from './named-schemas.ts'
import { type SchemaContext, UNTOLD } from './normalize/context.ts'
import { type Bindings, DynamicScopes } from './normalize/dynamic-scopes.ts'
import { VALUE_TYPES } from './normalize/keywords/value-types.ts'
import { normalizeSchema } from './normalize/normalize.ts'
import type { PlacedPattern } from './normalize/patterns/read-pattern.ts'

const COMPONENTS = '#/components/schemas'

/** Callbacks that receive reports about schemas. */
type Told = Pick<SchemaContext, 'report' | 'ignored' | 'foreign'>

/**
 * All named schemas. Component schemas are named first, and other targets of a `$ref` when they are first
 * used, so that every reference refers to a definition.
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
  readonly schemas: NamedSchemas

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
    this.schemas = new NamedSchemas(options.names)
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

  /** Normalizes a schema of the document, without splitting it into read and write variants. */
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
    // Normalizing may define further schemas.
    this.schemas.reserve(name, pointer)
    // A schema's problems are reported only once, for the schema without bindings.
    const reading =
      bound === undefined ? { outer: UNBOUND, told: this.#told } : { outer: bound, told: UNTOLD }
    this.schemas.set(name, this.#normalize(schema, pointer, reading))
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
    message: `${quoteInProblem(pointer)} does not point to a schema.`,
    reading: UNKNOWN_READING,
    fix: 'correct the name, or add the schema.',
  }
}
