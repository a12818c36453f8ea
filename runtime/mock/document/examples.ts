import type { DocumentDescriptor, OperationDescriptor, ResponseDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'

/** Examples of whole responses in a document, by their names; one without a name is "default". */
export type NamedExamples = Readonly<Record<string, unknown>>

/** By operationId, key of `responses`, and key of its `content`. */
export type ResponseExamples = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, NamedExamples>>>>>
>

/**
 * Examples of schemas of answers, by the JSON Pointer of the schema in the descriptor of the document. Those
 * of a response that several operations share stand at its first place.
 */
export type SchemaExamples = Readonly<Record<string, readonly unknown[]>>

/** A part of a request that a document shows. */
export interface ShownPart {
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'body'
  /** Name of the parameter; absent for the body. */
  readonly name?: string
  readonly value: unknown
}

/**
 * Requests that a document shows under the name of an example of their answer, by operationId and that name.
 */
export type RequestExamples = Readonly<Record<string, Readonly<Record<string, readonly ShownPart[]>>>>

/** The examples of one media type of one answer. */
export function examplesOf(
  examples: ResponseExamples,
  { operationId }: OperationDescriptor,
  { key = '', media }: { readonly key?: string | undefined; readonly media: string },
): NamedExamples {
  return own(own(own(examples, operationId), key), media)
}

function own<Value extends object>(value: Readonly<Record<string, Value>>, name: string): Value {
  return (Object.hasOwn(value, name) ? value[name] : undefined) ?? ({} as Value)
}

/** The document with the examples that its generated descriptor leaves out. */
export function withSchemaExamples(
  document: DocumentDescriptor,
  examples: SchemaExamples,
): DocumentDescriptor {
  const entries = Object.entries(examples)
  if (entries.length === 0) return document
  // Responses and definitions are shared, so that each is copied once.
  const copies = new Map<object, object>()
  for (const [pointer, shown] of entries) {
    const path = stepsOf(pointer)
    const [original, rest] = sharedAt(document, path)
    if (original !== undefined) copies.set(original, put(copies.get(original) ?? original, rest, shown))
  }
  const copyOf = <Value>(value: Value): Value => (copies.get(Object(value)) ?? value) as Value
  return {
    ...document,
    operations: document.operations.map((operation) => ({
      ...operation,
      responses: mapped<ResponseDescriptor>(operation.responses, copyOf),
    })),
    definitions: mapped(document.definitions, copyOf),
  }
}

/** The response or definition that a path of the descriptor leads into, and the rest of the path. */
function sharedAt(
  { operations, definitions }: DocumentDescriptor,
  [holder, name = '', member = '', status = '', ...rest]: readonly string[],
): readonly [object | undefined, readonly string[]] {
  if (holder === 'operations' && member === 'responses')
    return [operations[Number(name)]?.responses[status], rest]
  const definition = holder === 'definitions' ? definitions[name] : undefined
  return [
    isObject(definition) ? definition : undefined,
    [member, status, ...rest].filter((step) => step !== ''),
  ]
}

/** A value with the examples of the schema at a path. A place that is not there changes nothing. */
function put<Value>(value: Value, [step, ...rest]: readonly string[], examples: readonly unknown[]): Value {
  if (step === undefined) return (isObject(value) ? { ...value, examples } : value) as Value
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === step ? put(inner, rest, examples) : inner)) as Value
  if (!isObject(value) || !Object.hasOwn(value, step)) return value
  return { ...value, [step]: put(value[step], rest, examples) }
}

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
