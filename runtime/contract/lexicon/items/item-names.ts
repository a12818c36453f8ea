import { singularOf } from '../names/inflection.ts'
import { isNamedAs, plainName, snakeCase } from '../names/words.ts'
import { identifiers, isReferenceName, stemOf } from '../tables/identifiers.ts'
import { isSameKindOfName, spellingsOfName } from './spellings.ts'

/** Items whose identifying property is to be found. */
export interface ItemsToName {
  /** The path of their collection. */
  readonly collection: string
  /** The path parameter that identifies one item; empty if no path has one. */
  readonly parameter: string
  /** The format of this parameter. */
  readonly format?: unknown
}

/** A property that may identify an item, with the facts that the document states about it. */
export interface PossibleName {
  readonly name: string
  readonly format?: unknown
  readonly isReadOnly?: boolean
  readonly isRequired?: boolean
}

/**
 * Returns the properties that might identify an item, most likely first. Properties without any evidence are
 * left out.
 */
export function possibleItemNames<Member extends PossibleName>(
  items: ItemsToName,
  members: readonly Member[],
): readonly Member[] {
  const rankOf = ranking(items)
  return members
    .flatMap((member) => {
      const rank = rankOf(member)
      return rank === undefined ? [] : [{ member, rank }]
    })
    .toSorted((one, other) => compare(one.rank, other.rank))
    .map(({ member }) => member)
}

/**
 * Strength of the evidence that a property identifies the items. The first number that differs decides; the
 * greater one is stronger.
 */
type Rank = readonly number[]

function compare([one = 0, ...ones]: Rank, [other = 0, ...others]: Rank): number {
  return other - one || (ones.length === 0 ? 0 : compare(ones, others))
}

function ranking({ collection, parameter, format }: ItemsToName): (member: PossibleName) => Rank | undefined {
  // For an item of "/fields", a property called "field" is the item's name.
  const kind = singularOf(plainName(lastSegment(collection)))
  const spellings = spellingsOfName(parameter)
  return (member) => {
    const { name } = member
    const reasons = [
      isNamedAs(parameter, name),
      isNamedAfterCollection(name, collection),
      spellings.some((test) => test(plainName(name))),
      identifiers.sure.has(name),
      plainName(name) === kind,
      identifiers.usual.has(name),
      format !== undefined && member.format === format,
      isSameKindOfName(parameter, name),
    ]
    if (!reasons.includes(true)) return undefined
    const place = identifiers.usual.place(name) ?? Number.MAX_VALUE
    return [
      ...reasons.map(Number),
      -place,
      Number(member.isReadOnly === true),
      Number(member.isRequired === true),
    ]
  }
}

/** The property that is most likely to identify an item; `undefined` if there is no evidence for any. */
export function likeliestItemName(
  members: Iterable<string>,
  items: ItemsToName = { collection: '', parameter: '' },
): string | undefined {
  const [first] = possibleItemNames(
    items,
    [...members].map((name) => ({ name })),
  )
  return first?.name
}

/** The strings, other than its identifier, by which an item might be known, such as its name. */
export function otherItemNamesIn(value: unknown): readonly string[] {
  const names = identifiers.besides.valuesIn(value)
  return names.filter((name) => typeof name === 'string').filter((name) => name !== '')
}

/** True if a property identifies an item of the collection, judging by its name alone. */
export function isOwnItemName(name: string, collection: string): boolean {
  return identifiers.sure.has(name) || (isReferenceName(name) && isNamedAfterCollection(name, collection))
}

/**
 * True if a property is named after the collection's items, as "widget_id" and "widgetUuid" are after a
 * widget. A "group_id" of "group-memberships" names another item.
 */
function isNamedAfterCollection(name: string, collection: string): boolean {
  const stem = stemOf(name)
  const own = snakeCase(lastSegment(collection))
  const isStem = stem !== '' && stem !== snakeCase(name) && own.startsWith(stem)
  return isStem && own[stem.length] !== '_'
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
