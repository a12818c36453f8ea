import type { BreakdownTexts } from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Breakdown } from '../queries.ts'
import { analysisRefusals } from '../refusals.ts'

/** A breakdown in parameters: each is a text or scalar for one, a list, or a text with a JSON list. */
export interface BreakdownParameters {
  readonly breakdown: BreakdownTexts | undefined
  readonly type: Breakdown['type'] | undefined
  /** The requested part; without it, only cohorts form one. */
  readonly value: BreakdownTexts | undefined
  /** Name of the `value` parameter. */
  readonly valueName: string
}

/**
 * Parses the requested part of a breakdown.
 * @throws Refusal for a part without a breakdown, or if there are not as many values as properties.
 */
export function readBreakdown({
  breakdown,
  type = 'event',
  value,
  valueName,
}: BreakdownParameters): Breakdown | undefined {
  const keys = breakdown === undefined ? [] : readBreakdownTexts(breakdown, 'breakdown')
  if (type === 'cohort') {
    const cohorts = value === undefined ? keys : readBreakdownTexts(value, valueName)
    return cohorts.length === 0 ? undefined : { type, parts: [{ key: 'id', value: cohorts }] }
  }
  if (value === undefined) return undefined
  if (keys.length === 0) throw new Refusal(analysisRefusals.breakdownMissing, 'breakdown')
  // For a single property, a text that looks like a list may be its value.
  const values =
    keys.length === 1 && typeof value === 'string' ? [value] : readBreakdownTexts(value, valueName)
  if (values.length !== keys.length) throw new Refusal(analysisRefusals.breakdownLength, valueName)
  return { type, parts: keys.map((key, index) => ({ key, value: values[index] ?? '' })) }
}

/** Maximum number of properties, beyond any reasonable breakdown. */
const mostKeys = 30

/**
 * One text or several. @throws Refusal for a text that begins like a JSON list but is not a list of texts.
 */
export function readBreakdownTexts(given: BreakdownTexts, parameter: string): readonly string[] {
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
