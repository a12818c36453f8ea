import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import type { Place } from '../document/place.ts'
import { idOf, resourceOf } from '../document/resource-lookup.ts'
import { type Answer, isSuccess } from '../exchange/answer.ts'
import { NotRun } from '../outcome/not-run.ts'
import type { Caller } from '../rule/attempt.ts'
import type { CheckContext } from '../rule/check.ts'

/** Pages read before a walk is given up: a list that long is somebody's real data. */
const MAX_PAGES = 40

/** One page of a list as it was answered. */
export interface Page {
  readonly answer: Answer
  readonly items: readonly unknown[]
  readonly count?: number
  /** What the answer gives for the next and the previous page: a URL or cursor, null for none; absent when it says nothing. */
  readonly next?: string | null
  readonly previous?: string | null
}

/** Reads the pages of one list operation at one place, as the caller of the run or as somebody else. */
export class Collection {
  readonly operation: OperationDescriptor
  readonly #context: CheckContext
  readonly #as: Caller | undefined
  readonly #place: Place
  readonly #resource: ResourceDescriptor | undefined

  constructor(
    context: CheckContext,
    operation: OperationDescriptor,
    { place, as }: { readonly place: Place; readonly as?: Caller },
  ) {
    this.operation = operation
    this.#context = context
    this.#as = as
    this.#place = place
    this.#resource = resourceOf(context.document, operation.resource?.name)
  }

  /** @throws NotRun when the page is not answered with a list. */
  async page(query: Readonly<Record<string, unknown>> = {}): Promise<Page> {
    const plan = this.#context.items.requests.best(this.operation, this.#place)
    return this.#read(await this.#context.read({ ...plan, query: { ...plan.query, ...query } }, this.#as))
  }

  /** Follows what a page gave for its neighbour: a URL, on the target's own origin, or a cursor. */
  async follow(link: string, query: Readonly<Record<string, unknown>> = {}): Promise<Page> {
    const cursor = this.operation.list?.cursor
    const isCursor = cursor !== undefined && !/^(https?:\/)?\/|^\?/.test(link)
    if (isCursor) return this.page({ ...query, [cursor]: link })
    const plan = this.#context.items.requests.best(this.operation, this.#place)
    return this.#read(await this.#context.read({ ...plan, link }, this.#as))
  }

  /** What tells an item from the others: its identifier, or all of it. */
  identify(item: unknown): string {
    return (this.#resource && idOf(this.#resource, item)) ?? JSON.stringify(item)
  }

  /** Every item, page by page; `isWhole` is false when there were more pages than a walk reads. */
  async walk(
    query: Readonly<Record<string, unknown>> = {},
  ): Promise<{ items: readonly unknown[]; pages: readonly Page[]; isWhole: boolean }> {
    const pages = [await this.page(query)]
    for (let last = pages.at(-1); last !== undefined && pages.length < MAX_PAGES; ) {
      last = await this.#after(last, pages, query)
      if (last !== undefined) pages.push(last)
      else return { items: pages.flatMap(({ items }) => items), pages, isWhole: true }
    }
    return { items: pages.flatMap(({ items }) => items), pages, isWhole: false }
  }

  async #after(
    last: Page,
    pages: readonly Page[],
    query: Readonly<Record<string, unknown>>,
  ): Promise<Page | undefined> {
    const { offset, page, next } = this.operation.list ?? {}
    if (next !== undefined) return last.next && !isLoop(pages) ? this.follow(last.next, query) : undefined
    const seen = pages.reduce((sum, { items }) => sum + items.length, 0)
    if (last.items.length === 0 || seen >= (last.count ?? Number.POSITIVE_INFINITY)) return undefined
    if (offset !== undefined) return this.page({ ...query, [offset]: seen })
    return page === undefined ? undefined : this.page({ ...query, [page]: pages.length + 1 })
  }

  #read(answer: Answer): Page {
    const { list, operationId } = this.operation
    if (!isSuccess(answer)) throw new NotRun(`${operationId} answered ${answer.status}`)
    const items = valueAt(answer.value, list?.items ?? [])
    if (!Array.isArray(items)) throw new NotRun(`${operationId} answered no list`)
    const count = list?.count === undefined ? undefined : valueAt(answer.value, list.count)
    const next = linkAt(answer, list?.next)
    const previous = linkAt(answer, list?.previous)
    return {
      answer,
      items,
      ...(typeof count === 'number' && { count }),
      ...(next !== undefined && { next }),
      ...(previous !== undefined && { previous }),
    }
  }
}

/** Whether the last page leads where an earlier one led: the walk would never end. */
function isLoop(pages: readonly Page[]): boolean {
  const last = pages.at(-1)?.next
  return pages.slice(0, -1).some(({ next }) => next === last)
}

/** An empty cursor is none. */
function linkAt(answer: Answer, path: readonly string[] | undefined): string | null | undefined {
  const link = path === undefined ? undefined : valueAt(answer.value, path)
  return typeof link === 'string' ? link || null : link === null ? null : undefined
}
