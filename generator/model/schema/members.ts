import type { JsonSchema } from '@concordat/runtime/schema'
import { keywordsOf } from '@concordat/runtime/subschemas'
import { definitionName } from './references.ts'

/** A property of an object, as all alternatives of the object have it. */
export interface Member {
  /** What the alternatives that have it say of it. */
  readonly schema: JsonSchema
  /** Every alternative has it, required or not. */
  readonly isEverywhere: boolean
  readonly isRequired: boolean
}

type Members = ReadonlyMap<string, Member>

const NONE: Members = new Map()

/** Looks into objects and arrays through references, `allOf`, and the alternatives of `anyOf` and `oneOf` but null. */
export class MemberReader {
  readonly #definitions: ReadonlyMap<string, JsonSchema>
  /** By name of the definition; one that refers to itself is empty while it is looked into. */
  readonly #members = new Map<string, Members>()
  readonly #items = new Map<string, JsonSchema | undefined>()

  constructor(definitions: ReadonlyMap<string, JsonSchema>) {
    this.#definitions = definitions
  }

  /** The members that an object may have, in document order; empty for anything else. */
  members(schema: JsonSchema | undefined): Members {
    const { $ref, allOf = [], anyOf, oneOf, properties, required = [] } = keywordsOf(schema)
    const isComposed = allOf.length > 0 || anyOf !== undefined || oneOf !== undefined
    if (!isComposed && properties === undefined && required.length === 0) return this.#referred($ref)
    const own = Object.entries(properties ?? {}).map(([name, property]): [string, Member] => [
      name,
      { schema: property, isEverywhere: true, isRequired: false },
    ])
    const parts = [
      this.#referred($ref),
      ...allOf.map((part) => this.members(part)),
      ...[anyOf, oneOf].map((branches = []) =>
        unite(branches.filter(isNotNull).map((branch) => this.members(branch))),
      ),
      new Map(own),
    ]
    const all = new Map<string, Member>()
    for (const [name, member] of parts.flatMap((part) => [...part])) {
      const before = all.get(name)
      all.set(name, {
        schema: member.schema,
        isEverywhere: member.isEverywhere || before?.isEverywhere === true,
        isRequired: member.isRequired || before?.isRequired === true || required.includes(name),
      })
    }
    return all
  }

  /** What an array holds; `undefined` where not every alternative is an array. */
  items(schema: JsonSchema | undefined): JsonSchema | undefined {
    const { $ref, type, items = true, anyOf, oneOf, allOf } = keywordsOf(schema)
    const name = definitionName($ref)
    if (name !== undefined) {
      if (!this.#items.has(name)) {
        this.#items.set(name, undefined)
        this.#items.set(name, this.items(this.#definitions.get(name)))
      }
      return this.#items.get(name)
    }
    if ([type].flat().includes('array')) return items
    const held = (anyOf ?? oneOf ?? allOf ?? []).filter(isNotNull).map((branch) => this.items(branch))
    const known = held.filter((item) => item !== undefined)
    if (known.length < held.length) return undefined
    return known.length > 1 ? { anyOf: known } : known[0]
  }

  #referred($ref: string | undefined): Members {
    const name = definitionName($ref)
    if (name === undefined) return NONE
    const known = this.#members.get(name)
    if (known !== undefined) return known
    this.#members.set(name, new Map())
    const members = this.members(this.#definitions.get(name))
    this.#members.set(name, members)
    return members
  }
}

function isNotNull(schema: JsonSchema): boolean {
  return keywordsOf(schema).type !== 'null'
}

/** The members of any of several objects. */
function unite(branches: readonly Members[]): Members {
  const names = new Set(branches.flatMap((branch) => [...branch.keys()]))
  return new Map(
    [...names].map((name): [string, Member] => {
      const said = branches.flatMap((branch) => branch.get(name) ?? [])
      const isInAll = said.length === branches.length
      const schemas = said.map(({ schema }) => schema)
      const [only = true] = schemas
      return [
        name,
        {
          schema: schemas.length > 1 ? { anyOf: schemas } : only,
          isEverywhere: isInAll && said.every(({ isEverywhere }) => isEverywhere),
          isRequired: isInAll && said.every(({ isRequired }) => isRequired),
        },
      ]
    }),
  )
}
