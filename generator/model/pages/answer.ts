import { links, parts, plain } from '@concordat/contract/lexicon'
import type { MemberPath } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Facets } from '../schema/facts/facets.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'

/** A value of a body that is neither object nor array. */
export interface Value extends Facets {
  readonly path: MemberPath
  /** Name of its last step, plain. */
  readonly name: string
  /** Plain name of the object that holds it; empty at the root. */
  readonly container: string
  /** True if the last page can do without it: absent, null, or an empty text. */
  readonly canBeAbsent: boolean
}

/** An array of a body that every alternative has. */
export interface ItemArray {
  readonly path: MemberPath
  readonly item: JsonSchema
}

/**
 * Place of a value in a body. Facts about the value are read on demand: most bodies are of one thing, whose
 * values nobody asks for.
 */
export class ValuePlace {
  readonly path: MemberPath
  readonly #read: () => Value
  #value: Value | undefined

  constructor(path: MemberPath, read: () => Value) {
    this.path = path
    this.#read = read
  }

  get value(): Value {
    this.#value ??= this.#read()
    return this.#value
  }
}

/** Members of a body that can tell of pages. */
export interface BodyMembers {
  readonly arrays: readonly ItemArray[]
  readonly places: readonly ValuePlace[]
}

/** An object of a body. */
interface Holder {
  readonly members: ReturnType<SchemaFacts['members']>
  readonly path: MemberPath
  readonly canBeAbsent: boolean
  readonly isEverywhere: boolean
}

/** Reads bodies, each once: looking for pages and looking for lists ask for the same ones. */
export class BodyReader {
  readonly #facts: SchemaFacts
  readonly #read = new Map<JsonSchema | undefined, BodyMembers>()

  constructor(facts: SchemaFacts) {
    this.#facts = facts
  }

  /**
   * Members of the root and of its objects, and below these of the objects for
   * paging alone: "links.pages.next".
   */
  members(body: JsonSchema | undefined): BodyMembers {
    const schema = this.#facts.behind(body)
    const known = this.#read.get(schema)
    if (known !== undefined) return known
    const root = this.#facts.items(schema)
    const read =
      root === undefined ? this.#readObject(schema) : { arrays: this.#listAt([], schema, root), places: [] }
    this.#read.set(schema, read)
    return read
  }

  #readObject(schema: JsonSchema | undefined): BodyMembers {
    const found = { arrays: [], places: [] }
    const members = this.#facts.members(schema)
    this.#lookInto({ members, path: [], canBeAbsent: false, isEverywhere: true }, found)
    return found
  }

  #lookInto(holder: Holder, found: { readonly arrays: ItemArray[]; readonly places: ValuePlace[] }): void {
    for (const [name, { schema, ...member }] of holder.members) {
      const path = [...holder.path, name]
      const isEverywhere = holder.isEverywhere && member.isEverywhere
      const item = this.#facts.items(schema)
      if (item !== undefined) {
        if (isEverywhere) found.arrays.push(...this.#listAt(path, schema, item))
        continue
      }
      const mayLack = holder.canBeAbsent || !isEverywhere || !member.isRequired
      const canBeAbsent = () => mayLack || this.#canBeNothing(schema)
      if (!this.#facts.hasMembers(schema)) {
        const read = () => asValue(path, this.#facts.facets(schema), canBeAbsent())
        found.places.push(new ValuePlace(path, read))
      } else if (isOfPaging(path) && isObjectAlone(this.#facts.facets(schema))) {
        const members = this.#facts.members(schema)
        this.#lookInto({ members, path, canBeAbsent: canBeAbsent(), isEverywhere }, found)
      }
    }
  }

  /** An array whose items are alike: places of a tuple mean something each. */
  #listAt(path: MemberPath, schema: JsonSchema | undefined, item: JsonSchema): readonly ItemArray[] {
    const isTuple =
      item === false || this.#facts.parts(schema).some(({ prefixItems }) => prefixItems !== undefined)
    return isTuple ? [] : [{ path, item }]
  }

  /** True for a value that may be null or an empty text. */
  #canBeNothing(schema: JsonSchema): boolean {
    const facets = this.#facts.facets(schema)
    return facets.types.has('null') || canBeEmpty(facets, this.#facts.parts(schema))
  }
}

function asValue(path: MemberPath, facets: Facets, canBeAbsent: boolean): Value {
  const name = path.at(-1) ?? ''
  const container = plain(path.at(-2) ?? '')
  const isUrl = facets.isUrl || container === 'links' || links.ends.has(name)
  return { ...facets, isUrl, path, name: plain(name), container, canBeAbsent }
}

/**
 * True for an object that may tell of pages by its place: any at the root, and objects with usual names below
 * it.
 */
function isOfPaging(path: MemberPath): boolean {
  return path.length < 2 || (path.length < 4 && parts.ofPages.has(path.at(-1) ?? ''))
}

/** True for a text that may be empty, as it is on the last page. An empty one is no URL. */
function canBeEmpty({ types }: Facets, parts: ReturnType<SchemaFacts['parts']>): boolean {
  const isBound = ({ format, pattern, minLength = 0, ...part }: (typeof parts)[number]): boolean =>
    format !== undefined || pattern !== undefined || minLength > 0 || 'enum' in part || 'const' in part
  return types.size === 1 && types.has('string') && !parts.some(isBound)
}

/** A URL, or an object that has one, would be read as one of the two and missed as the other. */
function isObjectAlone({ types }: Facets): boolean {
  return [...types].every((type) => type === 'object' || type === 'null')
}

/** Members beside the items, at the root, and in objects for paging there. */
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
