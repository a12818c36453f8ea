import type { OperationDescriptor, RequestBodyDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Pair } from '../schemas/difference.ts'
import type { OperationContext } from './context.ts'
import { compareContent } from './media-types.ts'

const LABEL = 'request body'

export function compareRequestBodies(
  { old, new: now }: Pair<OperationDescriptor>,
  context: OperationContext,
): void {
  const [before, after] = [old.requestBody, now.requestBody]
  const places = {
    ...(before !== undefined && { old: placeOf(old, before) }),
    ...(after !== undefined && { new: placeOf(now, after) }),
  }
  const tell = (kind: Parameters<typeof context.scope.add>[0]['kind']) =>
    context.scope.add({ kind, label: LABEL, ...places })
  if (before === undefined || after === undefined) {
    if (before !== undefined) tell('request-body-removed')
    if (after !== undefined)
      tell(after.required === true ? 'request-body-added-required' : 'request-body-added-optional')
    return
  }
  if (before.required !== after.required)
    tell(after.required === true ? 'request-body-became-required' : 'request-body-became-optional')
  compareContent(
    {
      old: { content: before.content, pointer: placeOf(old, before) },
      new: { content: after.content, pointer: placeOf(now, after) },
    },
    { direction: 'request', label: LABEL },
    context,
  )
}

function placeOf({ pointer }: OperationDescriptor, body: RequestBodyDescriptor): string {
  return body.pointer ?? pointerBelow(pointer, 'requestBody')
}
