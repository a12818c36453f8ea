import type { OperationDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { EACH, placesIn } from '@concordat/runtime/schema-view'
import { jsonBody } from '../../../data/document/json-body.ts'
import { itemIdOf, operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import { type Answer, isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { countsSome } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { Collection, type Walk } from '../../evidence/collection.ts'
import { findInList, requestItem } from '../../evidence/observe.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { nameInCircle } from './circle.ts'
import type { Link } from './link.ts'
import { rules } from './rules.ts'

/** Number of items that initially refer to one thing. */
const REFERRING = 2
/** Maximum depth of a number in an item. */
const DEEPEST = 2

/** Two things, the items that refer to them, and the lists and counts of these items. */
export class Story {
  readonly #context: CheckContext
  readonly #link: Link
  readonly #counts: readonly (readonly string[])[]
  /** Lists of items that refer to a thing. */
  #lists: readonly ListOf[]
  readonly #findings: Finding[] = []
  #isCompared = false

  constructor(context: CheckContext, link: Link) {
    this.#context = context
    this.#link = link
    this.#lists = listsOf(context, link)
    this.#counts = countsOf(context, link, this.#lists)
  }

  async check(): Promise<Verdict> {
    const { asks } = this.#context
    const shows = this.#counts.length + this.#lists.length > 0
    if (shows && asks(rules.counted, rules.listed)) await this.#follow()
    if (asks(rules.kept) && this.#findings.length === 0 && !this.#link.isBelow) await this.#removeTarget()
    return this.#isCompared ? this.#findings : new NotRun({ kind: 'nothing compared' })
  }

  async #follow(): Promise<void> {
    const { document } = this.#context
    const { from, member } = this.#link
    const [thing, other] = [await this.#makeThing(), await this.#makeThing()]
    const before = await this.#numbersOf(thing)
    const [one, two] = await this.#referTo(thing)
    if (one === undefined || two === undefined) throw new NotRun({ kind: 'nothing compared' })
    const after = await this.#numbersOf(thing)
    // Only a number that increases with each of them is their count.
    const counting = this.#counts.filter(
      (_, index) => (after[index] ?? 0) - (before[index] ?? 0) === REFERRING,
    )
    const named = new Map([one, two].map((item) => [nameInCircle(item), item]))
    const expected = (...items: readonly Item[]): readonly string[] => items.map(nameInCircle)
    this.#lists = await this.#about({ thing, other, named })
    await this.#judge(this.#link.create, thing, {
      counting,
      wanted: REFERRING,
      before,
      named,
      ids: expected(one, two),
    })
    if (this.#findings.length > 0) return
    const update = operationById(document, from.operations.update)
    const isMovable =
      update !== undefined && schemaIn(document, jsonBody(update)?.schema).properties.has(member)
    const isMoved = isMovable && (await this.#move(update, one, other))
    const remove = operationById(document, from.operations.delete)
    if (isMoved) {
      await this.#judge(update, thing, { counting, wanted: REFERRING - 1, before, named, ids: expected(two) })
      await this.#judge(update, other, { counting, wanted: 1, before, named, ids: expected(one) })
    }
    if (remove === undefined || this.#findings.length > 0) return
    const gone = isMoved ? two : one
    const { answer } = await this.#context.attempt(remove, { expecting: 'either', at: asFixture(gone) })
    if (!isSuccess(answer)) return
    const left = isMoved ? [] : [two]
    await this.#judge(remove, thing, { counting, wanted: left.length, before, named, ids: expected(...left) })
  }

  /**
   * Lists below a thing may contain items with another kind of reference: a list is used if it shows the
   * created items, and not those of the other thing.
   */
  async #about({
    thing,
    other,
    named,
  }: {
    readonly thing: Item
    readonly other: Item
    readonly named: ReadonlyMap<string, Item>
  }): Promise<readonly ListOf[]> {
    const about: ListOf[] = []
    for (const list of this.#lists) {
      const shown = async (of: Item): Promise<number | undefined> => {
        const walk = await resultIfRun(() => this.#walk(list, of))
        return walk?.isWhole === true ? this.#shownIn(walk, named).length : undefined
      }
      const isSure = list.parameter !== undefined
      if (isSure || ((await shown(thing)) === named.size && (await shown(other)) === 0)) about.push(list)
    }
    return about
  }

  /** Names of the items in a list. */
  #shownIn({ items }: Walk, named: ReadonlyMap<string, Item>): readonly string[] {
    return items.flatMap((item) => itemIdOf(this.#link.from, item) ?? []).filter((id) => named.has(id))
  }

  async #makeThing(): Promise<Item> {
    const { to, from, create, member } = this.#link
    const { pool } = this.#context
    if (to !== from) return pool.items.create(to)
    const binding = await pool.bindings.find(create, 'read')
    const item = await itemWith(this.#context, create, { binding, values: () => ({ [member]: undefined }) })
    if (item === undefined) throw new NotRun({ kind: 'nothing compared' })
    return item
  }

  async #referTo(thing: Item, count = REFERRING): Promise<readonly Item[]> {
    const { create, member, write } = this.#link
    const binding = await this.#context.pool.bindings.around(create, thing.binding)
    const made: Item[] = []
    while (made.length < count) {
      const values = (): object => ({ [member]: write(nameInCircle(thing)) })
      const item = await itemWith(this.#context, create, { binding, values })
      if (item === undefined) break
      made.push(item)
    }
    return made
  }

  /** @returns true if an item refers to another thing now. */
  async #move(update: OperationDescriptor, item: Item, to: Item): Promise<boolean> {
    const { member, write } = this.#link
    const plan = this.#context.pool.requests.plan(update, item.binding, 'empty')
    const sending = requestWithBody(plan, { [member]: write(nameInCircle(to)) })
    const { answer } = await this.#context.attempt(update, {
      expecting: 'either',
      at: asFixture(item),
      sending,
    })
    return isSuccess(answer)
  }

  async #numbersOf(thing: Item): Promise<readonly (number | undefined)[]> {
    if (this.#counts.length === 0) return []
    return this.#numbersIn(await this.#read(thing))
  }

  #numbersIn(answer: Answer): readonly (number | undefined)[] {
    return this.#counts.map((path) => {
      const value = valueAt(answer.value, path)
      return typeof value === 'number' ? value : undefined
    })
  }

  async #read(thing: Item): Promise<Answer> {
    const read = await requestItem(this.#context, thing)
    if (read === undefined || !isSuccess(read.answer)) throw new NotRun({ kind: 'nothing compared' })
    return read.answer
  }

  async #judge(after: OperationDescriptor, thing: Item, expected: Expected): Promise<void> {
    await this.#judgeNumbers(after, thing, expected)
    for (const list of this.#lists) await this.#judgeList(after, thing, { list, expected })
  }

  async #judgeNumbers(
    after: OperationDescriptor,
    thing: Item,
    { counting, wanted, before }: Expected,
  ): Promise<void> {
    const { create } = this.#link
    for (const path of counting) {
      const index = this.#counts.indexOf(path)
      const start = before[index] ?? 0
      const isRight = (answer: Answer): boolean => this.#numbersIn(answer)[index] === start + wanted
      this.#isCompared = true
      if (isRight(await this.#read(thing))) continue
      // Some servers count a moment later.
      const [, late] = await lookTwiceApart(() => this.#read(thing))
      const received = this.#numbersIn(late)[index]
      if (isRight(late) || received === undefined) continue
      this.#report(after, late, rules.counted, {
        ...{ kind: 'referring counted wrong', member: path.join('.'), operation: after.operationId },
        ...{
          by: this.#link.member,
          creator: create.operationId,
          wanted: start + wanted,
          received: String(received),
        },
      })
    }
  }

  async #judgeList(
    after: OperationDescriptor,
    thing: Item,
    { list, expected: { named, ids } }: { readonly list: ListOf; readonly expected: Expected },
  ): Promise<void> {
    const look = async (): Promise<Walk | undefined> => resultIfRun(() => this.#walk(list, thing))
    const shownIn = (walk: Walk): readonly string[] => this.#shownIn(walk, named)
    const isRight = (walk: Walk): boolean =>
      shownIn(walk).toSorted().join('\n') === [...ids].toSorted().join('\n')
    const walk = await look()
    if (walk === undefined || !walk.isWhole) return
    this.#isCompared = true
    if (isRight(walk)) return
    const [, late] = await lookTwiceApart(look)
    const page = late?.pages.at(-1)
    if (late === undefined || page === undefined || isRight(late)) return
    this.#report(after, page.answer, rules.listed, {
      ...{ kind: 'set differs', operation: after.operationId, by: list.by.operationId },
      ...{
        ids: ids.length === 0 ? ['none of them'] : ids,
        received: shownIn(late).join(', ') || 'none of them',
      },
    })
  }

  async #walk({ by, parameter }: ListOf, thing: Item): Promise<Walk> {
    const binding = await this.#context.pool.bindings.around(by, thing.binding)
    const query = parameter === undefined ? {} : { [parameter]: nameInCircle(thing) }
    return new Collection(this.#context, by, { binding }).walk(query)
  }

  /** An item whose reference was removed either exists or not, consistently. */
  async #removeTarget(): Promise<void> {
    const { document } = this.#context
    const { to, from } = this.#link
    const remove = operationById(document, to.operations.delete)
    const list = operationById(document, from.operations.list)
    if (remove === undefined || list === undefined) return
    const thing = await this.#makeThing()
    const [item] = await this.#referTo(thing, 1)
    if (item === undefined) return
    const { answer } = await this.#context.attempt(remove, { expecting: 'either', at: asFixture(thing) })
    if (!isSuccess(answer)) return
    const read = await requestItem(this.#context, item)
    const listed = await resultIfRun(() => findInList(this.#context, item))
    if (read === undefined || listed === undefined) return
    this.#isCompared = true
    const isThere = isSuccess(read.answer)
    if (!isThere && !isAbsence(read.answer)) return
    if (isThere === (listed.value !== undefined)) return
    this.#report(remove, isThere ? listed.answer : read.answer, rules.kept, {
      ...{ kind: 'referring half gone', operation: remove.operationId, by: read.by.operationId },
      ...{ list: list.operationId, isListed: !isThere },
    })
  }

  #report(after: OperationDescriptor, answer: Answer, breaks: Assertion, fact: Fact): void {
    const clause = pointerBelow(after.pointer, 'responses')
    this.#findings.push(this.#context.finding({ operation: after, answer, clause, breaks, fact }))
  }
}

