import { documentedSuccesses, type OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { Subject, Verdict } from './subject.ts'

/**
 * Ranges of items: the header `Range` of the request, and `Content-Range` of an
 * answer. @see RFC 9110, section 14
 */
export function byRange({ operation, end, readers }: Subject): Verdict | undefined {
  const parameter = operation.parameters?.find(
    ({ in: location, name }) => location === 'header' && name.toLowerCase() === 'range',
  )
  if (parameter === undefined || !answersRanges(operation)) return undefined
  const unit = unitOf(readers.facts.parts(parameter.schema))
  if (unit === undefined)
    return { doubt: `"${parameter.name}" does not show in which unit it is ("example: items=0-9")` }
  // Bytes of a file are no items.
  if (unit === 'bytes') return undefined
  return { next: { from: 'range', unit }, sent: { in: 'header', path: [parameter.name] }, ...end }
}

/** True if a success declares its range. */
export function answersRanges(operation: OperationDescriptor): boolean {
  const names = documentedSuccesses(operation).flatMap((key) =>
    Object.keys(operation.responses[key]?.headers ?? {}),
  )
  return names.some((name) => name.toLowerCase() === 'content-range')
}

/** The unit of a range as a schema shows it: `items=0-9` of an example, `^items=` of a pattern. */
function unitOf(parts: readonly JsonSchemaObject[]): string | undefined {
  const shown = parts.flatMap(({ pattern, example, examples, default: initial, description }) => [
    ...[pattern, example, initial, description].flat(),
    ...[examples ?? []].flat(),
  ])
  for (const text of shown) {
    const [, unit] =
      /(?:^|[^\w-])([a-z][\w-]*)=(?:\d|\\d|\[0-9|\()/.exec(typeof text === 'string' ? text : '') ?? []
    if (unit !== undefined) return unit
  }
  return undefined
}

type JsonSchemaObject = Exclude<JsonSchema, boolean>
