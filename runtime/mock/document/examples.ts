import type { DocumentDescriptor, OperationDescriptor, ResponseDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'

/** A document's examples of whole responses, by name; an example without a name is called "default". */
export type NamedExamples = Readonly<Record<string, unknown>>

/** Examples of responses, keyed by operationId, key in `responses`, and key in `content`. */
export type ResponseExamples = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, NamedExamples>>>>>
>

/**
 * Examples in the schemas of responses, by the JSON Pointer of each schema in the document's descriptor. For
 * a response that several operations share, the first location is used.
 */
export type SchemaExamples = Readonly<Record<string, readonly unknown[]>>

/** A part of a request as it appears in the document's examples. */
export interface ShownPart {
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie' | 'body'
  /** The name of the parameter; absent for the body. */
  readonly name?: string
  readonly value: unknown
}

/**
 * The document's example requests that have the same name as an example of a response, by operationId and
 * that name.
 */
export type RequestExamples = Readonly<Record<string, Readonly<Record<string, readonly ShownPart[]>>>>

/** Returns the examples for one media type of a response. */
export function documentedExamples(
  examples: ResponseExamples,
  { operationId }: OperationDescriptor,
  { key = '', media }: { readonly key?: string | undefined; readonly media: string },
): NamedExamples {
  return own(own(own(examples, operationId), key), media)
}

function own<Value extends object>(value: Readonly<Record<string, Value>>, name: string): Value {
  return (Object.hasOwn(value, name) ? value[name] : undefined) ?? ({} as Value)
}

/** Adds to the document the examples that its generated descriptor omits. */
export function withSchemaExamples(
  document: DocumentDescriptor,
  examples: SchemaExamples,
): DocumentDescriptor {
  const entries = Object.entries(examples)
  if (entries.length === 0) return document
  // Responses and definitions are shared, so each is copied only once.
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

/** Returns the response or definition at the start of a path in the descriptor, and the rest of the path. */
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

/** Adds examples to the schema at a path. Nothing changes if the path does not exist. */
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
