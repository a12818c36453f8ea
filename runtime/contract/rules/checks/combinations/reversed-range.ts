import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { rangeEnd, ranges } from '../../../lexicon/lexicon.ts'
import type { Call } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { observeItem } from '../../evidence/observe.ts'
import { changeItem, changeOfCreated } from './change.ts'
import { rules } from './rules.ts'

/** The names of two properties that are the ends of one range. */
interface Range {
  readonly begin: string
  readonly end: string
  /** Values that both ends allow, in ascending order. */
  readonly values: readonly [unknown, unknown, unknown]
}

/** Values that are far enough apart for any time zone, on working days and at usual hours. */
const DAYS = ['2031-03-04', '2031-03-06', '2031-03-11'] as const

/**
 * Checks that a change cannot move the end of a range before its beginning if a create rejects such a range.
 */
export async function checkReversedRange(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const range = rangeInBody(operation, context.document)
  const change = changeOfCreated(operation, context.document)
  if (range === undefined || change === undefined || !context.asks(rules.range)) return nothingCompared()
  const { begin, end } = range
  const { requests, bindings } = context.pool
  const create = async (isKnown: boolean, values: object): Promise<Call> => {
    const binding = await bindings.find(operation, 'read')
    // A known body can have names that must be unique, and a new one values that the server rejects.
    const plan = isKnown ? requests.best(operation, binding) : requests.plan(operation, binding, 'full')
    const sending = requestWithBody(plan, { ...Object(plan.body?.value), ...values })
    return context.attempt(operation, { expecting: 'either', at: { binding }, sending })
  }
  const [before, from, to] = range.values
  const valid = { [begin]: from, [end]: to }
  const known = (await create(true, valid)).created
  const item = known ?? (await create(false, valid)).created
  if (item === undefined) return nothingCompared()
  const isKnown = known !== undefined
  const reversed = { [begin]: from, [end]: before }
  if (!isRefusal((await create(isKnown, reversed)).answer)) return []
  const answer = await changeItem(context, { change, item, all: reversed, names: [end] })
  if (!isSuccess(answer)) return []
  const { answer: seen, value } = await observeItem(context, item)
  const isShown = isObject(value) && [begin, end].every((name) => isKeptValue(reversed[name], value[name]))
  if (!isShown || (await create(isKnown, valid)).created === undefined) return []
  return [
    context.finding({
      ...{ operation: change, answer, beside: [seen], breaks: rules.range, expecting: 'refusal' },
      clause: pointerBelow(change.pointer, 'responses'),
      fact: {
        ...{ kind: 'combination taken', operation: operation.operationId },
        values: shownFieldText(reversed),
      },
    }),
  ]
}

/** The first range whose ends both a create and a change can set. */
export function rangeInBody(operation: OperationDescriptor, document: DocumentDescriptor): Range | undefined {
  const change = changeOfCreated(operation, document)
  const { properties } = schemaIn(document, jsonBody(operation)?.schema)
  const changed = schemaIn(document, change && jsonBody(change)?.schema).properties
  const ends = [...properties].filter(([name]) => changed.has(name))
  for (const [begin, first] of ends)
    for (const [end, second] of ends) {
      const values = areEnds(begin, end) ? ascending(first) : undefined
      if (values?.every((value) => second.allows(value))) return { begin, end, values }
    }
  return undefined
}

/** Three values that a schema allows, in ascending order; `undefined` if its values have no known order. */
function ascending(schema: Schema): Range['values'] | undefined {
  const { format, minimum = 0 } = schema.keywords
  const values: Range['values'] =
    format === 'date-time'
      ? [`${DAYS[0]}T10:00:00Z`, `${DAYS[1]}T10:00:00Z`, `${DAYS[2]}T10:00:00Z`]
      : format === 'date'
        ? DAYS
        : [minimum, minimum + 1, minimum + 2]
  const isOrdered = format === 'date' || format === 'date-time' || schema.values.mayBeNumbers
  return isOrdered && values.every((value) => schema.allows(value)) ? values : undefined
}

/** True for the names of the beginning and the end of the same range: "starts_at" and "ends_at". */
function areEnds(begin: string, end: string): boolean {
  const [one, other] = [rangeEnd(begin), rangeEnd(end)]
  const isOfOne = one?.end === 'least' && other?.end === 'greatest' && one.of === other.of
  return isOfOne || (ranges.beginnings.has(begin) && ranges.endings.has(end))
}
