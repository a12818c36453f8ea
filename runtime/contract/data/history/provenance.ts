import type { Exchange, SentRequest } from '../exchange/exchange.ts'
import { changesBehind } from './changes.ts'
import { type History, type HistoryStep, isReadStep } from './history.ts'
import { makerOfUnasked, makersOfItems } from './makers.ts'
import type { SourcedValue } from './sent-values.ts'
import {
  isOwnMemberShown,
  isOwnNameShown,
  type ShownValue,
  shownAddressSegments,
  valuesShownIn,
} from './shown-values.ts'

/** A value from an earlier response, with the exchange that returned it and the request that sent it. */
export interface PassedValue extends ShownValue {
  readonly by: Exchange
  readonly to: HistoryStep
  readonly value: SourcedValue
}

/** The exchanges that led to a finding, in the order in which they completed. */
export interface Provenance {
  readonly steps: readonly Exchange[]
  /** Values that the requests took from these exchanges' responses. */
  readonly passed: readonly PassedValue[]
}

/** Maximum number of a list's items whose creation is reported. */
const MOST_MAKERS = 12

/** Subject of a finding. */
interface FindingSubject {
  /** The exchanges that show the fault. */
  readonly shown: readonly Exchange[]
  /** The item property that the finding is about. */
  readonly member?: string | undefined
}

/**
 * Collects the steps that led to a finding: the responses from which its requests took values, the requests
 * that created the items in its responses, and the writes that could have caused these responses.
 */
export function findingProvenance(history: History, { shown, member }: FindingSubject): Provenance {
  const picked = new Map<Exchange, HistoryStep>(shown.map((exchange) => [exchange, history.stepOf(exchange)]))
  const passed: PassedValue[] = []
  const waiting = [...picked.values()]
  const pick = (step: HistoryStep): void => {
    if (picked.has(step.exchange)) return
    picked.set(step.exchange, step)
    waiting.push(step)
  }
  for (const step of waiting) {
    const before = history.writesBefore(step)
    const isShown = shown.includes(step.exchange)
    for (const value of step.sent) {
      if (!Array.isArray(value.from)) continue
      const sources = history.numbered(value.from)
      for (const source of sources) pick(source)
      const found = sources.flatMap(({ exchange: by }) => {
        const place = placeOfPassed(by, value)
        return place === undefined ? [] : [{ ...place, by, to: step, value }]
      })
      passed.push(...found.slice(0, 1))
    }
    // Items on earlier pages belong to the list in the finding too, so the requests that created them are
    // included.
    if (isShown || shown.some(({ request }) => isPageOf(step.exchange, request)))
      for (const maker of makersOfItems(step.exchange, before).slice(0, MOST_MAKERS)) pick(maker)
    if (!isShown) continue
    const made = makerOfUnasked(step.exchange, before)
    for (const other of [...made, ...changesBehind(step, { before, member })]) pick(other)
  }
  const steps = [...picked.values()].sort((one, other) => one.order - other.order)
  return onceRead({ steps: steps.map(({ exchange }) => exchange), passed }, shown)
}

/**
 * The provenance without reads that repeat an earlier read and its response with no write in between. The
 * exchanges that show the fault are always kept.
 */
function onceRead({ steps, passed }: Provenance, shown: readonly Exchange[]): Provenance {
  const kept: Exchange[] = []
  const instead = new Map<Exchange, Exchange>()
  let reads = new Map<string, Exchange>()
  for (const step of steps) {
    const { request, response } = step
    const isReading = isReadStep(request)
    if (!isReading) reads = new Map()
    const key = JSON.stringify([request, response?.status, response?.body])
    const same = isReading && !shown.includes(step) ? reads.get(key) : undefined
    if (same !== undefined) instead.set(step, same)
    else kept.push(step)
    if (isReading && same === undefined) reads.set(key, step)
  }
  return { steps: kept, passed: passed.map((value) => ({ ...value, by: instead.get(value.by) ?? value.by })) }
}

/** The place in a response from which a value was most likely taken; `undefined` if there is none. */
function placeOfPassed(exchange: Exchange, { text, location }: SourcedValue): ShownValue | undefined {
  const alike = valuesShownIn(exchange).filter((value) => value.text === text)
  const isOfList = location === 'query' || location === 'header'
  const ofHeader = location === 'header' ? alike.find(({ header }) => header === 'etag') : undefined
  return (
    ofHeader ??
    alike.find(isOwnNameShown) ??
    (isOfList ? alike.find(isOwnMemberShown) : undefined) ??
    alike[0]
  )
}

function isPageOf(exchange: Exchange, { method, url }: SentRequest): boolean {
  const [one, other] = [exchange.request.url, url].map((address) => shownAddressSegments(address).join('/'))
  return exchange.request.method === method && one === other
}
