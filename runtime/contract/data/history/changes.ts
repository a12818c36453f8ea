import { memberOf } from '@concordat/runtime/json'
import type { SentRequest } from '../exchange/exchange.ts'
import { answerJsonOfText } from '../exchange/json-text.ts'
import { type HistoryStep, isAcceptedStep, isReadStep } from './history.ts'
import { shownAddressSegments, shownValueTexts, TELLING_LENGTH } from './shown-values.ts'

/** Maximum number of recent changes that are reported. */
const MOST_CHANGES = 12
/** Maximum number of earlier writes to the same address that are reported for a write. */
const MOST_REPEATED = 2
/** Maximum number of earlier changes to the same property that are reported as well. */
const MOST_EARLIER = 3

/** Earlier requests, and the item property that a finding is about. */
interface Before {
  readonly before: readonly HistoryStep[]
  readonly member: string | undefined
}

/**
 * The writes that could have caused a response: changes to the items shown, an earlier write that can
 * conflict with this one, and an earlier write that sent the value shown.
 */
export function changesBehind(step: HistoryStep, known: Before): readonly HistoryStep[] {
  const others = [conflictingWrite(step, known.before), earlierValue(step, known)]
  return [...changesBefore(step, known), ...others.filter((other) => other !== undefined)]
}

/**
 * Earlier writes by the same rule that could have caused a response. For a read, these are writes at or below
 * its address. For a write, these are the same write sent before, and a delete at its address.
 */
function changesBefore(
  { exchange: { request }, part }: HistoryStep,
  { before, member }: Before,
): readonly HistoryStep[] {
  const path = shownAddressSegments(request.url)
  const isBelow = ({ url }: SentRequest): boolean => {
    const other = shownAddressSegments(url)
    return path.every((segment, index) => other[index] === segment)
  }
  const isRepeated = ({ method, url, body }: SentRequest): boolean =>
    url === request.url && (method === 'DELETE' || (method === request.method && body === request.body))
  const matters = isReadStep(request) ? isBelow : isRepeated
  const changes = before.filter(
    (step) => step.part === part && !isReadStep(step.exchange.request) && matters(step.exchange.request),
  )
  const saysMember = ({ exchange }: HistoryStep): boolean =>
    member !== undefined && exchange.request.body?.includes(`${JSON.stringify(member)}:`) === true
  if (!isReadStep(request)) return changes.slice(0, MOST_REPEATED)
  const last = changes.findIndex(saysMember)
  if (last < 0) return changes.slice(0, MOST_CHANGES)
  const earlier = changes.slice(last + 1).filter((step) => saysMember(step) && isAcceptedStep(step.exchange))
  return [...changes.slice(0, last + 1).slice(0, MOST_CHANGES), ...earlier.slice(0, MOST_EARLIER)]
}

/**
 * If a write's response shows a different value of the finding's property than the write sent, returns the
 * earlier write to this address that sent the value shown. If there is none, returns the last one that sent
 * the property, because the value can be a result of it.
 */
function earlierValue(
  { exchange: { request, response } }: HistoryStep,
  { before, member }: Before,
): HistoryStep | undefined {
  if (member === undefined || isReadStep(request) || response === undefined) return undefined
  const valueIn = (body = ''): string | undefined => JSON.stringify(memberOf(answerJsonOfText(body), member))
  const shown = valueIn(response.body)
  if (shown === undefined || valueIn(request.body) === shown) return undefined
  const changes = before.filter(
    ({ exchange }) =>
      !isReadStep(exchange.request) &&
      isAcceptedStep(exchange) &&
      exchange.request.url === request.url &&
      valueIn(exchange.request.body) !== undefined,
  )
  return changes.find(({ exchange }) => valueIn(exchange.request.body) === shown) ?? changes[0]
}

/**
 * An earlier write that sent the same string as a write that caused a server error, because the server might
 * not allow two items with the same name. It is either a create in the same collection, or the same change to
 * another item.
 */
function conflictingWrite(
  { exchange: { request, response } }: HistoryStep,
  before: readonly HistoryStep[],
): HistoryStep | undefined {
  if (isReadStep(request) || (response?.status ?? 0) < 500) return undefined
  const path = shownAddressSegments(request.url)
  const above = path.slice(0, -1).join('/')
  const collections = [path.join('/'), above]
  const texts = shownValueTexts(request.body).filter((text) => text.length >= TELLING_LENGTH)
  return before.find(({ exchange }) => {
    const { method, url, body } = exchange.request
    if (!isAcceptedStep(exchange)) return false
    const other = shownAddressSegments(url)
    if (method === 'POST' && collections.includes(other.join('/')))
      return shownValueTexts(body).some((text) => texts.includes(text))
    const isBeside = url !== request.url && other.slice(0, -1).join('/') === above
    return (
      method !== 'POST' && method === request.method && isBeside && body === request.body && texts.length > 0
    )
  })
}
