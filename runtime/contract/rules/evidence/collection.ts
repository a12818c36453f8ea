import {
  followingPage,
  type ListDescriptor,
  linkTo,
  nextLink,
  type OperationDescriptor,
  pageStyle,
  type ResourceDescriptor,
  successSchema,
} from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { itemIdOf } from '../../data/document/identifier.ts'
import { type PathBinding, sourceOfRequests } from '../../data/document/path-binding.ts'
import { resourceByName } from '../../data/document/resource-lookup.ts'
import { documentedResponseFor } from '../../data/document/response-key.ts'
import { type SchemaScope, schemaIn } from '../../data/document/schema-in.ts'
import { type Answer, isRefusal, isSuccess } from '../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../data/exchange/listed.ts'
import type { SentValue } from '../../data/exchange/request.ts'
import { NotRun, resultIfRun } from '../../data/outcome/not-run.ts'
import { hasLinkBetweenPages, paging, parts } from '../../lexicon/lexicon.ts'
import { Refusal } from '../../world/refusal/refusal.ts'
import type { AttemptCaller } from '../attempt.ts'
import type { CheckContext } from '../check.ts'

/** Maximum number of pages to read. A longer list probably contains somebody's real data. */
const MAX_PAGES = 40

type Query = Readonly<Record<string, unknown>>
type Steps = NonNullable<ListDescriptor['pages']>

/** A request for a page, using either parameters or a URL from the previous page. */
interface Step {
  readonly query: Query
  /** Headers in addition to those of every request. */
  readonly header?: Query
  /** Sources of its values. */
  readonly sources?: readonly SentValue[]
  readonly link?: string
  /** True if a rejection is a possible result. */
  readonly mayBeRefused?: true
}

/** One page of a list, as the server returned it. */
export interface ListedPage {
  readonly answer: Answer
  readonly items: readonly unknown[]
  readonly asked: Step
  readonly count?: number
  /**
   * The cursor, number or URL from this response that requests the next page; absent on the last page, and if
   * pages can only be counted.
   */
  readonly next?: string
  /** A URL of the next page in the body, if pages are requested in another way. */
  readonly link?: string
  /** The reason why the next page cannot be requested although the response says that there is one. */
  readonly problem?: string
  /** The status with which the server rejected the request for this page. The page then has no items. */
  readonly refused?: number
  /** The URL of the previous page, or null if there is none; absent if the response states neither. */
  readonly previous?: string | null
  /** The URL of the last page. */
  readonly last?: string
}

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
   * have the same name.
   */
  isOne(item: unknown, other: unknown): boolean {
    return this.#resource?.item !== undefined || JSON.stringify(item) === JSON.stringify(other)
  }

  /**
   * Reads all items, page by page.
   * @param size the page size, for lists that have no query parameter for it.
   * @param known the first page for the same query, if it was read a moment ago.
   */
  async walk(query: Query = {}, size?: number, known?: ListedPage): Promise<Walk> {
    const sized = this.#sized(size)
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

  #sized(size: number | undefined): Partial<Step> {
    const { pages } = this.operation.list ?? {}
    if (pages === undefined || size === undefined) return {}
    const value = pageStyle(pages.next).ask?.(pages.next, size)
    return value === undefined ? {} : sending(pages, value)
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
    const page = this.#read(await this.#context.read(request, this.#as), step)
    this.#pages.push(page)
    const most = step.query[this.operation.list?.limit ?? '']
    if (typeof most === 'number' && page.items.length > most) this.#overfull ??= page
    return page
  }

  #read(answer: Answer, asked: Step): ListedPage {
    const { list, operationId } = this.operation
    if (asked.link !== undefined && new Refusal(answer, this.operation).mayBeAboutNames())
      return { answer, items: [], asked, refused: answer.status }
    if (asked.mayBeRefused && isRefusal(answer)) return { answer, items: [], asked, refused: answer.status }
    if (this.#isPastEnd(answer, asked)) return { answer, items: [], asked }
    if (!isSuccess(answer))
      throw new NotRun({ kind: 'answered', operation: operationId, status: answer.status })
    const items = itemsInAnswer(this.operation, answer.value)
    if (items === undefined) throw new NotRun({ kind: 'not a list', operation: operationId })
    const count =
      list?.count === undefined ? countInHeader(this.operation, answer) : valueAt(answer.value, list.count)
    const previous = previousPageIn(answer, list?.previous)
    const found = this.#nextOf(answer, items, asked)
    const link = isUrl(found.next, answer) ? undefined : linkIn(answer, paging.next.has)
    const last = linkedAs(answer, 'last') ?? linkIn(answer, (name) => name === 'last')
    return {
      ...{ answer, items, asked, ...found },
      ...(link !== undefined && { link }),
      ...(typeof count === 'number' && { count }),
      ...(last !== undefined && { last }),
      ...(previous !== undefined && { previous }),
    }
  }

  #isPastEnd({ status, headers }: Answer, { header }: Step): boolean {
    const { pages } = this.operation.list ?? {}
    if (pages === undefined) return false
    const asked = header?.[pages.sent?.path[0] ?? '']
    return pageStyle(pages.next).isPastEnd?.(pages.next, { status, headers, asked }) === true
  }

  /**
   * Finds the next page in a response. A `Link` header is used unless the document says that the body
   * identifies the next page. @see RFC 8288
   */
  #nextOf(answer: Answer, items: readonly unknown[], { header }: Step): Pick<ListedPage, 'next' | 'problem'> {
    const { pages } = this.operation.list ?? {}
    const link = answer.headers.get('link')
    const isInBody = pages !== undefined && pageStyle(pages.next).toldIn === 'body'
    if (!isInBody && link !== null && hasLinkBetweenPages(link)) {
      const next = nextLink(link)
      return next === undefined ? {} : { next }
    }
    if (pages === undefined || isCounted(pages)) return {}
    const found = followingPage({
      ...{ pages, items, body: answer.value, headers: answer.headers },
      asked: header?.[pages.sent?.path[0] ?? ''],
    })
    if (found === undefined) return {}
    return 'problem' in found ? found : { next: String(found.value) }
  }
}

