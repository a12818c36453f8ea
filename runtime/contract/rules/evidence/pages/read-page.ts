import { followingPage, linkTo, nextLink, type OperationDescriptor, pageStyle } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import { hasLinkBetweenPages, paging, parts } from '../../../lexicon/lexicon.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { isCounted, isUrl, type ListedPage, type Step } from './page.ts'

/**
 * Reads a page from the response to its request.
 * @throws NotRun if the response is not a list.
 */
export function readPage(operation: OperationDescriptor, answer: Answer, asked: Step): ListedPage {
  const { list, operationId } = operation
  if (asked.link !== undefined && new Refusal(answer, operation).mayBeAboutNames())
    return { answer, items: [], asked, refused: answer.status }
  if (asked.mayBeRefused && isRefusal(answer)) return { answer, items: [], asked, refused: answer.status }
  if (isPastEnd(operation, answer, asked)) return { answer, items: [], asked }
  if (!isSuccess(answer))
    throw new NotRun({ kind: 'answered', operation: operationId, status: answer.status })
  const items = itemsInAnswer(operation, answer.value)
  if (items === undefined) throw new NotRun({ kind: 'not a list', operation: operationId })
  const count =
    list?.count === undefined ? countInHeader(operation, answer) : valueAt(answer.value, list.count)
  const previous = previousPageIn(answer, list?.previous)
  const found = nextOf(operation, { answer, items, asked })
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

function isPastEnd(operation: OperationDescriptor, { status, headers }: Answer, { header }: Step): boolean {
  const { pages } = operation.list ?? {}
  if (pages === undefined) return false
  const asked = header?.[pages.sent?.path[0] ?? '']
  return pageStyle(pages.next).isPastEnd?.(pages.next, { status, headers, asked }) === true
}

/**
 * Finds the next page in a response. A `Link` header is used unless the document says that the body
 * identifies the next page. @see RFC 8288
 */
function nextOf(
  operation: OperationDescriptor,
  { answer, items, asked: { header } }: Pick<ListedPage, 'answer' | 'items' | 'asked'>,
): Pick<ListedPage, 'next' | 'problem'> {
  const { pages } = operation.list ?? {}
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

/** A URL with a name like that in a body, or in an object in the body that describes pages. */
function linkIn(answer: Answer, isNamed: (name: string) => boolean): string | undefined {
  const around = isObject(answer.value) ? Object.entries(answer.value) : []
  const pages = around.flatMap(([name, own]) =>
    parts.ofPages.has(name) && isObject(own) ? Object.entries(own) : [],
  )
  return [...around, ...pages].flatMap(([name, own]) => (isNamed(name) && isUrl(own, answer) ? [own] : []))[0]
}
