import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { JsonSchema, Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import { jsonBody } from '../../data/document/json-body.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { type Answer, wholeAnswerValue } from '../../data/exchange/answer.ts'
import type { Cause } from '../../data/outcome/cause.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'
import { isTextForNothing, isTimeOfState } from '../../lexicon/lexicon.ts'

/** Maximum depth of a property. */
const DEEPEST = 5

interface Shown {
  readonly operation: OperationDescriptor
  readonly schema: JsonSchema
  readonly answer: Answer
}

/**
 * Returns the first string of a response that stands for a missing value: "None", "undefined". A string that
 * the request contains is the client's own, and one in the schema's examples is documented.
 */
export function shownForNothing(
  document: DocumentDescriptor,
  { schema, answer }: Shown,
): Fact<'text for nothing'> | undefined {
  const sent = answer.exchange.request.body ?? ''
  for (const part of schemaWalk.parts(wholeAnswerValue(answer), schemaIn(document, schema), DEEPEST)) {
    const { value: text, beside, path } = part
    if (typeof text !== 'string' || beside.values.listed !== undefined || path.length === 0) continue
    const { format, example, examples = [] } = beside.keywords
    const mayBeNull = beside.allows(null) && beside.types.length > 0
    const isText = isTextForNothing(text, { mayBeNull, isAddress: format?.startsWith('uri') === true })
    const isDocumented = [example, ...examples].includes(text)
    if (isText && !isDocumented && !sent.includes(text))
      return { kind: 'text for nothing', member: path.join('.'), received: text }
  }
  return undefined
}

/** The same code writes a missing value of one kind, in whatever property it is. */
export function causeOfShown(fact: Fact): { readonly cause?: Cause } {
  return fact.kind === 'text for nothing'
    ? { cause: { kind: 'form', what: 'a text for nothing', of: [fact.received] } }
    : {}
}

/** Returns the first state of a response whose time is null: the status is "paid", but "paid_at" is null. */
export function stateWithoutTime(
  document: DocumentDescriptor,
  { operation, schema, answer }: Shown,
): Fact<'state without time'> | undefined {
  for (const { value: part, beside, path } of schemaWalk.parts(
    wholeAnswerValue(answer),
    schemaIn(document, schema),
    DEEPEST,
  )) {
    if (!isObject(part)) continue
    const times = Object.keys(part).filter(
      (name) => part[name] === null && isOwnTime(document, { operation, name, schema: beside }),
    )
    for (const [name, own] of Object.entries(part)) {
      const state = own === true ? name : beside.property(name).values.listed === undefined ? undefined : own
      const time = typeof state === 'string' ? times.find((each) => isTimeOfState(each, state)) : undefined
      if (time === undefined) continue
      return {
        ...{ kind: 'state without time', member: [...path, time].join('.') },
        ...{ state: name, is: JSON.stringify(own) },
      }
    }
  }
  return undefined
}

interface Named {
  readonly operation: OperationDescriptor
  readonly name: string
  /** The schema of the object that has the property. */
  readonly schema: Schema
}

/** True for a time that the server writes: no request of the resource contains it. */
function isOwnTime(document: DocumentDescriptor, { operation, name, schema }: Named): boolean {
  const { format, readOnly } = schema.property(name).keywords
  if (format !== 'date-time' && format !== 'date') return false
  const isWritten = (other: OperationDescriptor): boolean =>
    other.resource?.name === operation.resource?.name &&
    schemaIn(document, jsonBody(other)?.schema).properties.has(name)
  return readOnly === true || !document.operations.some(isWritten)
}
