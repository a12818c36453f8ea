import type { Exchange } from '../data/exchange/exchange.ts'
import type { SentFrom } from '../data/history/sent-from.ts'

/** The source of one value in a request, with a readable description. */
export interface WhySent extends SentFrom {
  /** "response 3 (POST /pets), /id" */
  readonly why: string
}

interface Sending {
  /** The requests that led to the finding. */
  readonly steps: readonly Exchange[]
  readonly rule: string
  readonly seed: string
}

/** Describes the sources of a request's values in words. */
export function whySent(sent: readonly SentFrom[], sending: Sending): readonly WhySent[] {
  return sent.map((value) => ({ ...value, why: whyOf(value, sending) }))
}

function whyOf({ from, step, pointer, header }: SentFrom, { steps, rule, seed }: Sending): string {
  const words: Readonly<Record<Exclude<SentFrom['from'], 'answer'>, string>> = {
    document: 'from the document',
    made: `generated with seed ${seed}`,
    configured: 'from the configuration',
    rule: `chosen by the rule ${rule}`,
  }
  if (from !== 'answer') return words[from]
  const request = step === undefined ? undefined : steps[step - 1]?.request
  if (request === undefined) return 'an earlier response'
  const place = header ?? pointer
  const { method, url } = request
  return `response ${step} (${method} ${pathOf(url)})${place === undefined ? '' : `, ${place}`}`
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}

/** A value's location, such as "path petId" or "body"; "link" for a link from a response. */
export function whySentSlotName({ location, name }: SentFrom): string {
  return name === '' ? location : `${location} ${name}`
}
