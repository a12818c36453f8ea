import { isObject } from '@concordat/runtime/json'
import type { Exchange, SentRequest } from '../exchange/exchange.ts'
import { answerJsonOfText } from '../exchange/json-text.ts'
import { type HistoryStep, isAcceptedStep, isReadStep } from './history.ts'
import { isOwnNameShown, shownAddressSegments, valuesShownIn } from './shown-values.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * Steps that created the items in a list, whichever rule sent them. They are recognized by a property that
 * distinguishes the items.
 */
export function makersOfItems(
  { request, response }: Exchange,
  before: readonly HistoryStep[],
): readonly HistoryStep[] {
  if (!isReadStep(request) || response === undefined) return []
  const items = listIn(answerJsonOfText(response.body))
  if (items.length === 0) return []
  const path = shownAddressSegments(request.url).join('/')
  const isMade = ({ method, url }: SentRequest): boolean => {
    const segments = shownAddressSegments(url)
    // The path of a PUT ends with the item's name, which is removed.
    return segments.slice(0, method === 'PUT' ? -1 : segments.length).join('/') === path
  }
  const made = before.filter(
    ({ exchange }) => !isReadStep(exchange.request) && isAcceptedStep(exchange) && isMade(exchange.request),
  )
  const isListed = ({ exchange }: HistoryStep): boolean => {
    const item = itemIn(answerJsonOfText(exchange.response?.body ?? ''))
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
 * Returns the step that created the item in a response if the request does not name that item, perhaps
 * because the server returned its first one. It is the first write at or above the request's path whose
 * response contains the same name.
 */
export function makerOfUnasked(exchange: Exchange, before: readonly HistoryStep[]): readonly HistoryStep[] {
  const name = ownNameIn(exchange)
  const path = shownAddressSegments(exchange.request.url)
  if (name === undefined || path.includes(name)) return []
  const isAbove = ({ method, url }: SentRequest): boolean => {
    const segments = shownAddressSegments(url).slice(0, method === 'PUT' ? -1 : undefined)
    return segments.every((segment, index) => path[index] === segment)
  }
  const isMaker = ({ exchange: made }: HistoryStep): boolean =>
    !isReadStep(made.request) && isAcceptedStep(made) && isAbove(made.request) && ownNameIn(made) === name
  return before.filter(isMaker).slice(-1)
}

function ownNameIn(exchange: Exchange): string | undefined {
  return valuesShownIn(exchange).find(isOwnNameShown)?.text
}

/** The object in a response, or the object in its envelope. */
function itemIn(body: unknown): Item | undefined {
  if (!isObject(body)) return undefined
  const [inner, ...others] = Object.values(body)
  return isObject(inner) && others.length === 0 ? inner : body
}

/** The list of objects in a response, or in its envelope. */
function listIn(body: unknown): readonly Item[] {
  const lists = Array.isArray(body) ? [body] : isObject(body) ? Object.values(body).filter(Array.isArray) : []
  return lists.find((list) => list.every(isObject)) ?? []
}

function tellsApart(items: readonly Item[], name: string): boolean {
  const values = items.map((item) => item[name])
  const isScalar = values.every((value) => typeof value === 'string' || typeof value === 'number')
  return isScalar && new Set(values).size === items.length
}
