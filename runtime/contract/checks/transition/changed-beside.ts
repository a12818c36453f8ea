import type { OperationDescriptor } from '@concordat/runtime/http'
import type { Answer } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import { below } from '../../clause.ts'
import type { Finding } from '../../finding.ts'
import { isObject } from '../../fixtures/shape.ts'
import { isKept, isSame } from '../../same.ts'
import { isStamp, ownedByClients } from '../isolation/client-members.ts'
import { show } from '../lifecycle/fields.ts'

/**
 * Members that changed although the operation's effect does not name them. Only what clients write is held against it: what
 * the server owns may well follow from the effect, and so may a time of the last change.
 */
export function changedBeside(
  context: CheckContext,
  operation: OperationDescriptor,
  { before, after, answer, sent }: { before: unknown; after: unknown; answer: Answer; sent: unknown },
): Finding[] {
  const resource = context.fixtures.resource(operation.resource?.name)
  if (resource === undefined || !isObject(before) || !isObject(after)) return []
  const set = operation.effect?.set ?? {}
  const isExplained = (name: string): boolean =>
    Object.hasOwn(set, name) ||
    (isObject(sent) && Object.hasOwn(sent, name) && isKept(sent[name], after[name]))
  return ownedByClients(context, resource)
    .filter((name) => !isExplained(name) && Object.hasOwn(before, name))
    .filter((name) => !isSame(before[name], after[name]))
    .filter((name) => !isStamp(after[name], answer))
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
