import type { OperationDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Model, Operation } from '../../model/model.ts'
import type { OperationContext } from './context.ts'
import { compareContent } from './media-types.ts'

/**
 * Compares the requests that the service sends to other servers. Receivers read them in the same way as
 * callers read responses.
 */
export function compareWebhooks(context: OperationContext): void {
  const { models, scope } = context
  const [before, after] = [webhooksOf(models.old), webhooksOf(models.new)]
  for (const [name, was] of before) {
    const is = after.get(name)
    const label = `webhook ${was.webhook}`
    if (is === undefined) scope.add({ kind: 'webhook-removed', label, old: was.descriptor.pointer })
    else comparePayload(was.descriptor, is.descriptor, { ...context, label })
  }
  for (const [name, is] of after)
    if (!before.has(name))
      scope.add({ kind: 'webhook-added', label: `webhook ${is.webhook}`, new: is.descriptor.pointer })
}

function comparePayload(
  old: OperationDescriptor,
  now: OperationDescriptor,
  context: OperationContext & { readonly label: string },
): void {
  const [before, after] = [old.requestBody, now.requestBody]
  const places = { label: context.label, old: old.pointer, new: now.pointer }
  if (before === undefined || after === undefined) {
    if (before !== undefined) context.scope.add({ kind: 'webhook-body-removed', ...places })
    if (after !== undefined) context.scope.add({ kind: 'webhook-body-added', ...places })
    return
  }
  compareContent(
    {
      old: { content: before.content, pointer: before.pointer ?? pointerBelow(old.pointer, 'requestBody') },
      new: { content: after.content, pointer: after.pointer ?? pointerBelow(now.pointer, 'requestBody') },
    },
    { direction: 'response', label: `body of ${context.label}` },
    context,
  )
}

function webhooksOf({ webhooks }: Model): ReadonlyMap<string, Operation> {
  return new Map((webhooks?.operations ?? []).map((operation) => [operation.name, operation]))
}
