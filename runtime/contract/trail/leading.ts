import { memberOf } from '@concordat/runtime/json'
import type { Exchange, SentRequest } from '../exchange/exchange.ts'
import { jsonOf } from '../exchange/json-text.ts'
import { isRead, isTaken, makersOf } from './makers.ts'
import { isOwnName, referencesIn, referredIn } from './references.ts'
import { type ShownValue, segmentsOf, shownIn, shows, statesIn, TELLING, textsIn } from './shown-values.ts'
import { takerOf } from './taker.ts'
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

/** Nobody reads more than this; requests that made something stay. */
const MOST_CHANGES = 12
/** Of a write that was sent again and again those that tell: one before the last. */
const MOST_REPEATED = 2
/** Changes of one member before its last one. */
const MOST_EARLIER = 3
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
 * Finds what led to some exchanges: what made the items that their paths and the finding's words name, what else their requests
 * took from answers, and what the rule wrote there in between.
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
    const named = isShown ? namedIn(words) : []
    for (const value of [...wantedBy(step.exchange.request), ...named]) {
      const source = sourceOf(value, before)
      if (source === undefined) continue
      const alike = shownIn(source.exchange).filter(({ text }) => text === value.text)
      const shownValue = alike.find((one) => value.collection !== undefined && isOwnName(one)) ?? alike[0]
      if (shownValue !== undefined) handed.push({ ...shownValue, by: source.exchange })
      pick(source)
    }
    for (const reference of referencesIn(step.exchange.request.body ?? '')) {
      const source = before.find(({ exchange }) => referredIn(exchange, reference) !== undefined)
      const name = source && referredIn(source.exchange, reference)
      if (source === undefined || name === undefined) continue
      handed.push({ ...name, by: source.exchange, member: reference.member })
      pick(source)
    }
    // Pages that lead to the one that is shown are of the same list.
    if (isShown || shown.some(({ request }) => isPageOf(step.exchange, request)))
      for (const maker of makersOf(step.exchange, before).slice(0, MOST_CHANGES)) pick(maker)
    if (!isShown) continue
    const taking = takerOf(step, before)
    if (taking !== undefined) pick(taking)
    for (const change of changesBefore(step, { before, member })) pick(change)
    const earlier = earlierValue(step, { before, member })
    if (earlier !== undefined) pick(earlier)
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

/** A value that a request names. */
interface Wanted {
  readonly text: string
  /** Of a segment of the path: what stands before it. */
  readonly collection?: string
  /** Of a value of the query or of a header: the path. */
  readonly place?: string
  /** Of a header's value: the header that an answer had it in. */
  readonly header?: string
}

function wantedBy({ url, headers, body = '' }: SentRequest): readonly Wanted[] {
  const segments = segmentsOf(url)
  const place = segments.join('/')
  const query = [...new URL(url).searchParams.values()].map((text) => ({ text, place }))
  // Within JSON, and the whole content of a part of a form.
  const parts = [...body.matchAll(/\r\n\r\n([^\r\n]+)\r\n--/g)].map(([, content = '']) => content)
  const texts = [...textsIn(body), ...parts].map((text) => ({ text }))
  return [
    ...segments.map((text, index) => ({ text, collection: segments.slice(0, index).join('/') })),
    ...query,
    ...statesIn(headers).map((state) => ({ ...state, place })),
    ...texts.filter(({ text }) => text.length >= TELLING),
  ]
}

/** Ids in a sentence. */
function namedIn(words: string): readonly Wanted[] {
  return [...new Set(words.match(/[\w-]+/g))]
    .filter((text) => text.length >= TELLING && /\d/.test(text))
    .map((text) => ({ text }))
}

/** What made a value comes before what only showed it, and the collection that is named before others of its name. */
function sourceOf(value: Wanted, before: readonly Step[]): Step | undefined {
  if (isOurs(value, before)) return undefined
  const sources = before.filter((step) => gives(step.exchange, value) && !isEcho(step, value, before))
  const made = (isMade: (exchange: Exchange) => boolean): Step | undefined =>
    before.find(({ exchange }) => isMade(exchange))
  const { header, place = '', collection } = value
  const written = sources.filter(({ exchange }) => !isRead(exchange.request))
  return (
    (header === undefined ? undefined : sources.find(({ exchange }) => isAt(exchange, place))) ??
    written.find(({ exchange }) => collection !== undefined && isAt(exchange, collection)) ??
    written[0] ??
    sources[0] ??
    made((exchange) => madeElsewhere(exchange, value)) ??
    made((exchange) => pointsOn(exchange, value))
  )
}

/** Whether an answer to a write elsewhere shows what was asked for at its own address before: a change of a toy shows its pet's id. */
function isEcho({ exchange, order }: Step, { text, collection }: Wanted, before: readonly Step[]): boolean {
  if (collection === undefined || isRead(exchange.request) || isAt(exchange, collection)) return false
  const address = `${collection}/${text}`
  const written = encodeURIComponent(text)
  return before.some(
    (step) =>
      step.order < order &&
      step.exchange.request.url.includes(written) &&
      `${segmentsOf(step.exchange.request.url).join('/')}/`.startsWith(`${address}/`),
  )
}

/** Whether a text of a body was sent before any answer had it: a server that shows it has it from the client. */
function isOurs({ text, collection, place }: Wanted, before: readonly Step[]): boolean {
  if (collection !== undefined || place !== undefined) return false
  const first = before.findLast(({ exchange: { request, response } }) =>
    [request.body, response?.body].some((body) => body?.includes(text) === true),
  )
  return first?.exchange.request.body?.includes(text) === true
}

