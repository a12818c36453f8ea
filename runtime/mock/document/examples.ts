import type { OperationDescriptor } from '@concordat/runtime/http'

/** Whole answers that a document shows, by the name of the example; one without a name is called "default". */
export type NamedExamples = Readonly<Record<string, unknown>>

/** By operationId, key of `responses`, and key of its `content`. */
export type ResponseExamples = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, NamedExamples>>>>>
>

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
