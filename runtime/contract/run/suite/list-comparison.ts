import {
  type DocumentDescriptor,
  isPaged,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import {
  identifierInPath,
  itemIdOf,
  itemNameInList,
  itemWithListedName,
} from '../../data/document/identifier.ts'
import {
  type BoundValue,
  bindNamedItem,
  boundPathValues,
  extendBinding,
  type PathBinding,
  pathTemplates,
  resourceItemPath,
} from '../../data/document/path-binding.ts'
import { creatorOfItems, operationById, resourceByName } from '../../data/document/resource-lookup.ts'
import { type Answer, isAbsence, isSuccess } from '../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import { uniqueTexts } from '../../data/exchange/texts.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import type { ListedItem, ListSnapshots, Tell } from '../../data/outcome/run-event.ts'
import { wholeListQuery } from '../../rules/evidence/observe.ts'
import { NoAnswer } from '../../traffic/session/no-answer.ts'
import { runTogether } from '../../traffic/transport/together.ts'
import { isHarmlessSearch } from '../../world/items/guard/permission.ts'
import type { Pool } from '../../world/items/pool/pool.ts'

/** Maximum number of lists to read, because a document can contain hundreds. */
const MOST_LISTS = 40
/** Assumed minimum length of a page: a list with fewer items has no second page. */
const LEAST_PAGE = 10
/** Maximum number of new items to remove from one list at the end of a run. */
const MOST_REMOVED = 100

interface ListComparisonOptions {
  readonly document: DocumentDescriptor
  readonly items: Pick<Pool, 'recording' | 'requests'>
  readonly tell?: Tell | undefined
  /** Items that an earlier worker found in the lists before the run. */
  readonly snapshots?: ListSnapshots | undefined
  /** Maximum number of lists to read. Default: 40. */
  readonly most?: number | undefined
  /** Maximum number of concurrent requests. */
  readonly concurrency: number
  /** Time in milliseconds after which no more lists are read. Default: unlimited. */
  readonly mostMs?: number | undefined
}

/**
 * Compares the items in a server's lists before and after a run. A request may create more items than it
 * names, such as a label for an item, and may remove more. No response shows these, so the run's record lacks
 * them.
 */
export class ListComparison {
  readonly #options: ListComparisonOptions
  #snapshots: ListSnapshots = new Map()

  constructor(options: ListComparisonOptions) {
    this.#options = options
  }

  /**
   * Uses the items that an earlier worker read or, if there are none, reads the lists of the whole server
   * before anything is written.
   */
  async open(): Promise<void> {
    const { snapshots } = this.#options
    this.#snapshots = snapshots ?? (await this.#take())
  }

  async #take(): Promise<ListSnapshots> {
    const {
      document,
      tell,
      most = MOST_LISTS,
      mostMs = Number.POSITIVE_INFINITY,
      concurrency,
      items: {
        requests: { bodies },
      },
    } = this.#options
    const began = performance.now()
    const unread: string[] = []
    const snapshots = new Map<string, readonly ListedItem[]>()
    const listed = new Set<string | undefined>()
    const take = async (operations: readonly OperationDescriptor[]): Promise<void> => {
      const read = await runTogether(concurrency, operations, async (operation) => {
        if (performance.now() - began < mostMs) return { operation, items: await this.#read(operation) }
        unread.push(operation.operationId)
        return { operation, items: undefined }
      })
      for (const { operation, items } of read) {
        if (items === undefined) continue
        const create = creatorOfItems(document, resourceByName(document, operation.resource?.name))
        if (create !== undefined) bodies.excludeExamplesOf(items, create)
        snapshots.set(operation.operationId, items.map(kept))
        listed.add(operation.resource?.name)
      }
    }
    const limit = Math.min(most, MOST_LISTS)
    const lists = document.operations.filter((operation) => this.#isOfAll(operation)).slice(0, limit)
    await take(lists)
    const searches = document.operations.filter((operation) => this.#isSearchOfAll(operation))
    const unlisted = searches.filter(({ resource }) => !listed.has(resource?.name))
    await take(unlisted.slice(0, limit - lists.length))
    tell?.({ kind: 'lists-recorded', snapshots, ...(unread.length > 0 && { unread }) })
    return snapshots
  }

  /**
   * True if a list showed an item with this name before the run. A name that is likely to be unique is looked
   * for in the lists of other resources too: "POST /tag" creates what "GET /tags" lists.
   */
  showed(resource: ResourceDescriptor, id: string): boolean {
    const isUnique = uniqueTexts(id).next().done === false
    return [...this.#snapshots].some(([operationId, items]) => {
      const own = operationById(this.#options.document, operationId)?.resource?.name === resource.name
      const hasName = (item: ListedItem) => nameOf(resource, item) === id || (isUnique && item.name === id)
      return (own || isUnique) && items.some(hasName)
    })
  }

  /** Number of lists to read again. */
  get size(): number {
    return this.#snapshots.size
  }

  /**
   * Reads the lists again, removes new items that only this run can have created, and reports other new items
   * and missing ones.
   */
  async close(): Promise<void> {
    const { document, tell } = this.#options
    if (this.#snapshots.size === 0) return
    const compared = await runTogether(
      this.#options.concurrency,
      [...this.#snapshots],
      async ([operationId, items]) => {
        const operation = operationById(document, operationId)
        return operation !== undefined && (await this.#compare(operation, items)) ? [operationId] : []
      },
    )
    tell?.({ kind: 'lists-compared', unchanged: compared.flat() })
  }

  /**
   * True if an operation is a search that, without criteria, shows items that no list shows ("POST
   * /flows/filter").
   */
  #isSearchOfAll(operation: OperationDescriptor): boolean {
    const { path, resource: own, requestBody, parameters = [] } = operation
    const resource = resourceByName(this.#options.document, own?.name)
    return (
      own?.role === 'action' &&
      resource?.item !== undefined &&
      resource.operations.list === undefined &&
      pathTemplates(path).length === 0 &&
      isNamedByItself(resource) &&
      requestBody?.required !== true &&
      parameters.every(({ required }) => required !== true) &&
      isHarmlessSearch(operation)
    )
  }

  /**
   * True if an operation lists items of the whole server. The operation that creates them may have another
   * path ("/tag/{id}" instead of "/tags").
   */
  #isOfAll({ list, path, method, resource: own, parameters = [] }: OperationDescriptor): boolean {
    const resource = resourceByName(this.#options.document, own?.name)
    return (
      method === 'GET' &&
      list !== undefined &&
      resource !== undefined &&
      pathTemplates(path).length === 0 &&
      isNamedByItself(resource) &&
      parameters.every(({ required }) => required !== true)
    )
  }

  /**
   * Compares a list with its earlier items. In both, items are identified with the run's current knowledge.
   * @returns true if the list is complete and shows nothing new.
   */
  async #compare(operation: OperationDescriptor, items: readonly ListedItem[]): Promise<boolean> {
    const { document, tell = () => {} } = this.#options
    const resource = resourceByName(document, operation.resource?.name)
    const shown = await this.#read(operation)
    if (resource === undefined || shown === undefined) return false
    const before = new Set(items.flatMap((item) => nameOf(resource, item) ?? []))
    const now = new Set(shown.flatMap((item) => listedId(resource, item) ?? []))
    const fresh = [...now].filter((id) => !before.has(id))
    const removed = await this.#gone(operation, {
      ...{ resource, removed: await this.#removeOwn(resource, { fresh, shown }) },
    })
    const values = new Map([
      ...items.map((item) => [nameOf(resource, item), item.value] as const),
      ...shown.map((item) => [listedId(resource, item), item] as const),
    ])
    const added = fresh.filter((id) => !removed.has(id))
    // Two pages of the same length can show different items although nothing was added, so such items do not
    // count as new.
    if (added.length > 0 && !(isPaged(operation.list) && before.size === now.size)) {
      const addresses = added.map((id) => addressOf(resource, { id, value: values.get(id) }))
      tell({ kind: 'appeared', operationId: operation.operationId, addresses })
    }
    for (const id of before) {
      const item = { id, value: values.get(id) }
      if (!now.has(id) && (await this.#isGone(resource, item)))
        tell({ kind: 'vanished', operationId: operation.operationId, address: addressOf(resource, item) })
    }
    return (
      shown.length <= items.length &&
      added.length === 0 &&
      !(isPaged(operation.list) && shown.length >= LEAST_PAGE)
    )
  }

  /**
   * Removes new items that contain names sent only by this run, because a request that should have been
   * rejected may have created them.
   */
  async #removeOwn(
    resource: ResourceDescriptor,
    { fresh, shown }: { readonly fresh: readonly string[]; readonly shown: readonly unknown[] },
  ): Promise<ReadonlySet<string>> {
    const { document, items } = this.#options
    const remove = operationById(document, resource.operations.delete)
    const own = new Map(
      shown
        .filter((item) => items.recording.sent.isIn(item))
        .map((item) => [itemIdOf(resource, item), item] as const),
    )
    const removed = new Set<string>()
    for (const id of remove === undefined
      ? []
      : fresh.filter((each) => own.has(each)).slice(0, MOST_REMOVED)) {
      const named = bindingAt(resource, { path: remove?.path, id, value: own.get(id), origin: 'created' })
      const answer = remove && (await this.#send(remove, { named }))
      if (answer !== undefined && isSuccess(answer)) removed.add(id)
    }
    return removed
  }

  /** Returns the names of removed items, without those that the list still shows. */
  async #gone(
    operation: OperationDescriptor,
    { resource, removed }: { readonly resource: ResourceDescriptor; readonly removed: ReadonlySet<string> },
  ): Promise<ReadonlySet<string>> {
    const shown = removed.size === 0 ? [] : ((await this.#read(operation)) ?? [])
    const staying = new Set(shown.flatMap((item) => listedId(resource, item) ?? []))
    return new Set([...removed].filter((id) => !staying.has(id)))
  }

  /**
   * True if the read operation does not find the item. If it is only missing from the list, the list may show
   * it on another page.
   */
  async #isGone(resource: ResourceDescriptor, item: NamedItem): Promise<boolean> {
    const read = operationById(this.#options.document, resource.operations.read)
    const named = bindingAt(resource, { ...item, path: read?.path, origin: 'discovered' })
    const answer = read && (await this.#send(read, { named }))
    return answer !== undefined && isAbsence(answer)
  }

  async #read(operation: OperationDescriptor): Promise<readonly unknown[] | undefined> {
    const query = wholeListQuery(this.#options.document, operation)
    const isSized = Object.keys(query).length > 0
    for (const asked of isSized ? [query, {}] : [{}]) {
      const answer = await this.#send(operation, { query: asked })
      if (answer !== undefined && isSuccess(answer)) return itemsInAnswer(operation, answer.value)
    }
    return undefined
  }

  /** @returns `undefined` if the request is not allowed, or gets no response. */
  async #send(
    operation: OperationDescriptor,
    {
      named: binding = new Map(),
      query,
    }: { readonly named?: PathBinding; readonly query?: Readonly<Record<string, unknown>> },
  ): Promise<Answer | undefined> {
    const { items } = this.#options
    try {
      const plan = items.requests.plan(operation, binding, 'empty')
      const asked = query === undefined ? plan : { ...plan, query: { ...plan.query, ...query } }
      return (await items.recording.recorder.send(asked, binding)).answer
    } catch (error) {
      if (error instanceof NotRun || error instanceof NoAnswer) return undefined
      throw error
    }
  }
}

/**
 * Limits for the part of an item that is kept: longer strings, further array items and deeper properties are
 * omitted.
 */
const [LONGEST, MOST, DEEPEST] = [300, 10, 3]

/** Returns the part of an item that is kept from before the run until its end. */
function kept(item: unknown): ListedItem {
  const name = itemNameInList(item)
  return { ...(name !== undefined && { name }), value: shallow(item) }
}

function shallow(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? undefined : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return undefined
  if (Array.isArray(value)) return value.slice(0, MOST).map((each) => shallow(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, shallow(own, depth + 1)]))
}

function nameOf(resource: ResourceDescriptor, { name, value }: ListedItem): string | undefined {
  return listedId(resource, name === undefined ? value : itemWithListedName(name, Object(value)))
}

/**
 * The identifier of a listed item. If items have no path, no request uses their identifiers, so the likeliest
 * property suffices, provided that its value looks like an identifier.
 */
function listedId(resource: ResourceDescriptor, value: unknown): string | undefined {
  const id = itemIdOf(resource, value)
  const [name] = resource.names ?? []
  if (id !== undefined || resource.item !== undefined || name === undefined) return id
  const text = identifierInPath(valueAt(value, name.path))
  return text === undefined || uniqueTexts(text).next().done === true ? undefined : text
}

/** An item that a list shows. */
interface NamedItem {
  readonly id: string
  readonly value: unknown
}

/** True if an item shows all values that its path needs. */
function isNamedByItself({ namesAbove = [], ...resource }: ResourceDescriptor): boolean {
  return pathTemplates(resourceItemPath(resource)).length === 1 + namesAbove.length
}

/** The path binding of a listed item, in an operation's path or else in the item's. */
function bindingAt(
  resource: ResourceDescriptor,
  {
    id,
    value,
    origin,
    path,
  }: NamedItem & Pick<BoundValue, 'origin'> & { readonly path?: string | undefined },
): PathBinding {
  const name = { text: id, origin }
  const binding = bindNamedItem(new Map(), resource, { name, value })
  return path === undefined ? binding : extendBinding(binding, path, name)
}

/** Returns an item's path as it appears in the run's record. */
function addressOf(resource: ResourceDescriptor, item: NamedItem): string {
  const path = resourceItemPath(resource)
  const values = boundPathValues(path, bindingAt(resource, { ...item, origin: 'discovered' }))
  return path.replace(/\{\+?([^{}]+)\}/g, (_, name: string) => values[name]?.text ?? '')
}
