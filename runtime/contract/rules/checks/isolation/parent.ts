import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { isAbsence, isSuccess } from '../../../data/exchange/answer.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { plainName } from '../../../lexicon/lexicon.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import {
  isCounterValue,
  isSameToClients,
  ownedByClients,
  setByActions,
} from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { type IsolationBreach, rules } from './rules.ts'

/**
 * Checks that the parent still exists, and keeps the values that clients wrote into it. A property that might
 * summarize the items below the parent is checked only if an action sets it, or if it now has a value that
 * was sent. A property that is named after their collection always summarizes them and is never checked.
 */
export function checkParent(
  context: CheckContext,
  operation: OperationDescriptor,
  { above, plan }: Pick<PerformedWrite, 'above' | 'plan'>,
): Verdict<IsolationBreach> {
  if (above === undefined) return nothingCompared()
  const { answer, value: now } = above.after
  if (isAbsence(answer) && operation.resource?.role !== 'action') {
    const fact = {
      kind: 'parent gone',
      by: above.after.by.operationId,
      operation: operation.operationId,
    } as const
    return [{ answer, breaks: rules.parent, fact }]
  }
  if (!isSuccess(answer)) return nothingCompared()
  const old = above.before
  if (!isObject(now) || !isObject(old)) return nothingCompared()
  const set = setByActions(context, above.resource)
  const sent = isObject(plan.body?.value) ? plan.body.value : {}
  const { collection = '' } = resourceByName(context.document, operation.resource?.name) ?? {}
  const below = plainName(collection.slice(collection.lastIndexOf('/')))
  const compared = ownedByClients(context, above.resource).filter(
    (name) => Object.hasOwn(old, name) && Object.hasOwn(now, name) && plainName(name) !== below,
  )
  if (compared.length === 0) return nothingCompared()
  return compared
    .filter((name) => !isSameToClients(old[name], now[name], answer))
    .filter((name) => {
      const mayBeCounter = [old[name], now[name]].some(isCounterValue) && !set.includes(name)
      return !mayBeCounter || isKeptValue(sent[name], now[name])
    })
    .slice(0, 1)
    .map((name) => ({
      answer,
      breaks: rules.parent,
      fact: {
        ...{ kind: 'parent changed', member: name, operation: operation.operationId },
        ...{ before: shownFieldText(old[name]), received: shownFieldText(now[name]) },
      },
    }))
}