interface Expected {
  readonly counting: readonly (readonly string[])[]
  /** Number of items that refer to the thing, not counting the earlier ones. */
  readonly wanted: number
  readonly before: readonly (number | undefined)[]
  /** Items of the story by their names. */
  readonly named: ReadonlyMap<string, Item>
  /** Names of the items that refer to the thing. */
  readonly ids: readonly string[]
}

interface ListOf {
  readonly by: OperationDescriptor
  /** Parameter that names the thing; absent if the path does. */
  readonly parameter?: string
}

/**
 * Lists of items that refer to a thing: lists below the thing, or lists that a parameter with the member's
 * name narrows.
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
  // If items are below the referenced one, paths already show this.
  const isByPath = from.collection.startsWith(`${to.item}/`)
  return isByPath ? filtered : [...filtered, ...nested.map((by) => ({ by }))]
}

/** Places of integers in a thing that are named after the referring items, and that no client writes. */
function countsOf(
  { document }: CheckContext,
  { to, from, member }: Link,
  lists: readonly ListOf[],
): readonly (readonly string[])[] {
  const read = operationById(document, to.operations.read)
  if (read === undefined) return []
  const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  const things = [last(from.collection), ...lists.map(({ by }) => last(by.path)), member]
  return shownSchemas(read, document).flatMap((schema) =>
    [...placesIn(schema, { deepest: DEEPEST })].flatMap(({ schema: { types }, path }) => {
      const isCount =
        types.includes('integer') && things.some((thing) => countsSome(path.at(-1) ?? '', thing))
      return isCount && !path.includes(EACH) ? [path] : []
    }),
  )
}
