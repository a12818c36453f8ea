import type { OperationDescriptor } from '@concordat/runtime/http'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Item } from '../../../world/items/item.ts'
import type { Link } from '../../../world/requests/members/item-links.ts'
import type { CheckContext } from '../../check.ts'
import { Collection, type Walk } from '../../evidence/collection.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { nameInCircle } from './circle.ts'
import { type ComparedReferences, type Referring, referenceViolation } from './referring.ts'
import { rules } from './rules.ts'

interface ListOf {
  readonly by: OperationDescriptor
  /** Query parameter that identifies the referenced item; absent if the path identifies it. */
  readonly parameter?: string
}

/** The lists of items that refer to a given item. */
export class ReferenceLists {
  readonly #context: CheckContext
  readonly #link: Link
  #lists: readonly ListOf[]
  /** Names of the referring items that the rule created. */
  #created: ReadonlySet<string> = new Set()

  constructor(context: CheckContext, link: Link) {
    this.#context = context
    this.#link = link
    this.#lists = listsOf(context, link)
  }

  get areAny(): boolean {
    return this.#lists.length > 0
  }

  get paths(): readonly string[] {
    return this.#lists.map(({ by }) => by.path)
  }

  /**
   * Drops lists below an item unless they show all created items for `thing` and none for `other`, because
   * such lists can contain items with a different kind of reference. Does the same with a filter if the
   * document does not say that the operation returns a list.
   */
  async keepTelling({ thing, other, created }: Apart): Promise<void> {
    this.#created = new Set(created.map(nameInCircle))
    const telling: ListOf[] = []
    for (const list of this.#lists) {
      const shown = async (of: Item): Promise<number | undefined> => {
        const walk = await resultIfRun(() => this.#walk(list, of))
        return walk?.isWhole === true ? this.#shownIn(walk).length : undefined
      }
      const isSure = list.parameter !== undefined && list.by.list !== undefined
      if (isSure || ((await shown(thing)) === created.length && (await shown(other)) === 0))
        telling.push(list)
    }
    this.#lists = telling
  }

  /** Compares each list with the items that refer to the given one. */
  async compare(referring: Referring): Promise<readonly ComparedReferences[]> {
    const compared: ComparedReferences[] = []
    for (const list of this.#lists) compared.push(...(await this.#compareOne(list, referring)))
    return compared
  }

  async #compareOne(
    list: ListOf,
    { after, thing, items }: Referring,
  ): Promise<readonly ComparedReferences[]> {
    const ids = items.map(nameInCircle)
    const look = async (): Promise<Walk | undefined> => resultIfRun(() => this.#walk(list, thing))
    const isRight = (walk: Walk): boolean =>
      this.#shownIn(walk).toSorted().join('\n') === ids.toSorted().join('\n')
    const walk = await look()
    if (walk === undefined || !walk.isWhole) return []
    if (isRight(walk)) return this.#compareCount(list, { after, walk })
    const [, late] = await lookTwiceApart(look)
    if (late === undefined || isRight(late)) return ['as expected']
    const fact: Fact = {
      ...{ kind: 'set differs', operation: after.operationId, by: list.by.operationId, ids },
      received: this.#shownIn(late).join(', ') || 'none of the tested items',
    }
    return [referenceViolation(after, late.last.answer, { breaks: rules.listed, fact })]
  }

  /** Compares the count beside the list with the number of its items. */
  #compareCount(
    { by, parameter }: ListOf,
    { after, walk }: { readonly after: OperationDescriptor; readonly walk: Walk },
  ): readonly ComparedReferences[] {
    const { count, answer } = walk.first
    if (count === undefined || count === walk.items.length) return ['as expected']
    const of = parameter === undefined ? 'list' : 'filter'
    const fact: Fact = { kind: 'wrong count', of, items: walk.items.length, received: String(count) }
    return [{ ...referenceViolation(after, answer, { breaks: rules.listed, fact }), operation: by }]
  }

  async #walk({ by, parameter }: ListOf, thing: Item): Promise<Walk> {
    const binding = await this.#context.pool.bindings.around(by, thing.binding)
    const query = parameter === undefined ? {} : { [parameter]: nameInCircle(thing) }
    return new Collection(this.#context, by, { binding }).walk(query)
  }

  /** Names of the created items in a list. */
  #shownIn({ items }: Walk): readonly string[] {
    return items
      .flatMap((item) => itemIdOf(this.#link.from, item) ?? [])
      .filter((id) => this.#created.has(id))
  }
}

/** An item to which all created items refer, and another item to which none does. */
interface Apart {
  readonly thing: Item
  readonly other: Item
  readonly created: readonly Item[]
}

/**
 * Lists of the items that refer to another item: lists below that item, or lists with a query parameter named
 * after the property.
 */
function listsOf({ document }: CheckContext, { from, to, member }: Link): readonly ListOf[] {
  const own = operationById(document, from.operations.list)
  const parameter = own?.parameters?.find(({ name, in: where }) => where === 'query' && name === member)
  const filtered =
    own === undefined || parameter === undefined ? [] : [{ by: own, parameter: parameter.name }]
  const kind = own && shownSchemas(own, document)[0]?.own.$ref
  const nested = document.operations.filter((operation) => {
    const isBelow =
      operation.list !== undefined && to.item !== undefined && operation.path.startsWith(`${to.item}/`)
    const isPlain = !operation.path.slice(to.item?.length).includes('{')
    return isBelow && isPlain && kind !== undefined && shownSchemas(operation, document)[0]?.own.$ref === kind
  })
  // If items are below the item that they refer to, their path already determines which lists show them.
  const isByPath = from.collection.startsWith(`${to.item}/`)
  return isByPath ? filtered : [...filtered, ...nested.map((by) => ({ by }))]
}
