import type { OperationDescriptor } from '../../../http/operation.ts'
import type { Answer } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import { below } from '../../clause.ts'
import type { Finding } from '../../finding.ts'
import { isObject, requiredOf } from '../../fixtures/shape.ts'
import { isKept } from '../../same.ts'
import { jsonBody, show } from '../lifecycle/fields.ts'

/**
 * Members that changed although the operation's effect does not name them. Only what a client must give to create the item
 * is held against it: the rest (a time of the last change, a default) may well follow from the effect.
 */
export function changedBeside(
  context: CheckContext,
  operation: OperationDescriptor,
  { before, after, answer, sent }: { before: unknown; after: unknown; answer: Answer; sent: unknown },
): Finding[] {
  const resource = context.fixtures.resource(operation.resource?.name)
  const create = context.fixtures.creator(resource)
  const body = create === undefined ? undefined : jsonBody(create)
  if (body === undefined || !isObject(before) || !isObject(after)) return []
  const mayChange = new Set([
    ...Object.keys(operation.effect?.set ?? {}),
    ...(isObject(sent) ? Object.keys(sent) : []),
  ])
  return [...requiredOf(body.schema, context.document.definitions)]
    .filter((name) => !mayChange.has(name) && Object.hasOwn(before, name))
    .filter((name) => !(isKept(before[name], after[name]) && isKept(after[name], before[name])))
    .map((name) =>
      context.finding({
        operation,
        answer,
        clause: below(operation.pointer, 'x-effect'),
        basis: 'derived',
        expected: `"${name}" to stay ${show(before[name])}, as the effect does not name it`,
        received: show(after[name]),
      }),
    )
}
