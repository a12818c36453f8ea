import type { SchemaObject } from '@concordat/runtime/schema'
import type { Model } from '../../model/model.ts'
import { type FormatState, formatStateMembers, isFormatStateMap, type SchemaStates } from './schema-states.ts'

/** A property's name in JSON and in code. */
type Named = readonly [wire: string, shown: string]

/** Names in code for the properties of a document's objects. */
export class MemberNames {
  readonly #nameMember: Model['nameMember']
  readonly #states: SchemaStates

  constructor(nameMember: Model['nameMember'], states: SchemaStates) {
    this.#nameMember = nameMember
    this.#states = states
  }

  /** True if all members keep their names. */
  get areKept(): boolean {
    return this.#nameMember === undefined
  }

  /** Properties of the objects at one location whose names in code differ from their names in JSON. */
  changed(state: FormatState): readonly Named[] {
    return this.#named(state).filter(([wire, shown]) => wire !== shown)
  }

  /** Properties of objects at one location that would have the same name in code. */
  *alike(): Generator<{
    readonly state: FormatState
    readonly name: string
    readonly members: readonly string[]
  }> {
    for (const state of this.#states.all)
      for (const [name, members] of Map.groupBy(this.#named(state), ([, shown]) => shown))
        if (members.length > 1) yield { state, name, members: members.map(([wire]) => wire) }
  }

  /**
   * Yields maps whose keys could be renamed by mistake, because a key can equal the name of another
   * alternative's property. Each map is accompanied by the names of these properties.
   */
  *renamedKeys(): Generator<{ readonly map: SchemaObject; readonly names: readonly string[] }> {
    for (const state of this.#states.all) {
      const names = this.changed(state).map(([wire]) => wire)
      const maps = state.schemas.filter(
        (schema) => state.alternatives.has(schema) && isFormatStateMap(schema),
      )
      for (const map of names.length === 0 ? [] : maps) yield { map, names }
    }
  }

  #named({ schemas }: FormatState): readonly Named[] {
    const nameMember = this.#nameMember
    if (nameMember === undefined) return []
    return [...new Set(schemas.flatMap(formatStateMembers))].map((name) => [name, nameMember(name)])
  }
}
