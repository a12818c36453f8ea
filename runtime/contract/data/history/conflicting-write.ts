import { type HistoryStep, isReadStep, isTakenStep } from './history.ts'
import { shownAddressSegments, shownValueTexts, TELLING_LENGTH } from './shown-values.ts'

/**
 * An earlier write that sent the same string as a write that caused a server error, because the server might
 * not allow two items with the same name. It is either a create in the same collection, or the same change to
 * another item.
 */
export function conflictingWrite(
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
    if (!isTakenStep(exchange)) return false
    const other = shownAddressSegments(url)
    if (method === 'POST' && collections.includes(other.join('/')))
      return shownValueTexts(body).some((text) => texts.includes(text))
    const isBeside = url !== request.url && other.slice(0, -1).join('/') === above
    return (
      method !== 'POST' && method === request.method && isBeside && body === request.body && texts.length > 0
    )
  })
}
