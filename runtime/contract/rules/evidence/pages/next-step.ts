import { followingPage, type OperationDescriptor, pageStyle } from '@concordat/runtime/http'
import { sourceOfRequests } from '../../../data/document/path-binding.ts'
import type { SentValue } from '../../../data/exchange/request.ts'
import { isCounted, isLinked, isUrl, type ListedPage, type Query, type Step, type Steps } from './page.ts'

export function stepAfter(
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

/** Returns the part of a step that sets the page size, for lists that have no query parameter for it. */
export function sizedStep({ list }: OperationDescriptor, size: number | undefined): Partial<Step> {
  const { pages } = list ?? {}
  if (pages === undefined || size === undefined) return {}
  const value = pageStyle(pages.next).ask?.(pages.next, size)
  return value === undefined ? {} : sending(pages, value)
}

/** Adds the query of the first page to a step, unless the step follows a link, which has its own. */
export function continued(step: Step, query: Query): Step {
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

export function isSameStep(one: Step, other: Step): boolean {
  const [step, next] = [one, other].map(({ link, query, header = {} }) =>
    JSON.stringify([link, query, header]),
  )
  return step === next
}
