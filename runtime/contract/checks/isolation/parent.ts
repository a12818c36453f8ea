import type { OperationDescriptor } from '../../../http/operation.ts'
import { isSuccess } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import { isObject } from '../../fixtures/shape.ts'
import { isSame } from '../../same.ts'
import type { Trespass } from '../isolation.ts'
import { show } from '../lifecycle/fields.ts'
import type { PerformedWrite } from '../lifecycle/performed-write.ts'
import { isStamp, ownedByClients } from './client-members.ts'

/** What clients wrote into the item above stays. */
export function checkParent(
  context: CheckContext,
  operation: OperationDescriptor,
  { above }: Pick<PerformedWrite, 'above'>,
): Trespass[] {
  if (above === undefined || !isSuccess(above.after.answer)) return []
  const { answer, value: now } = above.after
  const old = above.before
  if (!isObject(now) || !isObject(old)) return []
  return ownedByClients(context, above.resource)
    .filter((name) => Object.hasOwn(old, name) && Object.hasOwn(now, name))
    .filter((name) => !isSame(old[name], now[name]))
    .filter((name) => !isStamp(now[name], answer))
    .slice(0, 1)
    .map((name) => ({
      answer,
      expected: `"${name}" of the item above to stay ${show(old[name])} through ${operation.operationId}`,
      received: show(now[name]),
    }))
}
