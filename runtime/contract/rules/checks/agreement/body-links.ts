import type { DocumentDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pathTemplates, textsBoundInPath } from '../../../data/document/path-binding.ts'
import { itemAtDocumentedPlace } from '../../../data/document/shown.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { pageLinkWords } from '../../../lexicon/lexicon.ts'
import { linkToOtherHost } from '../../evidence/addresses.ts'

/** Maximum number of links of one body that are read. */
const MOST_LINKS = 5

/** A link in the body of a response, and the request that reads it. */
export interface BodyLink {
  readonly relation: string
  readonly address: string
  readonly reading: RequestPlan
}

/**
 * Returns an item's links that should be readable: those to the same host whose path begins like a documented
 * path. Links that the document does not let clients read, such as actions, are left out.
 * @param plan the request that showed the item.
 * @see JSON:API 1.1, Links; HAL
 */
export function readableLinksOfItem(
  document: DocumentDescriptor,
  plan: RequestPlan,
  { answer, resource }: { readonly answer: Answer; readonly resource: ResourceDescriptor },
): readonly BodyLink[] {
  const { operation } = plan
  const item = itemAtDocumentedPlace(resource, operation, answer.value)
  const groups = isObject(item)
    ? Object.entries(item).filter(([name, links]) => pageLinkWords.objects.has(name) && mayHoldLinks(links))
    : []
  const { pathname } = new URL(answer.exchange.request.url)
  const own = pathname.split('/')
  const base = own.slice(0, own.length - operation.path.split('/').length + 1).join('/')
  return groups
    .flatMap(([, links]) => Object.entries(Object(links)))
    .flatMap(([relation, link]): BodyLink[] => {
      const address = isObject(link) ? link['href'] : link
      if (typeof address !== 'string' || address.includes('{') || !isAddress(link, address)) return []
      const path = URL.parse(address, answer.exchange.request.url)?.pathname
      if (!path?.startsWith(`${base}/`) || linkToOtherHost(address, answer) !== undefined) return []
      const reading = readingOf(document, plan, path.slice(base.length))
      return reading === undefined ? [] : [{ relation, address, reading }]
    })
    .slice(0, MOST_LINKS)
}

/** False for an object with a flag or a number, such as a list of links that says whether there are more. */
function mayHoldLinks(links: unknown): boolean {
  return Object.values(Object(links)).every((link) => !['boolean', 'number'].includes(typeof link))
}

/** False for a string that can be something else than an address: the "list" of { "object": "list" }. */
function isAddress(link: unknown, address: string): boolean {
  return isObject(link) || /^(?:[a-z][a-z\d+.-]*:|\.{0,2}\/)/i.test(address)
}

/**
 * The request that reads a path below the base path; `undefined` if no documented path begins with the same
 * segment, or if the document has only writes at this path.
 */
function readingOf(
  { operations }: DocumentDescriptor,
  plan: RequestPlan,
  path: string,
): RequestPlan | undefined {
  const there = operations.filter((operation) => textsBoundInPath(operation.path, path) !== undefined)
  const reader = there.find(({ method }) => method === 'GET')
  if (reader !== undefined) {
    const texts = textsBoundInPath(reader.path, path) ?? []
    const values = pathTemplates(reader.path).map(
      ({ name }, index) => [name, { text: texts[index] ?? '', origin: 'discovered' }] as const,
    )
    return { operation: reader, path: Object.fromEntries(values) }
  }
  const isKnown = operations.some((operation) => operation.path.split('/')[1] === path.split('/')[1])
  // A HEAD response has no content, which would otherwise be compared with the schema of another path.
  return there.length === 0 && isKnown ? { ...plan, method: 'HEAD' } : undefined
}
