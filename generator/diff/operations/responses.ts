import { isSuccessKey, type OperationDescriptor, type ResponseDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Pair } from '../schemas/difference.ts'
import { type RenamedItem, renamedInDiff } from '../schemas/renames.ts'
import type { OperationContext } from './context.ts'
import { compareContent } from './media-types.ts'

interface PlacedResponse {
  readonly status: string
  readonly response: ResponseDescriptor
  readonly pointer: string
}

export function compareResponses(
  { old, new: now }: Pair<OperationDescriptor>,
  context: OperationContext,
): void {
  const statuses = new Set([...Object.keys(old.responses), ...Object.keys(now.responses)])
  for (const status of statuses) {
    const [own, after] = [responseOf(old, status), responseOf(now, status)]
    const before = own ?? successAround(status, { old, new: now })
    if (before !== undefined && after !== undefined) compareResponse({ old: before, new: after }, context)
    else if (after !== undefined) {
      const isSuccess = isSuccessOf(status, now)
      context.scope.add({
        kind: isSuccess ? 'success-response-added' : 'failure-response-added',
        label: labelOf(status),
        new: after.pointer,
      })
    } else if (before !== undefined) {
      const isSuccess = isSuccessOf(status, old)
      context.scope.add({
        kind: isSuccess ? 'success-response-removed' : 'failure-response-removed',
        label: labelOf(status),
        old: before.pointer,
      })
    }
  }
}

function compareResponse({ old, new: now }: Pair<PlacedResponse>, context: OperationContext): void {
  const label = labelOf(now.status)
  const places = { old: old.pointer, new: now.pointer }
  compareHeaders({ old, new: now }, context)
  const [before, after] = [old.response.content, now.response.content]
  if (before === undefined || after === undefined) {
    if (before !== undefined) context.scope.add({ kind: 'response-body-removed', label, ...places })
    if (after !== undefined) context.scope.add({ kind: 'response-body-added', label, ...places })
    return
  }
  compareContent(
    { old: { content: before, pointer: old.pointer }, new: { content: after, pointer: now.pointer } },
    { direction: 'response', label: `body of ${label}` },
    context,
  )
}

function compareHeaders(pair: Pair<PlacedResponse>, { schemas, scope }: OperationContext): void {
  const [before, after] = [headersOf(pair.old), headersOf(pair.new)]
  const beside = (one: typeof before, other: typeof before) =>
    [...one].flatMap(([key, header]) => (other.has(key) ? [] : [header]))
  const label = (name: string) => `header ${name} of ${labelOf(pair.new.status)}`
  for (const { old: was, new: is } of renamedInDiff(beside(before, after), beside(after, before))) {
    const places = { old: was.pointer, new: is.pointer }
    scope.add({
      kind: 'response-header-renamed',
      label: label(is.name),
      was: was.name,
      is: is.name,
      ...places,
    })
    before.delete(was.name.toLowerCase())
    after.delete(is.name.toLowerCase())
  }
  for (const [key, was] of before)
    if (!after.has(key))
      scope.add({ kind: 'response-header-removed', label: label(was.name), old: was.pointer })
  for (const [key, is] of after) {
    const was = before.get(key)
    const need = is.header.required === true ? 'required' : 'optional'
    if (was === undefined)
      scope.add({ kind: `response-header-added-${need}`, label: label(is.name), new: is.pointer })
    else {
      const places = { old: was.pointer, new: is.pointer }
      if (was.header.required !== is.header.required)
        scope.add({ kind: `response-header-became-${need}`, label: label(is.name), ...places })
      const schema = ({ header, pointer, name }: PlacedHeader) => ({
        schema: header.schema ?? true,
        pointer: pointerBelow(pointer, 'schema'),
        label: label(name),
      })
      schemas.compare({ old: schema(was), new: schema(is) }, 'response', scope)
    }
  }
}

interface PlacedHeader extends RenamedItem {
  readonly header: NonNullable<ResponseDescriptor['headers']>[string]
  readonly pointer: string
}

/** Headers by lower-case name. */
function headersOf({ response: { headers = {} }, pointer }: PlacedResponse): Map<string, PlacedHeader> {
  return new Map(
    Object.entries(headers).map(([name, header]) => {
      const { pointer: own = pointerBelow(pointer, 'headers', name), ...rest } = header
      return [name.toLowerCase(), { name, header, pointer: own, text: JSON.stringify(rest) }]
    }),
  )
}

function responseOf({ responses, pointer }: OperationDescriptor, status: string): PlacedResponse | undefined {
  const response = Object.hasOwn(responses, status) ? responses[status] : undefined
  return (
    response && { status, response, pointer: response.pointer ?? pointerBelow(pointer, 'responses', status) }
  )
}

/**
 * Returns the documented response that old callers expect for a new success status. It is a range that
 * includes the status, or the default.
 */
function successAround(
  status: string,
  { old, new: now }: Pair<OperationDescriptor>,
): PlacedResponse | undefined {
  if (!Object.hasOwn(now.responses, status) || !/^2\d\d$/.test(status)) return undefined
  return responseOf(old, '2XX') ?? (isSuccessOf('default', old) ? responseOf(old, 'default') : undefined)
}

function isSuccessOf(status: string, { responses }: OperationDescriptor): boolean {
  return isSuccessKey(status, Object.keys(responses))
}

function labelOf(status: string): string {
  return status === 'default' ? 'the default response' : `response ${status}`
}
