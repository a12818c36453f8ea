import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { rules } from './rules.ts'

/**
 * Reports properties that changed although the operation does not set them. Only properties that clients
 * write are checked, because other properties, such as the time of the last change, can follow from the
 * effect.
 */
export function changedBesideTransition(
  context: CheckContext,
  operation: OperationDescriptor,
  { before, after, answer, sent }: { before: unknown; after: unknown; answer: Answer; sent: unknown },
): Verdict {
  const resource = resourceByName(context.document, operation.resource?.name)
  if (resource === undefined || !isObject(before) || !isObject(after)) return nothingCompared()
  const set = operation.effect?.set ?? {}
  const isExplained = (name: string): boolean =>
    Object.hasOwn(set, name) ||
    (isObject(sent) && Object.hasOwn(sent, name) && isKeptValue(sent[name], after[name]))
  const others = ownedByClients(context, resource).filter(
    (name) => !isExplained(name) && Object.hasOwn(before, name),
  )
  if (others.length === 0) return nothingCompared()
  return others
    .filter((name) => !isSameToClients(before[name], after[name], answer))
    .map((name) =>
      context.finding({
        operation,
        answer,
        clause: pointerBelow(operation.pointer, 'x-effect'),
        breaks: rules['other-members'],
        fact: {
          ...{ kind: 'effect on others', member: name },
          ...{ before: shownFieldText(before[name]), received: shownFieldText(after[name]) },
        },
      }),
    )
}
