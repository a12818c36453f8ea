import { documentedSuccesses, type OperationDescriptor } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import type { PagingSubject, PagingVerdict } from './subject.ts'

/**
 * Paging by item ranges: `Range` in the request and `Content-Range` in the response. @see RFC 9110, section
 * 14
 */
export function pagingByRange({ operation, end, readers }: PagingSubject): PagingVerdict | undefined {
  const parameter = operation.parameters?.find(
    ({ in: location, name }) => location === 'header' && name.toLowerCase() === 'range',
  )
  if (parameter === undefined || !documentsPagingByRange(operation)) return undefined
  const unit = unitOf(readers.facts.parts(parameter.schema))
  if (unit === undefined)
    return { doubt: `"${parameter.name}" has no example that shows its unit, such as "items=0-9"` }
  // Byte ranges of a file are not item ranges.
  if (unit === 'bytes') return undefined
  return { next: { from: 'range', unit }, sent: { in: 'header', path: [parameter.name] }, ...end }
}

/** True if a success response declares a `Content-Range` header. */
export function documentsPagingByRange(operation: OperationDescriptor): boolean {
  const names = documentedSuccesses(operation).flatMap((key) =>
    Object.keys(operation.responses[key]?.headers ?? {}),
  )
  return names.some((name) => name.toLowerCase() === 'content-range')
}

/**
 * Returns the range unit that a schema contains, such as `items=0-9` in an example or `^items=` in a pattern.
 */
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
