import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { CheckContext } from '../check.ts'
import type { NegativeCase } from './case.ts'
import { numberFaults, textFaults } from './value-faults.ts'

/**
 * True if there can be a case for the parameter: a string that is invalid no matter how a server interprets
 * it or, if the parameter is required, its absence.
 */
export function canHaveWrongText({
  in: location,
  required,
  schema,
  mediaType,
}: ParameterDescriptor): boolean {
  if (location !== 'query' && location !== 'header') return false
  return (
    required === true ||
    mediaType !== undefined ||
    (typeof schema === 'object' && Object.keys(schema).length > 0)
  )
}

/**
 * Generates query and header values that the document excludes no matter how a server interprets the string.
 * "12" could be a number, "" could be an absent value, and "x" could be a list with one item, so these are
 * not used.
 */
export function* parameterCases(
  context: CheckContext,
  operation: OperationDescriptor,
  plan: RequestPlan,
): Generator<NegativeCase> {
  for (const [index, parameter] of (operation.parameters ?? []).entries()) {
    if (!canHaveWrongText(parameter) || context.pool.permission.withholds(operation, parameter)) continue
    const clause = pointerBelow(operation.pointer, 'parameters', String(index))
    const inBase = (base: OperationDescriptor): ParameterDescriptor | undefined =>
      base.parameters?.find(({ name, in: location }) => name === parameter.name && location === parameter.in)
    const place = parameter.in === 'query' ? 'query parameter' : 'header'
    if (parameter.required)
      yield {
        what: `a request without the required ${place} "${parameter.name}"`,
        clause,
        kind: 'required parameter',
        member: `${place} ${parameter.name}`,
        plan: withWrongText(plan, parameter, undefined),
        isExcludedBy: (base) => inBase(base)?.required === true,
      }
    for (const { keyword, text, value, mayBeTaken } of textsFor(context, parameter)) {
      yield {
        what: `the value ${JSON.stringify(text)} of the ${place} "${parameter.name}", which violates "${keyword}"`,
        clause,
        kind: `parameter ${keyword}`,
        member: `${place} ${parameter.name}`,
        plan: withWrongText(plan, parameter, text),
        mayBeTaken,
        isExcludedBy: (base) => {
          const { schema, mediaType } = inBase(base) ?? {}
          if (keyword === 'syntax') return mediaType !== undefined
          return schema !== undefined && context.baseValidator(schema)(value).length > 0
        },
      }
    }
  }
}

/** A wrong string, with the keyword that it breaks and the value that a server would read. */
interface WrongText extends Required<Pick<NegativeCase, 'mayBeTaken'>> {
  readonly keyword: string
  readonly text: string
  readonly value: unknown
}

function* textsFor(
  context: CheckContext,
  { schema, mediaType, style }: ParameterDescriptor,
): Generator<WrongText> {
  if (mediaType !== undefined) {
    yield { keyword: 'syntax', text: '{"a":', value: undefined, mayBeTaken: false }
    return
  }
  if (schema === undefined || style === 'deepObject') return
  const own = schemaIn(context.document, schema)
  for (const [keyword, value] of valuesFor(own.member)) {
    const read = own.member === own ? value : [value]
    const mayBeTaken = context.validator(schema)(read).length === 0
    if (mayBeTaken && own.allows(read)) continue
    yield { keyword, text: String(value), value: read, mayBeTaken }
  }
}

function* valuesFor(schema: Schema): Generator<[keyword: string, value: string | number]> {
  const { keywords, types, values } = schema
  if (types.includes('object') || types.includes('array')) return
  if (values.listed !== undefined) yield ['enum', 'not-one-of-these']
  else if (values.mayBeNumbers || types.includes('boolean')) yield ['type', `not-a-${types[0]}`]
  else
    yield* [...textFaults(keywords, 'concordat')].filter(
      ([keyword, text]) => keyword !== 'minLength' && text !== '',
    )
  if (types.includes('integer') && !types.includes('number')) yield ['type', 1.5]
  if (values.mayBeNumbers) yield* numberFaults(keywords, 0)
}

/** Puts a string into the request literally; `undefined` omits the parameter. */
export function withWrongText(
  plan: RequestPlan,
  { name, in: location }: ParameterDescriptor,
  text: string | undefined,
): RequestPlan {
  const isQuery = location === 'query'
  const { [name]: _, ...others } = (isQuery ? plan.query : plan.header) ?? {}
  if (!isQuery) return { ...plan, header: text === undefined ? others : { ...others, [name]: text } }
  return { ...plan, query: others, ...(text !== undefined && { queryTexts: { [name]: text } }) }
}