/** Whether an exchange made what a request names, or is where the client has the value from. */
function gives(exchange: Exchange, { text, collection, header }: Wanted): boolean {
  const { request, response } = exchange
  if (response === undefined || response.status >= 300) return false
  if (header !== undefined) return response.headers[header] === text
  const isShown = (): boolean => shows(exchange, text)
  const path = segmentsOf(request.url)
  const { body = '' } = request
  if (collection !== undefined && !isRead(request)) {
    const where = path.join('/')
    if (where === collection && (isShown() || body.includes(JSON.stringify(text)))) return true
    // The path chose the name; the last word of another path is a collection's.
    const makes = request.method === 'PUT' || (request.method === 'POST' && isMinted(text))
    if (where === `${collection}/${text}` && makes && response.status === 201) return true
  }
  return isMinted(text) && !request.url.includes(text) && !body.includes(text) && isShown()
}

/** Whether a text is no word: it has digits, or its letters are as encodings have them ("RXhwZXJpbWVudDoy"). */
function isMinted(text: string): boolean {
  return text.length >= TELLING && (/\d/.test(text) || /[a-z][A-Z].*[a-z][A-Z].*[a-z][A-Z]/.test(text))
}

/** Whether it made an item of that name in another parent's collection: below `/shops/2/pets`, of what `/shops/1/pets` has. */
function madeElsewhere(exchange: Exchange, { text, collection }: Wanted): boolean {
  const { request, response } = exchange
  if (collection === undefined || isRead(request) || !isTaken(exchange)) return false
  const path = segmentsOf(request.url)
  const wanted = collection.split('/')
  return (
    response !== undefined &&
    path.length === wanted.length &&
    path.at(-1) === wanted.at(-1) &&
    shows(exchange, text) &&
    shownIn(exchange).some((value) => value.text === text && isOwnMember(value))
  )
}

function isAt({ request }: Exchange, place: string): boolean {
  return segmentsOf(request.url).join('/') === place
}

function isPageOf(exchange: Exchange, { method, url }: SentRequest): boolean {
  return exchange.request.method === method && isAt(exchange, segmentsOf(url).join('/'))
}

/** Whether a page of the same list says it beside its items: a cursor, however short. */
function pointsOn(exchange: Exchange, { text, place }: Wanted): boolean {
  return (
    place !== undefined &&
    isRead(exchange.request) &&
    isTaken(exchange) &&
    isAt(exchange, place) &&
    exchange.response?.body.includes(JSON.stringify(text)) === true &&
    shows(exchange, text) &&
    shownIn(exchange).some((value) => value.text === text && isOwnMember(value))
  )
}

/** Of the answer itself, not of an item in it. */
function isOwnMember({ pointer }: ShownValue): boolean {
  return pointer === undefined || !/\/\d+(\/|$)/.test(pointer)
}

/**
 * What the same rule wrote before: for a read all at its address and below it, from the last write on that says the member which
 * the finding is about, and earlier ones that say it and were taken: an object may have grown by each. For a write what it repeats,
 * and what removed the item that it names.
 */
function changesBefore(
  { exchange: { request }, part }: Step,
  { before, member }: { readonly before: readonly Step[]; readonly member: string | undefined },
): readonly Step[] {
  const path = segmentsOf(request.url)
  const isBelow = ({ url }: SentRequest): boolean => {
    const other = segmentsOf(url)
    return path.every((segment, index) => other[index] === segment)
  }
  const isRepeated = ({ method, url, body }: SentRequest): boolean =>
    url === request.url && (method === 'DELETE' || (method === request.method && body === request.body))
  const matters = isRead(request) ? isBelow : isRepeated
  const changes = before.filter(
    (step) => step.part === part && !isRead(step.exchange.request) && matters(step.exchange.request),
  )
  const saysMember = ({ exchange }: Step): boolean =>
    member !== undefined && exchange.request.body?.includes(`${JSON.stringify(member)}:`) === true
  if (!isRead(request)) return changes.slice(0, MOST_REPEATED)
  const last = changes.findIndex(saysMember)
  if (last < 0) return changes.slice(0, MOST_CHANGES)
  const earlier = changes.slice(last + 1).filter((step) => saysMember(step) && isTaken(step.exchange))
  return [...changes.slice(0, last + 1).slice(0, MOST_CHANGES), ...earlier.slice(0, MOST_EARLIER)]
}

/**
 * Where the answer to a write shows another value of the member that the finding is about than was sent: the earlier write there that
 * sent it, or else the last one, as a value that nobody sent may have come of it.
 */
function earlierValue(
  { exchange: { request, response } }: Step,
  { before, member }: { readonly before: readonly Step[]; readonly member: string | undefined },
): Step | undefined {
  if (member === undefined || isRead(request) || response === undefined) return undefined
  const valueIn = (body = ''): string | undefined => JSON.stringify(memberOf(jsonOf(body), member))
  const shown = valueIn(response.body)
  if (shown === undefined || valueIn(request.body) === shown) return undefined
  const changes = before.filter(
    ({ exchange }) =>
      !isRead(exchange.request) &&
      isTaken(exchange) &&
      exchange.request.url === request.url &&
      valueIn(exchange.request.body) !== undefined,
  )
  return changes.find(({ exchange }) => valueIn(exchange.request.body) === shown) ?? changes[0]
}
