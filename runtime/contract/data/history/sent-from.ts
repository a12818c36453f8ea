import type { SentRequest } from '../exchange/exchange.ts'
import { secretVariablesIn } from '../exchange/variables.ts'
import type { HistoryStep } from './history.ts'
import type { Provenance } from './provenance.ts'
import type { SourcedValue } from './sent-values.ts'

/** Source of a value in a finding's request. */
export interface SentFrom {
  readonly location: SourcedValue['location']
  /** Name of the parameter or body property; empty for the whole body and for a link. */
  readonly name: string
  /**
   * The value as it appears in the request's record; absent for the whole body, and if the record hides it.
   */
  readonly value?: string
  readonly from: 'answer' | 'document' | 'made' | 'configured' | 'rule'
  /**
   * The number, starting from 1, of the finding's exchange whose response is the source; absent for other
   * sources, and if that exchange is no longer known.
   */
  readonly step?: number
  /** JSON Pointer in the response body, without "#". */
  readonly pointer?: string
  /** The response header that contains the value, in lower case. */
  readonly header?: string
}

/**
 * The sources of a request's values. A response that is a source is identified by its position in
 * `provenance`, if it is still known.
 */
export function sentFrom({ exchange, sent }: HistoryStep, provenance: Provenance): readonly SentFrom[] {
  const record = decoded(exchange.request)
  const values = sent.map((value): SentFrom => {
    const { location, name, text, from } = value
    const isShown = text !== '' && record.includes(text)
    const slot = { location, name, ...(isShown && { value: text }) }
    return typeof from === 'string'
      ? { ...slot, from }
      : { ...slot, from: 'answer', ...placeOf(value, provenance) }
  })
  return [...values, ...credentialsOf(exchange.request)]
}

function placeOf(
  value: SourcedValue,
  { passed, steps }: Provenance,
): Pick<SentFrom, 'step' | 'pointer' | 'header'> {
  const found = passed.find((one) => one.value === value)
  if (found === undefined) return {}
  const { by, pointer, header } = found
  const place = header !== undefined ? { header } : pointer !== undefined ? { pointer } : {}
  return { step: steps.indexOf(by) + 1, ...place }
}

/**
 * The credentials in a request's record, which contains variables in their place. They come from the
 * configuration.
 */
function credentialsOf({ headers, url }: SentRequest): readonly SentFrom[] {
  const queries = [...url.matchAll(/[?&]([^=&#]+)=([^&#]*)/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const all = [
    ...Object.entries(headers).map(([name, text]) => ({ location: 'header', name, text }) as const),
    ...queries.map(([name, text]) => ({ location: 'query', name, text }) as const),
  ]
  return all.flatMap(({ text, ...slot }) =>
    secretVariablesIn(text)
      .slice(0, 1)
      .map((variable): SentFrom => ({ ...slot, value: `$${variable}`, from: 'configured' })),
  )
}

function decoded({ url, headers, body = '' }: SentRequest): string {
  return [plain(url), ...Object.values(headers), body].join('\n')
}

function plain(url: string): string {
  try {
    return `${url} ${decodeURIComponent(url.replaceAll('+', ' '))}`
  } catch {
    return url
  }
}
