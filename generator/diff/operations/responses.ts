import type { OperationDescriptor, ResponseDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { Pair } from '../schemas/difference.ts'
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

function compareHeaders({ old, new: now }: Pair<PlacedResponse>, { schemas, scope }: OperationContext): void {
  const [before, after] = [headersOf(old), headersOf(now)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name), after.get(name)]
    const label = `header ${is?.name ?? was?.name} of ${labelOf(now.status)}`
    if (is === undefined)
      scope.add({ kind: 'response-header-removed', label, old: was?.pointer ?? old.pointer })
    else if (was === undefined)
      scope.add({
        kind:
          is.header.required === true ? 'response-header-added-required' : 'response-header-added-optional',
        label,
        new: is.pointer,
      })
    else {
      if (was.header.required !== is.header.required)
        scope.add({
          kind:
            is.header.required === true
              ? 'response-header-became-required'
              : 'response-header-became-optional',
          label,
          old: was.pointer,
          new: is.pointer,
        })
      schemas.compare(
        {
          old: { schema: was.header.schema ?? true, pointer: below(was.pointer, 'schema'), label },
          new: { schema: is.header.schema ?? true, pointer: below(is.pointer, 'schema'), label },
        },
        'response',
        scope,
      )
    }
  }
}

/** By the name in lower case. */
function headersOf({ response: { headers = {} }, pointer }: PlacedResponse) {
  return new Map(
    Object.entries(headers).map(([name, header]) => [
      name.toLowerCase(),
      { name, header, pointer: header.pointer ?? below(pointer, 'headers', name) },
    ]),
  )
}

function responseOf({ responses, pointer }: OperationDescriptor, status: string): PlacedResponse | undefined {
  const response = Object.hasOwn(responses, status) ? responses[status] : undefined
  return response && { status, response, pointer: response.pointer ?? below(pointer, 'responses', status) }
}

/** What callers of the old document take a new success for: a range, or the default, that it falls in. */
function successAround(
  status: string,
  { old, new: now }: Pair<OperationDescriptor>,
): PlacedResponse | undefined {
  if (!Object.hasOwn(now.responses, status) || !/^2\d\d$/.test(status)) return undefined
  return responseOf(old, '2XX') ?? (isSuccessOf('default', old) ? responseOf(old, 'default') : undefined)
}

/** `default` stands for the success where nothing else does; a redirect is one. */
function isSuccessOf(status: string, { responses }: OperationDescriptor): boolean {
  if (status !== 'default') return status.startsWith('2')
  return !Object.keys(responses).some((other) => /^[23]/.test(other))
}

function labelOf(status: string): string {
  return status === 'default' ? 'the default response' : `response ${status}`
}
