import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { certainIdPathOf, itemIdOf } from '../../data/document/identifier.ts'
import { pathTemplates } from '../../data/document/path-binding.ts'
import { resourceByName } from '../../data/document/resource-lookup.ts'
import { documentedAsWholeItem, shownProperties } from '../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { orders, searches } from '../../lexicon/lexicon.ts'
import type { KnownViolation } from '../../rules/check.ts'
import {
  differingInViews,
  haveSameTexts,
  isLeftOutOfView,
  PAUSES_MS,
  viewPairsOf,
} from '../../rules/checks/agreement/pairs.ts'
import { rules } from '../../rules/checks/agreement/rules.ts'
import { isListFilterOfMember } from '../../rules/checks/list-protocol/filter.ts'
import { shownFieldText } from '../../rules/evidence/fields.ts'
import type { Observation } from '../../rules/evidence/observe.ts'
import { isReusableByCache } from '../../rules/reuse-by-caches.ts'
import { isSameAsKept } from '../../world/values/same.ts'

/** One view of an item, and the request that showed it. */
interface View extends Observation {
  readonly plan: RequestPlan
  /** Number of the run's writes before the response. */
  readonly writes: number
  /** Like `writes`, but with rejected ones. A server can store a part of them. */
  readonly attempts: number
}

/** Where an item is: its resource, its parents and its identifier. */
interface Place {
  readonly resource: ResourceDescriptor
  readonly key: string
}

/** Two views of one item that no write separates, and the properties in which they differ. */
interface DifferingViews extends Place {
  readonly views: Views
  readonly names: readonly string[]
}

/** The response to a write or a list, and another list or a read. */
type Views = readonly [View, View]

type Ask = (plan: RequestPlan) => Promise<Answer>

/** Maximum number of items whose last views are kept. */
const MOST_ITEMS = 2000
/** Maximum number of times that a difference between two operations is examined until one lasts. */
const MOST_EXAMINED = 3

const WRITES = ['create', 'update', 'replace']
/** The request was accepted, but has not been completed. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/**
 * The last views of each item in a run, whichever rule asked for them. Rules take items through many states,
 * so their views are compared in all these states, without further requests.
 */
export class ItemViews {
  /** By item, then by operation. */
  readonly #views = new Map<string, Map<string, View>>()
  readonly #examined = new Map<string, number>()
  #differing: DifferingViews[] = []
  #attempts = 0
  readonly #document: DocumentDescriptor

  constructor(document: DocumentDescriptor) {
    this.#document = document
  }

