import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { itemInAnswer } from '../../../data/document/shown.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { pageLinkWords } from '../../../lexicon/lexicon.ts'
import { linkToOtherHost } from '../../evidence/addresses.ts'

/** Maximum number of links of one body that are read. */
const MOST_LINKS = 5

/** A link in the body of a response. */
export interface BodyLink {
  readonly relation: string
  readonly address: string
}

/**
 * Returns an item's links that should be readable: those to the same host whose path begins like a documented
 * one. Links that the document does not let clients read, such as actions, are left out.
 * @see HAL; JSON:API 1.1, Links
 */
export function linksInBody(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  { answer, resource }: { readonly answer: Answer; readonly resource: ResourceDescriptor },
): readonly BodyLink[] {
  const item = itemInAnswer(resource, operation, answer.value)
  const groups = isObject(item)
    ? Object.entries(item).filter(([name]) => pageLinkWords.objects.has(name))
    : []
  const own = segmentsOf(answer.exchange.request.url)
  const base = own.slice(0, own.length - templateSegments(operation).length)
  return groups
    .flatMap(([, links]) => Object.entries(Object(links)))
    .flatMap(([relation, link]) => {
      const address = isObject(link) ? link['href'] : link
      return typeof address === 'string' && !address.includes('{') ? [{ relation, address }] : []
    })
    .filter(({ address }) => {
      const url = URL.parse(address, answer.exchange.request.url)
      if (url === null || linkToOtherHost(address, answer) !== undefined) return false
      const path = segmentsOf(url.href)
      const isBelowBase = base.every((segment, index) => path[index] === segment)
      return isBelowBase && isReadable(document, path.slice(base.length))
    })
    .slice(0, MOST_LINKS)
}

/** True if a path begins like a documented one, and is not one that the document only writes to. */
function isReadable({ operations }: DocumentDescriptor, path: readonly string[]): boolean {
  const isAt = (operation: OperationDescriptor): boolean => {
    const template = templateSegments(operation)
    return (
      template.length === path.length &&
      template.every((segment, index) => segment.includes('{') || segment === path[index])
    )
  }
  const there = operations.filter(isAt)
  return there.length > 0
    ? there.some(({ method }) => method === 'GET')
    : operations.some((operation) => templateSegments(operation)[0] === path[0])
}

function segmentsOf(url: string): readonly string[] {
  return new URL(url).pathname.split('/').slice(1)
}

function templateSegments({ path }: OperationDescriptor): readonly string[] {
  return path.split('/').slice(1)
}
