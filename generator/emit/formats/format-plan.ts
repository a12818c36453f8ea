import type { OperationDescriptor } from '@concordat/runtime/http'
import type { SchemaObject } from '@concordat/runtime/schema'
import type { Model } from '../../model/model.ts'
import type { ChosenFormat, FormatTable, WireType } from './format-table.ts'
import { MemberNames } from './member-names.ts'
import { type OperationStates, statesOfOperation } from './operation-states.ts'
import {
  enumeratesInFormats,
  type FormatState,
  innerFormatStates,
  reachedFormatStates,
  SchemaStates,
  wireTypes,
} from './schema-states.ts'

/** Conversions of the values at one location, by JSON type. */
export type FormatLeaf = { readonly [Wire in WireType]?: ChosenFormat }

/**
 * Decides where a document's formats are converted. Both the types and the conversions are printed according
 * to these decisions.
 */
export class FormatPlan {
  readonly #table: FormatTable
  readonly members: MemberNames
  readonly #states: SchemaStates
  readonly #definitions: ReadonlyMap<string, FormatState>
  readonly #operations: ReadonlyMap<OperationDescriptor, OperationStates>
  /**
   * Schemas whose values stay unconverted, because they might be mistaken for values of another alternative,
   * either in JSON or after conversion.
   */
  readonly #ambiguous = new Set<SchemaObject>()
  readonly #converting: ReadonlySet<FormatState>

  /** @throws {TooManyStates} */
  constructor(
    {
      schemas,
      operations: called,
      webhooks,
      nameMember,
    }: Pick<Model, 'schemas' | 'operations' | 'webhooks' | 'nameMember'>,
    table: FormatTable,
  ) {
    const operations = [...called, ...(webhooks?.operations ?? [])]
    this.#table = table
    this.#states = new SchemaStates(schemas, { takesNames: nameMember !== undefined })
    this.members = new MemberNames(nameMember, this.#states)
    this.#definitions = new Map(
      this.isEmpty
        ? []
        : schemas.map(({ name, schema, pointer }) => [name, this.#states.of(schema, pointer)]),
    )
    const byName = new Map(schemas.map(({ name, schema }) => [name, schema]))
    this.#operations = new Map(
      (this.isEmpty ? [] : operations).map(({ descriptor }) => [
        descriptor,
        statesOfOperation(descriptor, this.#states, byName),
      ]),
    )
    // Repeated until nothing changes, because leaving one schema's values unconverted can make other schemas
    // ambiguous.
    for (let before = -1; before < this.#ambiguous.size; ) {
      before = this.#ambiguous.size
      for (const state of this.#states.all) this.#leaveAmbiguous(state)
    }
    this.#converting = convertingStates(
      this.#states.all,
      (state) => Object.keys(this.leaf(state)).length > 0 || this.members.changed(state).length > 0,
    )
  }

  get ambiguous(): ReadonlySet<SchemaObject> {
    return this.#ambiguous
  }

  /** The states of named schemas. */
  get definitions(): ReadonlyMap<string, FormatState> {
    return this.#definitions
  }

  operation(descriptor: OperationDescriptor): OperationStates | undefined {
    return this.#operations.get(descriptor)
  }

  /** True if the value at this location, or one nested in it, is converted. */
  converts(state: FormatState | undefined): state is FormatState {
    return state !== undefined && this.#converting.has(state)
  }

  leaf({ schemas }: FormatState): FormatLeaf {
    const leaf: { [Wire in WireType]?: ChosenFormat } = {}
    for (const schema of schemas)
      for (const wire of wireTypes(schema)) {
        const format = this.#formatOf(schema, wire)
        if (format !== undefined && isWire(wire)) leaf[wire] = format
      }
    return leaf
  }

  /** The format of a schema's values of one JSON type, if they are converted. */
  #formatOf(schema: SchemaObject, type: string): ChosenFormat | undefined {
    if (this.#ambiguous.has(schema) || enumeratesInFormats(schema)) return undefined
    const format = this.#table.get(schema.format ?? '')
    return format !== undefined && isWire(type) && format.converters[type] !== undefined ? format : undefined
  }

  /**
   * True if numbers in these states, or in nested ones, have a format. JSON must then be parsed without
   * losing digits.
   */
  hasNumbers(states: readonly FormatState[]): boolean {
    return [...reachedFormatStates(states)].some((state) => this.leaf(state).number !== undefined)
  }

  /** True if nothing is converted or renamed. */
  get isEmpty(): boolean {
    return this.#table.size === 0 && this.members.areKept
  }

  /** Format of a schema's values of this type; `integer` counts as `number`. */
  formatOf(schema: SchemaObject, type: string): ChosenFormat | undefined {
    return this.#formatOf(schema, type === 'integer' ? 'number' : type)
  }

  /**
   * Marks schemas as ambiguous if values of the same JSON type, or of any type in the case of a user's
   * format, could have another format or none. Such values stay unconverted.
   */
  #leaveAmbiguous({ schemas }: FormatState): void {
    const claims = schemas.flatMap((schema) =>
      [...wireTypes(schema)]
        .filter((type) => type !== 'null')
        .map((type) => ({ schema, type, format: this.#formatOf(schema, type) })),
    )
    for (const { schema, type, format } of claims) {
      if (format === undefined) continue
      const rivals = claims.filter((claim) => claim.format !== format)
      if (rivals.some((rival) => rival.type === type || format.isOwn || rival.format?.isOwn))
        this.#ambiguous.add(schema)
    }
  }
}

function isWire(type: string): type is WireType {
  return type === 'string' || type === 'number'
}

/** The states from which a state that `begins` accepts can be reached, including that state. */
function convertingStates(
  states: Iterable<FormatState>,
  begins: (state: FormatState) => boolean,
): Set<FormatState> {
  const holders = new Map<FormatState, FormatState[]>()
  const reached = new Set<FormatState>()
  for (const state of states) {
    if (state.discriminator === undefined && begins(state)) reached.add(state)
    for (const inner of innerFormatStates(state)) {
      const known = holders.get(inner)
      if (known === undefined) holders.set(inner, [state])
      else known.push(state)
    }
  }
  for (const state of reached) for (const holder of holders.get(state) ?? []) reached.add(holder)
  return reached
}