  /** Notes a response, and compares it with the earlier views that no write separates from it. */
  note(plan: RequestPlan, answer: Answer, writes: number): void {
    const { operation: by, method = by.method } = plan
    if (!isSafe(method)) this.#attempts++
    const resource = this.#resourceShownBy(plan, answer)
    if (resource === undefined) return
    for (const value of itemsOf(by, answer)) {
      const key = keyOf(resource, plan, value)
      if (key === undefined) continue
      const view: View = { by, plan, answer, value, writes, attempts: this.#attempts }
      const known = this.#views.get(key) ?? new Map<string, View>()
      for (const other of known.values())
        if (other.writes === writes) this.#compare({ key, resource }, other, view)
      known.set(by.operationId, view)
      if (this.#views.size < MOST_ITEMS) this.#views.set(key, known)
    }
  }

  /**
   * Sends the requests of differing views again, until the views agree or the difference has lasted.
   * @param writes Number of the run's writes so far. A difference before a later write cannot be repeated.
   */
  async lasting(writes: number, ask: Ask): Promise<readonly KnownViolation[]> {
    const due = this.#differing
    this.#differing = []
    const found: KnownViolation[] = []
    for (const one of due) {
      const { first, second, name } = (one.views[1].writes === writes && (await this.#look(one, ask))) || {}
      if (first === undefined || second === undefined || name === undefined) continue
      this.#examined.set(differenceIn([first, second], name), MOST_EXAMINED)
      found.push({
        ...{ operation: first.by, answer: second.answer, beside: [first.answer], breaks: rules.views },
        clause: pointerBelow(first.by.pointer, 'responses'),
        cause: { kind: 'member', name },
        fact: {
          ...{ kind: 'views differ', member: name },
          ...{ first: first.by.operationId, sent: shownFieldText(memberOf(first.value, name)) },
          ...{ by: second.by.operationId, received: shownFieldText(memberOf(second.value, name)) },
        },
      })
    }
    return found
  }

  /** Returns the last views and a property that differs and stays the same in each, if there is one. */
  async #look({ views, names, ...place }: DifferingViews, ask: Ask) {
    let [first, second]: readonly (View | undefined)[] = views
    let left = names
    for (const pause of PAUSES_MS) {
      if (first === undefined || second === undefined || left.length === 0) return undefined
      await new Promise((resolve) => setTimeout(resolve, pause))
      const [one, other] = [first, second]
      first = await this.#lookAgain(first, place, ask)
      second = await this.#lookAgain(second, place, ask)
      const differing = first && second ? this.#differingIn([first, second]) : []
      // A number of visits, for example, changes with every read.
      const isSteady = (name: string): boolean => isKept(name, one, first) && isKept(name, other, second)
      left = left.filter((name) => differing.includes(name) && isSteady(name))
    }
    return { first, second, name: left[0] }
  }

  async #lookAgain(view: View, { key, resource }: Place, ask: Ask): Promise<View | undefined> {
    const { plan, by } = view
    if (by.method !== 'GET') return view
    const answer = await ask(plan)
    if (this.#resourceShownBy(plan, answer) === undefined) return undefined
    const value = itemsOf(by, answer).find((item) => keyOf(resource, plan, item) === key)
    return value === undefined ? undefined : { ...view, answer, value }
  }

  #compare(place: Place, earlier: View, later: View): void {
    const [first, second] = [earlier, later].toSorted((one, other) => rankOf(one) - rankOf(other))
    if (first === undefined || second === undefined || rankOf(first) === RANKS.read) return
    const isRead = rankOf(second) === RANKS.read
    // A write is compared with a read, which shows most.
    const isMeant = rankOf(first) === RANKS.list || isRead || place.resource.operations.read === undefined
    const isWrite = rankOf(first) === RANKS.write
    if (!isMeant || rankOf(second) === RANKS.write || (isWrite && first.attempts !== second.attempts)) return
    const keyOfName = (name: string) => differenceIn([first, second], name)
    const timesOf = (name: string): number => this.#examined.get(keyOfName(name)) ?? 0
    const names = this.#differingIn([first, second]).filter((name) => timesOf(name) < MOST_EXAMINED)
    for (const name of names) this.#examined.set(keyOfName(name), timesOf(name) + 1)
    if (names.length > 0) this.#differing.push({ ...place, views: [first, second], names })
  }

  #differingIn([first, second]: Views): readonly string[] {
    const whole = { ...second, by: documentedAsWholeItem(second.by) }
    const isReordered = (name: string): boolean =>
      haveSameTexts(memberOf(first.value, name), memberOf(second.value, name))
    return differingInViews(viewPairsOf({ document: this.#document }, first, whole)).filter(
      (name) => !isLeftOutOfView(first, whole, name) && !isReordered(name),
    )
  }

  /** The resource whose items a response shows, if it shows them as they are to the run's own caller. */
  #resourceShownBy(plan: RequestPlan, answer: Answer): ResourceDescriptor | undefined {
    const { operation, method = operation.method } = plan
    const resource = resourceByName(this.#document, operation.resource?.name)
    const { list, read } = resource?.operations ?? {}
    const isWrite = WRITES.includes(operation.resource?.role ?? '') && answer.status !== ACCEPTED
    const isView = isWrite || [list, read].includes(operation.operationId)
    const isWhole = isSuccess(answer) && answer.isCut !== true && !isReusableByCache(answer)
    return isView && method === operation.method && isWhole && this.#isPlain(plan) ? resource : undefined
  }

  /**
   * True if a request only chooses which items a response shows, and not how: it has no other caller, media
   * type or selection of properties.
   */
  #isPlain(plan: RequestPlan): boolean {
    const { operation, query = {}, querystring = {}, further = {}, header = {}, ...other } = plan
    const isPreferred = operation.method !== 'GET' && Object.keys(header).length > 0
    const others = [other.accept, other.authentication, ...Object.keys({ ...querystring, ...further })]
    const isOther = isPreferred || other.isWrong === true || others.some((one) => one !== undefined)
    return !isOther && Object.keys(query).every((name) => this.#onlyChoosesItems(operation, name))
  }

  #onlyChoosesItems(operation: OperationDescriptor, name: string): boolean {
    const { limit, offset, page, pages } = operation.list ?? {}
    const isOfPages = [limit, offset, page, pages?.sent?.path[0]].includes(name)
    if (operation.list === undefined || isOfPages) return isOfPages
    const parameter = operation.parameters?.find((one) => one.in === 'query' && one.name === name)
    const members = [...shownProperties(operation, this.#document).keys()]
    const isFilter =
      parameter !== undefined && members.some((member) => isListFilterOfMember(parameter, member))
    return isFilter || parameter?.widens === true || orders.by.has(name) || searches.has(name)
  }
}

function isKept(name: string, before: View, after: View | undefined): boolean {
  return isSameAsKept(memberOf(before.value, name), memberOf(after?.value, name))
}

/** Equal for the same property of the same two operations. */
function differenceIn([first, second]: Views, name: string): string {
  return `${first.by.operationId} ${second.by.operationId} ${name}`
}

/** The order of two views in a comparison. */
const RANKS = { write: 0, list: 1, read: 2 }

function rankOf({ by }: View): number {
  return by.method === 'GET' ? (by.resource?.role === 'list' ? RANKS.list : RANKS.read) : RANKS.write
}

function itemsOf(by: OperationDescriptor, { value }: Answer): readonly unknown[] {
  return by.resource?.role === 'list' ? (itemsInAnswer(by, value) ?? []) : [value]
}

/**
 * Identifies the item of a view by its parents in the path, its identifier and the headers of the request;
 * `undefined` if no property certainly identifies it.
 */
function keyOf(
  resource: ResourceDescriptor,
  { operation, path = {}, header = {} }: RequestPlan,
  value: unknown,
): string | undefined {
  const { item } = resource
  if (item === undefined || certainIdPathOf(resource) === undefined) return undefined
  const own = pathTemplates(item).at(-1)?.key
  const templates = pathTemplates(operation.path)
  const above = templates.filter(({ key }) => key !== own).map(({ name }) => path[name]?.text)
  const id = itemIdOf(resource, value)
  const named = templates.find(({ key }) => key === own)
  const isNamed = named === undefined || path[named.name]?.text === id
  return id !== undefined && isNamed ? JSON.stringify([resource.name, above, header, id]) : undefined
}
