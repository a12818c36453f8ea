import type { OperationDescriptor } from '@concordat/runtime/http'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import type { Link } from '../../../world/requests/members/item-links.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { findInList, requestItem } from '../../evidence/observe.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { compareListed } from '../agreement/agreement.ts'
import { nameInCircle } from './circle.ts'
import { ReferenceCounts } from './reference-counts.ts'
import { ReferenceLists } from './reference-lists.ts'
import { compareRead } from './reference-reads.ts'
import { type ComparedReferences, type Referring, referenceViolation } from './referring.ts'
import { rules } from './rules.ts'

/** Number of items that refer to the same item at first. */
const REFERRING = 2

/** Two items, the items that refer to them, and the lists and counts that should reflect these references. */
export class Story {
  readonly #context: CheckContext
  readonly #link: Link
  readonly #lists: ReferenceLists
  readonly #counts: ReferenceCounts
  readonly #findings: Finding[] = []
  #isCompared = false

  constructor(context: CheckContext, link: Link) {
    this.#context = context
    this.#link = link
    this.#lists = new ReferenceLists(context, link)
    this.#counts = new ReferenceCounts(context, link, this.#lists.paths)
  }

  async check(): Promise<Verdict> {
    const { asks } = this.#context
    const shows = this.#counts.areAny || this.#lists.areAny
    if (shows && asks(rules.counted, rules.listed, rules.stored)) await this.#follow()
    if (asks(rules.kept) && this.#findings.length === 0 && !this.#link.isBelow) await this.#removeTarget()
    return this.#isCompared ? this.#findings : new NotRun({ kind: 'nothing compared' })
  }

  /**
   * Creates two items that refer to the first of two other items, makes one of the referring items refer to
   * the second, and removes an item that still refers to the first.
   */
  async #follow(): Promise<void> {
    const { document } = this.#context
    const { from, member, create } = this.#link
    const [thing, other] = [await this.#makeThing(), await this.#makeThing()]
    await this.#counts.begin(thing)
    const [one, two] = await this.#referTo(thing)
    if (one === undefined || two === undefined) throw new NotRun({ kind: 'nothing compared' })
    await this.#compareViews(thing)
    await this.#counts.keepCounting(thing, REFERRING)
    await this.#lists.keepTelling({ thing, other, created: [one, two] })
    await this.#compare({ after: create, thing, items: [one, two] })
    if (this.#findings.length > 0) return
    const update = operationById(document, from.operations.update)
    const isMovable =
      update !== undefined && schemaIn(document, bodyOfMembers(update)?.schema).properties.has(member)
    const isMoved = isMovable && (await this.#move(update, one, other))
    const remove = operationById(document, from.operations.delete)
    if (isMoved) {
      await this.#compare({ after: update, thing, items: [two] })
      await this.#compare({ after: update, thing: other, items: [one] })
    }
    if (remove === undefined || this.#findings.length > 0) return
    const gone = isMoved ? two : one
    const { answer } = await this.#context.attempt(remove, { expecting: 'either', at: asFixture(gone) })
    if (isSuccess(answer)) await this.#compare({ after: remove, thing, items: isMoved ? [] : [two] })
  }

  /** Checks that the list shows an item to which several others refer as a read does. */
  async #compareViews(thing: Item): Promise<void> {
    const listed = this.#counts.areAny ? await resultIfRun(() => findInList(this.#context, thing)) : undefined
    if (listed?.value === undefined) return
    const options = { item: thing, listed, breaks: rules.counted }
    const compared = await resultIfRun(() => compareListed(this.#context, listed.by, options))
    if (compared === undefined || compared instanceof NotRun) return
    this.#isCompared = true
    this.#findings.push(...compared)
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

  /** @returns true if the server accepted the change. */
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

  /**
   * Checks that after a referenced item has been removed, a read and the list agree on whether the item that
   * refers to it exists.
   */
  async #removeTarget(): Promise<void> {
    const { document } = this.#context
    const { to, from } = this.#link
    const remove = operationById(document, to.operations.delete)
    const list = operationById(document, from.operations.list)
    if (remove === undefined || list === undefined) return
    const thing = await this.#makeThing()
    const [item] = await this.#referTo(thing, 1)
    if (item === undefined) return
    this.#note(
      await compareRead(this.#context, this.#link, { after: this.#link.create, thing, items: [item] }),
    )
    const { answer } = await this.#context.attempt(remove, { expecting: 'either', at: asFixture(thing) })
    if (!isSuccess(answer)) return
    const read = await requestItem(this.#context, item)
    const listed = await resultIfRun(() => findInList(this.#context, item))
    if (read === undefined || listed === undefined) return
    const isThere = isSuccess(read.answer)
    const isHalfGone = (isThere || isAbsence(read.answer)) && isThere !== (listed.value !== undefined)
    if (!isHalfGone) return this.#note(['as expected'])
    const fact: Fact = {
      ...{ kind: 'referring half gone', operation: remove.operationId, by: read.by.operationId },
      ...{ list: list.operationId, isListed: !isThere },
    }
    const by = isThere ? listed : read
    this.#note([referenceViolation(remove, by.answer, { breaks: rules.kept, fact })])
  }

  /** After a write, compares a read, numbers and lists with the items that refer to the given one. */
  async #compare(referring: Referring): Promise<void> {
    this.#note(await compareRead(this.#context, this.#link, referring))
    this.#note(await this.#counts.compare(referring))
    this.#note(await this.#lists.compare(referring))
  }

  #note(compared: readonly ComparedReferences[]): void {
    this.#isCompared ||= compared.length > 0
    for (const each of compared) if (each !== 'as expected') this.#findings.push(this.#context.finding(each))
  }
}
