import type { MemberPath } from '@concordat/runtime/http'
import { links, parts, plain } from '@concordat/runtime/lexicon'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { MemberReader } from '../schema/members.ts'
import type { Facets, SchemaFacts } from '../schema/schema-facts.ts'

/** A value of a body that is neither object nor array. */
export interface Value extends Facets {
  readonly path: MemberPath
  /** Of its last step, plain. */
  readonly name: string
  /** Plain name of the object that holds it; empty at the root. */
  readonly container: string
  readonly canBeAbsent: boolean
}

/** An array of a body that every alternative has. */
export interface ItemArray {
  readonly path: MemberPath
  readonly item: JsonSchema
}

/** What stands in a body as far as it can tell of pages. */
export interface BodyMembers {
  readonly arrays: readonly ItemArray[]
  readonly values: readonly Value[]
}

interface Holder {
  readonly members: ReturnType<MemberReader['members']>
  readonly path: MemberPath
  readonly canBeAbsent: boolean
  readonly isEverywhere: boolean
}

/** Reads bodies, each once: looking for pages and looking for lists ask for the same ones. */
export class BodyReader {
  readonly #facts: SchemaFacts
  readonly #reader: MemberReader
  readonly #read = new Map<JsonSchema | undefined, BodyMembers>()

  constructor(facts: SchemaFacts, reader: MemberReader) {
    this.#facts = facts
    this.#reader = reader
  }

  /** Members of the root and of its objects, and below these of the objects for paging alone: "links.pages.next". */
  members(schema: JsonSchema | undefined): BodyMembers {
    const known = this.#read.get(schema)
    if (known !== undefined) return known
    const root = this.#reader.items(schema)
    const read = root === undefined ? this.#look(schema) : { arrays: [{ path: [], item: root }], values: [] }
    this.#read.set(schema, read)
    return read
  }

  #look(schema: JsonSchema | undefined): BodyMembers {
    const arrays: ItemArray[] = []
    const values: Value[] = []
    const look = (holder: Holder): void => {
      for (const [name, member] of holder.members) {
        const path = [...holder.path, name]
        const item = this.#reader.items(member.schema)
        const isEverywhere = holder.isEverywhere && member.isEverywhere
        if (item !== undefined) {
          if (isEverywhere) arrays.push({ path, item })
          continue
        }
        const facets = this.#facts.facets(member.schema)
        const canBeAbsent =
          holder.canBeAbsent || !isEverywhere || !member.isRequired || facets.types.has('null')
        const members = this.#reader.members(member.schema)
        if (members.size === 0) {
          const container = plain(holder.path.at(-1) ?? '')
          const isUrl = facets.isUrl || container === 'links' || links.ends.has(name)
          values.push({ ...facets, isUrl, path, name: plain(name), container, canBeAbsent })
        } else if (
          isObjectAlone(facets) &&
          (path.length < 2 || (path.length < 4 && parts.ofPages.has(name)))
        ) {
          look({ members, path, canBeAbsent, isEverywhere })
        }
      }
    }
    look({ members: this.#reader.members(schema), path: [], canBeAbsent: false, isEverywhere: true })
    return { arrays, values }
  }
}

/** A URL, or an object that has one, would be read as one of the two and missed as the other. */
function isObjectAlone({ types }: Facets): boolean {
  return [...types].every((type) => type === 'object' || type === 'null')
}

/** What stands beside the items, at the root, and in objects for paging there. */
export function forPaging<Member extends { readonly path: MemberPath }>(
  members: readonly Member[],
  items: MemberPath,
): readonly Member[] {
  const beside = items.slice(0, -1)
  return members.filter(({ path }) => {
    const holder = path.slice(0, -1)
    const isBeside = beside.every((step, index) => holder[index] === step)
    const rest = isBeside ? holder.slice(beside.length) : holder
    return rest.every((step) => parts.ofPages.has(step))
  })
}
