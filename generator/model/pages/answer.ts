import { pageLinkWords, parts, plainName } from '@concordat/contract/lexicon'
import type { MemberPath } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Facets } from '../schema/facts/facets.ts'
import type { SchemaFacts } from '../schema/schema-facts.ts'

/** A value in a body that is neither an object nor an array. */
export interface PagingValue extends Facets {
  readonly path: MemberPath
  /** Last step of the path, in normalized form. */
  readonly name: string
  /** Normalized name of the object that contains the value; empty at the root. */
  readonly container: string
  /** True if the last page may omit the value, or contain null or an empty string instead. */
  readonly canBeAbsent: boolean
}

/** An array that every alternative of a body contains. */
export interface ItemArray {
  readonly path: MemberPath
  readonly item: JsonSchema
}

/**
 * Location of a value in a body. Facts about the value are read on demand, because most bodies are never
 * examined.
 */
export class ValuePlace {
  readonly path: MemberPath
  readonly #read: () => PagingValue
  #value: PagingValue | undefined

  constructor(path: MemberPath, read: () => PagingValue) {
    this.path = path
    this.#read = read
  }

  get value(): PagingValue {
    this.#value ??= this.#read()
    return this.#value
  }
}

/** Values and arrays in a body that could describe paging. */
export interface BodyMembers {
  readonly arrays: readonly ItemArray[]
  readonly places: readonly ValuePlace[]
}

/** An object in a body. */
interface Holder {
  readonly members: ReturnType<SchemaFacts['members']>
  readonly path: MemberPath
  readonly canBeAbsent: boolean
  readonly isEverywhere: boolean
}

/** Reads each body once, for both paging and lists. */
export class BodyReader {
  readonly #facts: SchemaFacts
  readonly #read = new Map<JsonSchema | undefined, BodyMembers>()

  constructor(facts: SchemaFacts) {
    this.#facts = facts
  }

  /**
   * Values and arrays in the root and its objects, and in nested objects that describe paging:
   * "links.pages.next".
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

  /**
   * An array of similar items. A tuple does not count, because each of its positions has its own meaning. A
   * Java `byte[]`, which some generators describe as an array of strings with the format byte, does not count
   * either.
   */
  #listAt(path: MemberPath, schema: JsonSchema | undefined, item: JsonSchema): readonly ItemArray[] {
    const isTuple =
      item === false || this.#facts.parts(schema).some(({ prefixItems }) => prefixItems !== undefined)
    const isOctets = this.#facts.parts(item).some(({ format }) => format === 'byte')
    return isTuple || isOctets ? [] : [{ path, item }]
  }

  /** True if the value may be null or an empty string. */
  #canBeNothing(schema: JsonSchema): boolean {
    const facets = this.#facts.facets(schema)
    return facets.types.has('null') || canBeEmpty(facets, this.#facts.parts(schema))
  }
}

function asValue(path: MemberPath, facets: Facets, canBeAbsent: boolean): PagingValue {
  const name = path.at(-1) ?? ''
  const container = plainName(path.at(-2) ?? '')
  const isUrl = facets.isUrl || container === 'links' || pageLinkWords.ends.has(name)
  return { ...facets, isUrl, path, name: plainName(name), container, canBeAbsent }
}

/**
 * True for an object that could describe paging: any object at the root, or an object with a usual name at a
 * deeper level.
 */
function isOfPaging(path: MemberPath): boolean {
  return path.length < 2 || (path.length < 4 && parts.ofPages.has(path.at(-1) ?? ''))
}

/**
 * True for a string without restrictions, which can be empty on the last page. A string with a format, such
 * as a URL, cannot be empty.
 */
function canBeEmpty({ types }: Facets, parts: ReturnType<SchemaFacts['parts']>): boolean {
  const isBound = ({ format, pattern, minLength = 0, ...part }: (typeof parts)[number]): boolean =>
    format !== undefined || pattern !== undefined || minLength > 0 || 'enum' in part || 'const' in part
  return types.size === 1 && types.has('string') && !parts.some(isBound)
}

/**
 * True if only objects or null are allowed. A schema that also allows URLs does not count, because it could
 * be read only as one or the other.
 */
function isObjectAlone({ types }: Facets): boolean {
  return [...types].every((type) => type === 'object' || type === 'null')
}

/**
 * Values related to paging: those at the root, next to the items, or in an object for paging at either level.
 */
export function membersForPaging<Member extends { readonly path: MemberPath }>(
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
