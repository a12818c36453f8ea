import type { ParameterDescriptor } from '@concordat/runtime/http'
import { boundPathTexts } from '../../data/document/path-binding.ts'
import { answerJsonOfText } from '../../data/exchange/json-text.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'

/**
 * Returns all values that a server may read from a parameter in a plan; `undefined` if the parameter is not
 * sent.
 */
export function parameterReadings(
  plan: RequestPlan,
  parameter: ParameterDescriptor,
): readonly unknown[] | undefined {
  const { name, in: location } = parameter
  if (location === 'query' && plan.link !== undefined) {
    const texts = new URL(plan.link, 'http://localhost').searchParams.getAll(name)
    if (texts.length === 0) return undefined
    return texts.length === 1 ? texts.flatMap((text) => readText(text, parameter)) : [texts]
  }
  const sent = { ...plan, path: boundPathTexts(plan.path), query: { ...plan.query, ...plan.queryTexts } }
  const values: Readonly<Record<string, unknown>> | undefined = sent[location]
  const value = values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) return undefined
  return typeof value === 'string' ? readText(value, parameter) : [value]
}

/**
 * Returns the values that a string can represent. A number comes before the unparsed string, because a server
 * that expects a number reads "12" as one.
 */
function readText(text: string, { mediaType }: ParameterDescriptor): unknown[] {
  if (mediaType !== undefined) {
    const value = answerJsonOfText(text)
    return [value === undefined ? text : value]
  }
  const scalar: unknown[] = []
  if (text !== '' && Number.isFinite(Number(text))) scalar.push(Number(text))
  if (text === 'true' || text === 'false') scalar.push(text === 'true')
  const items = text.split(',')
  const list = items.every((item) => item !== '' && Number.isFinite(Number(item))) ? [items.map(Number)] : []
  return [...scalar, text, ...list, items]
}
