import {
  type OperationDescriptor,
  pageStyle,
  type ResourceDescriptor,
  successSchema,
} from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { itemIdOf } from '../../data/document/identifier.ts'
import type { PathBinding } from '../../data/document/path-binding.ts'
import { resourceByName } from '../../data/document/resource-lookup.ts'
import { type SchemaScope, schemaIn } from '../../data/document/schema-in.ts'
import { resultIfRun } from '../../data/outcome/not-run.ts'
import type { AttemptCaller } from '../attempt.ts'
import type { CheckContext } from '../check.ts'
import { continued, isSameStep, sizedStep, stepAfter } from './pages/next-step.ts'
import { isLinked, type ListedPage, type Query, type Step, type Steps } from './pages/page.ts'
import { readPage } from './pages/read-page.ts'

/** Maximum number of pages to read. A longer list probably contains somebody's real data. */
const MAX_PAGES = 40

/** The pages of a list that a walk has read. */
export interface Walk {
  readonly pages: readonly ListedPage[]
  readonly first: ListedPage
  readonly last: ListedPage
  readonly items: readonly unknown[]
  /** False if the list had, or might have had, more pages than the walk read. */
  readonly isWhole: boolean
}

/**
 * Reads the pages of one list operation with one path binding, as the run's own caller or as another caller.
 */
export class Collection {
  readonly operation: OperationDescriptor
  readonly #context: CheckContext
  readonly #as: AttemptCaller | undefined
  readonly binding: PathBinding
  readonly #resource: ResourceDescriptor | undefined
  #overfull: ListedPage | undefined
  readonly #pages: ListedPage[] = []

  constructor(
    context: CheckContext,
    operation: OperationDescriptor,
    { binding, as }: { readonly binding: PathBinding; readonly as?: AttemptCaller },
  ) {
    this.operation = operation
    this.#context = context
    this.#as = as
    this.binding = binding
    this.#resource = resourceByName(context.document, operation.resource?.name)
  }

  /** The first page read so far that has more items than the limit in its query. */
  get overfull(): ListedPage | undefined {
    return this.#overfull
  }

  /** All pages read so far. */
  get pages(): readonly ListedPage[] {
    return this.#pages
  }

  /** @throws NotRun if the server rejects the request or does not return a list. */
  page(query: Query = {}): Promise<ListedPage> {
    return this.#ask({ query })
  }

  /** Requests a page that the server might reject: `refused` is then the status. */
  tried(query: Query): Promise<ListedPage> {
    return this.#ask({ query, mayBeRefused: true })
  }

  /** Follows a page's link to an adjacent page, on the target's own origin. */
  follow(link: string): Promise<ListedPage> {
    return this.#ask({ query: {}, link })
  }

  /** Returns the page after a first page; `undefined` if there is none. */
  async after(first: ListedPage): Promise<ListedPage | undefined> {
    const step = stepAfter(first, { steps: this.operation.list?.pages, pages: [first] })
    return step && this.#ask(continued(step, first.asked.query))
  }

  /** Returns an item's identity: its identifier, or its whole value if it has no identifier. */
  identify(item: unknown): string {
    return (this.#resource && itemIdOf(this.#resource, item)) ?? JSON.stringify(item)
  }

  /**
   * True if two items with the same identity are the same item. Without a path or an id, different items can
   * have the same name, and so can items below different parents.
   */
  isOne(item: unknown, other: unknown): boolean {
    if (JSON.stringify(item) === JSON.stringify(other)) return true
    const { item: path, namesAbove = [] } = this.#resource ?? {}
    return path !== undefined && namesAbove.every((at) => valueAt(item, at) === valueAt(other, at))
  }

  /**
   * Reads all items, page by page.
   * @param size the page size, for lists that have no query parameter for it.
   * @param known the first page for the same query, if it was read a moment ago.
   */
  async walk(query: Query = {}, size?: number, known?: ListedPage): Promise<Walk> {
    const sized = sizedStep(this.operation, size)
    const isSame = Object.keys(sized).length === 0
    const first = known !== undefined && isSame ? known : await this.#ask({ query, ...sized })
    const pages = [first]
    let last = first
    const end = (isWhole: boolean): Walk => ({
      ...{ pages, first, last, isWhole },
      items: pages.flatMap(({ items }) => items),
    })
    const steps = this.operation.list?.pages ?? (await this.#numbered(first))
    while (pages.length < MAX_PAGES) {
      const step = stepAfter(last, { steps, pages })
      if (step === undefined) {
        const isLast = steps !== undefined && !(last === first && this.#hasOtherWay(steps))
        return end(isLast || isLinked(last) || !this.#mayBeCut(last))
      }
      const next = continued(step, query)
      if (pages.some(({ asked }) => isSameStep(asked, next))) return end(true)
      last = await this.#ask(next)
      pages.push(last)
      if (last.refused !== undefined) return end(false)
    }
    return end(false)
  }

  /** True if the list might have more items than those on this page. */
  #mayBeCut({ items, asked, count }: ListedPage): boolean {
    const { limit, offset, page } = this.operation.list ?? {}
    if (count !== undefined) return items.length < count
    if (items.length === 0) return false
    if (isFull(this.operation, this.#context.document, items)) return true
    const most = limit === undefined ? undefined : asked.query[limit]
    return typeof most === 'number' ? items.length >= most : (offset ?? page) !== undefined
  }

  /**
   * True if pages can also be requested by number. Such a list might return no cursor unless the request
   * contains one.
   */
  #hasOtherWay({ sent, next }: Steps): boolean {
    const { offset, page } = this.operation.list ?? {}
    return sent?.in === 'query' && pageStyle(next).toldIn === 'body' && (offset ?? page) !== undefined
  }

  /**
   * Determines the steps of counted pages if the document does not state the number of the first page. The
   * content of page 1 shows whether it is the first or the second page.
   */
  async #numbered(first: ListedPage): Promise<Steps | undefined> {
    const { page: name } = this.operation.list ?? {}
    if (name === undefined || isLinked(first) || !this.#mayBeCut(first)) return undefined
    const one = await resultIfRun(() => this.#ask({ query: { ...first.asked.query, [name]: 1 } }))
    if (one === undefined) return undefined
    const isFirst = JSON.stringify(one.items) === JSON.stringify(first.items)
    return { next: { from: 'pages', first: isFirst ? 1 : 0 }, sent: { in: 'query', path: [name] } }
  }

  async #ask(step: Step): Promise<ListedPage> {
    const plan = this.#context.pool.requests.best(this.operation, this.binding)
    const request =
      step.link === undefined
        ? {
            ...plan,
            query: { ...plan.query, ...step.query },
            header: { ...plan.header, ...step.header },
            sources: [...(plan.sources ?? []), ...(step.sources ?? [])],
          }
        : { ...plan, link: step.link, sources: [...(plan.sources ?? []), ...(step.sources ?? [])] }
    const page = readPage(this.operation, await this.#context.read(request, this.#as), step)
    this.#pages.push(page)
    const most = step.query[this.operation.list?.limit ?? '']
    if (typeof most === 'number' && page.items.length > most) this.#overfull ??= page
    return page
  }
}

/** True if a response has as many items as the document allows, so that the list can have more. */
function isFull(operation: OperationDescriptor, document: SchemaScope, items: readonly unknown[]): boolean {
  const listed = schemaIn(document, successSchema(operation)).at(operation.list?.items ?? [])
  return items.length > 0 && items.length === listed?.keywords.maxItems
}
