import type { BreakdownTexts } from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Breakdown } from '../queries.ts'
import { analysisRefusals } from '../refusals.ts'

/**
 * A breakdown in its parameters' form: each a text or a scalar for one, a list of these, or
 * a text that is a list in JSON.
 */
export interface BreakdownParameters {
  readonly breakdown: BreakdownTexts | undefined
  readonly type: Breakdown['type'] | undefined
  /** The requested part; without it, only cohorts are one by themselves. */
  readonly value: BreakdownTexts | undefined
  /** Name of the parameter `value`. */
  readonly valueName: string
}

/**
 * Reads the requested part of a breakdown.
 * @throws Refusal for a part without a breakdown, or if the number of values differs from that of properties.
 */
export function readBreakdown({
  breakdown,
  type = 'event',
  value,
  valueName,
}: BreakdownParameters): Breakdown | undefined {
  const keys = breakdown === undefined ? [] : readTexts(breakdown, 'breakdown')
  if (type === 'cohort') {
    const cohorts = value === undefined ? keys : readTexts(value, valueName)
    return cohorts.length === 0 ? undefined : { type, parts: [{ key: 'id', value: cohorts }] }
  }
  if (value === undefined) return undefined
  if (keys.length === 0) throw new Refusal(analysisRefusals.breakdownMissing, 'breakdown')
  // If there is a single property, a value that looks like a list may be its text.
  const values = keys.length === 1 && typeof value === 'string' ? [value] : readTexts(value, valueName)
  if (values.length !== keys.length) throw new Refusal(analysisRefusals.breakdownLength, valueName)
  return { type, parts: keys.map((key, index) => ({ key, value: values[index] ?? '' })) }
}

/** More properties than these make no part that anybody asks for. */
const mostKeys = 30

/** One text or several. @throws Refusal for what begins as a list in JSON and is not one of texts. */
export function readTexts(given: BreakdownTexts, parameter: string): readonly string[] {
  const texts = typeof given === 'string' && given.startsWith('[') ? parse(given) : [given].flat().map(String)
  if (texts === undefined || texts.length > mostKeys)
    throw new Refusal(analysisRefusals.breakdownSyntax, parameter)
  return texts
}

function parse(text: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    const isUsable =
      Array.isArray(list) && list.every((one) => ['string', 'number', 'boolean'].includes(typeof one))
    return isUsable ? list.map(String) : undefined
  } catch {
    return undefined
  }
}
