import { isObject } from '@concordat/runtime/json'
import type { Exchange, SentRequest } from '../exchange/exchange.ts'
import { jsonOf } from '../exchange/json-text.ts'
import { type HistoryStep, isRead, isTaken } from './history.ts'
import { isOwnName, segmentsOf, shownIn } from './shown-values.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * Steps that made the items that a list shows, whichever rule sent them: a member that tells the items apart
 * is the same in both.
 */
export function makersOf(
  { request, response }: Exchange,
  before: readonly HistoryStep[],
): readonly HistoryStep[] {
  if (!isRead(request) || response === undefined) return []
  const items = listIn(jsonOf(response.body))
  if (items.length === 0) return []
  const path = segmentsOf(request.url).join('/')
  const isMade = ({ method, url }: SentRequest): boolean => {
    const segments = segmentsOf(url)
    // A PUT says the item's name after the collection.
    return segments.slice(0, method === 'PUT' ? -1 : segments.length).join('/') === path
  }
  const made = before.filter(
    ({ exchange }) => !isRead(exchange.request) && isTaken(exchange) && isMade(exchange.request),
  )
  const isListed = ({ exchange }: HistoryStep): boolean => {
    const item = itemIn(jsonOf(exchange.response?.body ?? ''))
    return (
      item !== undefined &&
      Object.entries(item).some(
        ([name, value]) => tellsApart(items, name) && items.some((one) => one[name] === value),
      )
    )
  }
  return made.filter(isListed)
}

/**
 * Step that made the item that an answer shows, although its request does not name it: a server may answer
 * with the first item that it has. The write stands above the request's path, and answered the same name
 * first.
 */
export function makerOfUnasked(exchange: Exchange, before: readonly HistoryStep[]): readonly HistoryStep[] {
  const name = ownNameIn(exchange)
  const path = segmentsOf(exchange.request.url)
  if (name === undefined || path.includes(name)) return []
  const isAbove = ({ method, url }: SentRequest): boolean => {
    const segments = segmentsOf(url).slice(0, method === 'PUT' ? -1 : undefined)
    return segments.every((segment, index) => path[index] === segment)
  }
  const isMaker = ({ exchange: made }: HistoryStep): boolean =>
    !isRead(made.request) && isTaken(made) && isAbove(made.request) && ownNameIn(made) === name
  return before.filter(isMaker).slice(-1)
}

function ownNameIn(exchange: Exchange): string | undefined {
  return shownIn(exchange).find(isOwnName)?.text
}

/** The object that an answer is, which may stand in an envelope. */
function itemIn(body: unknown): Item | undefined {
  if (!isObject(body)) return undefined
  const [inner, ...others] = Object.values(body)
  return isObject(inner) && others.length === 0 ? inner : body
}

/** The objects of a list, which may stand in an envelope. */
function listIn(body: unknown): readonly Item[] {
  const lists = Array.isArray(body) ? [body] : isObject(body) ? Object.values(body).filter(Array.isArray) : []
  return lists.find((list) => list.every(isObject)) ?? []
}

function tellsApart(items: readonly Item[], name: string): boolean {
  const values = items.map((item) => item[name])
  const isScalar = values.every((value) => typeof value === 'string' || typeof value === 'number')
  return isScalar && new Set(values).size === items.length
}
