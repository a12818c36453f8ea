import type { Exchange, SentRequest } from '../exchange/exchange.ts'
import { changesBehind } from './changes.ts'
import { isRead, isTaken, makersOf } from './makers.ts'
import {
  isOwnMember,
  isOwnName,
  type ShownValue,
  segmentsOf,
  shownIn,
  shows,
  statesIn,
  TELLING,
  textsIn,
} from './shown-values.ts'
import type { Taken } from './taken.ts'
import type { Step, Trail } from './trail.ts'

/** A value that an earlier answer gave, and that a later request names. */
export interface Handed extends ShownValue {
  readonly by: Exchange
  /** The member of later bodies that has it, where it stands for nothing else: of a short number. */
  readonly member?: string
}

/** The exchanges that lead to what a finding shows, in the order in which they were sent. */
export interface Leading {
  readonly steps: readonly Exchange[]
  /** What the requests take from answers among these. */
  readonly handed: readonly Handed[]
}

/** Items of a list whose makers are told: nobody reads more. */
const MOST_MAKERS = 12

/** What a finding is about. */
export interface Subject {
  /** The exchanges that show it. */
  readonly shown: readonly Exchange[]
  /** The sentences that say it: ids in them name items. */
  readonly words: string
  /** The member of an item that it is about. */
  readonly member?: string | undefined
}

/**
 * Collects what led to some exchanges: what made the items that their paths, their bodies and the finding's words name, what else their
 * requests took from answers, and what the rule wrote there in between.
 */
export function leadingTo(trail: Trail, { shown, words, member }: Subject): Leading {
  const picked = new Map<Exchange, Step>(shown.map((exchange) => [exchange, trail.stepOf(exchange)]))
  const handed: Handed[] = []
  const waiting = [...picked.values()]
  const pick = (step: Step): void => {
    if (picked.has(step.exchange)) return
    picked.set(step.exchange, step)
    waiting.push(step)
  }
  for (const step of waiting) {
    const before = trail.before(step)
    const isShown = shown.includes(step.exchange)
    for (const { value, sources } of sourcesOf(step, { before, words: isShown ? words : '' })) {
      const known = sources.filter((source) => source !== undefined)
      for (const source of known) pick(source)
      handed.push(...known.flatMap(({ exchange }) => handedBy(exchange, value) ?? []).slice(0, 1))
    }
    // Pages that lead to the one that is shown are of the same list.
    if (isShown || shown.some(({ request }) => isPageOf(step.exchange, request)))
      for (const maker of makersOf(step.exchange, before).slice(0, MOST_MAKERS)) pick(maker)
    if (isShown) for (const change of changesBehind(step, { before, member })) pick(change)
  }
  const steps = [...picked.values()].sort((one, other) => one.order - other.order)
  return { steps: steps.map(({ exchange }) => exchange), handed: distinct(handed) }
}

function distinct(handed: readonly Handed[]): readonly Handed[] {
  return [
    ...new Map(
      handed.map((value) => [`${value.text} ${value.pointer ?? value.header} ${value.member}`, value]),
    ).values(),
  ]
}

/** A value of a request, and the steps that it came of. */
interface FromSteps {
  readonly value: Pick<Taken, 'text'> & Partial<Taken>
  readonly sources: readonly (Step | undefined)[]
}

/** The values that a request took from answers: those whose sources are known, and others that only an answer can have given. */
function sourcesOf(
  step: Step,
  { before, words }: { readonly before: readonly Step[]; readonly words: string },
): readonly FromSteps[] {
  const { exchange, taken } = step
  const known = taken.map((value) => ({
    value,
    sources: before.filter(({ order }) => value.from.includes(order)),
  }))
  const states = statesIn(exchange.request.headers).map((state) => ({
    value: { text: state.text },
    sources: [stateBefore(exchange.request, state, before)],
  }))
  const sourced = new Set(taken.map(({ text }) => text))
  const others = new Set([...textsOf(exchange.request), ...namedIn(words)])
  return [
    ...known,
    ...states,
    ...[...others]
      .filter((text) => !sourced.has(text))
      .map((text) => ({ value: { text }, sources: [sourceOf(text, before)] })),
  ]
}

/** A value as an answer shows it. A text that is short stands for nothing beyond the member of the body that has it. */
function handedBy(exchange: Exchange, { text, location, name }: FromSteps['value']): Handed | undefined {
  const alike = shownIn(exchange).filter((value) => value.text === text)
  const isOfList = location === 'query' || location === 'header'
  const shown = alike.find(isOwnName) ?? (isOfList ? alike.find(isOwnMember) : undefined) ?? alike[0]
  const isOfMember = location === 'body' && name !== undefined && text.length < TELLING
  return shown && { ...shown, by: exchange, ...(isOfMember && { member: name }) }
}

/** Texts of a request's query and body that are no words: the sources of a path are known. */
function textsOf({ url, body = '' }: SentRequest): readonly string[] {
  // Within JSON, and the whole content of a part of a form.
  const parts = [...body.matchAll(/\r\n\r\n([^\r\n]+)\r\n--/g)].map(([, content = '']) => content)
  return [...new URL(url).searchParams.values(), ...textsIn(body), ...parts].filter(isMinted)
}

/** Ids in a sentence. */
function namedIn(words: string): readonly string[] {
  return [...new Set(words.match(/[\w-]+/g))].filter((text) => text.length >= TELLING && /\d/.test(text))
}

/** Whether a text is no word: it has digits, or its letters are as encodings have them ("RXhwZXJpbWVudDoy"). */
function isMinted(text: string): boolean {
  return text.length >= TELLING && (/\d/.test(text) || /[a-z][A-Z].*[a-z][A-Z].*[a-z][A-Z]/.test(text))
}

/** The latest answer that tells of a text which its request did not say; that of a write rather than that of a read. */
function sourceOf(text: string, before: readonly Step[]): Step | undefined {
  if (isOurs(text, before)) return undefined
  const giving = before.filter(
    ({ exchange }) =>
      isTaken(exchange) &&
      !exchange.request.url.includes(text) &&
      exchange.request.body?.includes(text) !== true &&
      shows(exchange, text),
  )
  return giving.find(isWrite) ?? giving[0]
}

/** The answer that had a state of what the request goes to, or else of anything. */
function stateBefore(
  { url }: SentRequest,
  { header = '', text }: ShownValue,
  before: readonly Step[],
): Step | undefined {
  const giving = before.filter(
    ({ exchange }) => isTaken(exchange) && exchange.response?.headers[header] === text,
  )
  return giving.find(({ exchange }) => isAt(exchange, url)) ?? giving.find(isWrite) ?? giving[0]
}

/** True if a text was sent before any answer had it: a server that shows it has it from the client. */
function isOurs(text: string, before: readonly Step[]): boolean {
  const first = before.findLast(({ exchange: { request, response } }) =>
    [request.body, response?.body].some((body) => body?.includes(text) === true),
  )
  return first?.exchange.request.body?.includes(text) === true
}

function isWrite({ exchange }: Step): boolean {
  return !isRead(exchange.request)
}

function isAt({ request }: Exchange, url: string): boolean {
  return segmentsOf(request.url).join('/') === segmentsOf(url).join('/')
}

function isPageOf(exchange: Exchange, { method, url }: SentRequest): boolean {
  return exchange.request.method === method && isAt(exchange, url)
}
