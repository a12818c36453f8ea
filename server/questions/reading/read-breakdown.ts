import type { BreakdownTexts } from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import type { Breakdown } from '../queries.ts'
import { analysisRefusals } from '../refusals.ts'

/**
 * A breakdown in parameters. Each parameter is a string or scalar for one value, a list, or a string that
 * contains a JSON list.
 */
export interface BreakdownParameters {
  readonly breakdown: BreakdownTexts | undefined
  readonly type: Breakdown['type'] | undefined
  /** The requested part. Without it, only cohorts can form a part. */
  readonly value: BreakdownTexts | undefined
  /** The name of the parameter that contains `value`. */
  readonly valueName: string
}

/**
 * Parses the requested part of a breakdown.
 * @throws Refusal for a part without a breakdown, or if the number of values differs from the number of
 * properties.
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
  // For a single property, a string that looks like a list can be its value.
  const values =
    keys.length === 1 && typeof value === 'string' ? [value] : readBreakdownTexts(value, valueName)
  if (values.length !== keys.length) throw new Refusal(analysisRefusals.breakdownLength, valueName)
  return { type, parts: keys.map((key, index) => ({ key, value: values[index] ?? '' })) }
}

/** Maximum number of properties, higher than in any reasonable breakdown. */
const mostKeys = 30

/**
 * Reads one string or several.
 * @throws Refusal for a string that begins like a JSON list but is not a list of scalars, or if there are too
 * many strings.
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