/** True if a response has as many items as the document allows, so that the list can have more. */
function isFull(operation: OperationDescriptor, document: SchemaScope, items: readonly unknown[]): boolean {
  const listed = schemaIn(document, successSchema(operation)).at(operation.list?.items ?? [])
  return items.length > 0 && items.length === listed?.keywords.maxItems
}

/** The number of all items in a documented header, such as `X-Total-Count`. */
function countInHeader(operation: OperationDescriptor, { status, headers }: Answer): number | undefined {
  const documented = Object.keys(documentedResponseFor(operation, status)?.response.headers ?? {})
  const name = documented.find((header) => paging.totalItems.has(header.replace(/^x-/i, '')))
  const text = name === undefined ? null : headers.get(name)
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}

/** The target of a `Link` with one of these relations. @see RFC 8288, 3.3 */
function linkedAs({ headers }: Answer, ...relations: readonly string[]): string | undefined {
  return relations.map((relation) => linkTo(relation, headers.get('link') ?? '')).find(Boolean)
}

/** The URL of the previous page, or null if there is none. `path` leads to it in the body. */
function previousPageIn(answer: Answer, path: readonly string[] | undefined): string | null | undefined {
  const url = path === undefined ? linkedAs(answer, 'prev', 'previous') : valueAt(answer.value, path)
  return url === null || isUrl(url, answer) ? url : undefined
}

function stepAfter(
  last: ListedPage,
  { steps, pages }: { readonly steps: Steps | undefined; readonly pages: readonly ListedPage[] },
): Step | undefined {
  const { next } = last
  const [name] = steps?.sent?.path ?? []
  const isByHeader = !(steps && pageStyle(steps.next).toldIn === 'body') && isLinked(last)
  if (steps === undefined || name === undefined || isByHeader)
    return next === undefined ? undefined : linked(last, next)
  if (next === undefined) return isCounted(steps) ? stepCounted(last, { name, steps, pages }) : undefined
  return isUrl(next, last.answer)
    ? linked(last, next)
    : { query: {}, ...sending(steps, next), sources: [shownNext(last, steps)] }
}

/** A URL with a name like that in a body, or in an object in the body that describes pages. */
function linkIn(answer: Answer, isNamed: (name: string) => boolean): string | undefined {
  const around = isObject(answer.value) ? Object.entries(answer.value) : []
  const pages = around.flatMap(([name, own]) =>
    parts.ofPages.has(name) && isObject(own) ? Object.entries(own) : [],
  )
  return [...around, ...pages].flatMap(([name, own]) => (isNamed(name) && isUrl(own, answer) ? [own] : []))[0]
}

/** Adds the query of the first page to a step, unless the step follows a link, which has its own. */
function continued(step: Step, query: Query): Step {
  return { ...step, query: step.link === undefined ? { ...query, ...step.query } : {} }
}

/** Creates the request for a page from a link in a response. */
function linked({ answer }: ListedPage, link: string): Step {
  return {
    query: {},
    link,
    sources: [{ location: 'link', name: '', text: link, ...sourceOfRequests(answer.number) }],
  }
}

/** Returns the step to the next page of a list with counted pages; `undefined` if there are no more pages. */
function stepCounted(
  { items, count, asked, answer }: ListedPage,
  {
    name,
    steps,
    pages,
  }: { readonly name: string; readonly steps: Steps; readonly pages: readonly ListedPage[] },
): Step | undefined {
  const seen = pages.reduce((sum, page) => sum + page.items.length, 0)
  if (items.length === 0 || (count !== undefined && seen >= count)) return undefined
  const found = followingPage({
    ...{ pages: steps, items, asked: asked.query[name] },
    ...{ body: answer.value, headers: answer.headers },
  })
  return found !== undefined && 'value' in found ? { query: { [name]: found.value } } : undefined
}

/** The value that a page contains for the next page, as the request for that page sends it. */
function shownNext({ answer, next = '' }: ListedPage, { sent }: Steps): SentValue {
  const location = sent?.in === 'header' ? 'header' : 'query'
  return { location, name: sent?.path[0] ?? '', text: next, ...sourceOfRequests(answer.number) }
}

/** Returns a step with the value that selects a page, in the header or query parameter that the list uses. */
function sending({ sent }: Steps, value: unknown): Partial<Step> {
  const values = { [sent?.path[0] ?? '']: value }
  return sent?.in === 'header' ? { header: values } : { query: values }
}

function isCounted({ next }: Steps): boolean {
  return pageStyle(next).part === undefined
}

/** True if this page was reached through a link, or its `Link` header links to other pages. */
function isLinked({ answer, asked }: ListedPage): boolean {
  return asked.link !== undefined || hasLinkBetweenPages(answer.headers.get('link') ?? '')
}

function isSameStep(one: Step, other: Step): boolean {
  const [step, next] = [one, other].map(({ link, query, header = {} }) =>
    JSON.stringify([link, query, header]),
  )
  return step === next
}

/**
 * True for a link to a page. A text that begins with a slash can also be a token in Base64, unless it has a
 * query, or begins like the path of the list.
 */
function isUrl(text: unknown, { exchange: { request } }: Answer): text is string {
  if (typeof text !== 'string') return false
  const [, first = ''] = new URL(request.url).pathname.split('/')
  return /^https?:\/\/|^\?|^\/[^?]*\?/.test(text) || `${text}/`.startsWith(`/${first}/`)
}
