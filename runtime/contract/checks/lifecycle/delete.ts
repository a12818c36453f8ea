import type { OperationDescriptor } from '../../../http/operation.ts'
import { isSuccess } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import type { Finding } from '../../finding.ts'
import { pathValues } from '../../fixtures/place.ts'
import { NotRun } from '../../not-run.ts'
import { findInList, readItem } from './observe.ts'

/** Accepted, but not done yet. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/** What is deleted is gone: it can no longer be read and no list shows it; deleting it again breaks nothing. */
export async function checkDelete(context: CheckContext, operation: OperationDescriptor): Promise<Finding[]> {
  const resource = context.fixtures.resource(operation.resource?.name)
  if (resource === undefined) throw new NotRun(`${operation.operationId} belongs to no resource`)
  const item = await context.fixtures.create(resource)
  const plan = context.fixtures.requests.best(operation, pathValues(operation.path, item.place))
  const answer = await context.send(plan)
  if (!isSuccess(answer)) throw new NotRun(`${operation.operationId} answered ${answer.status}`)
  if (answer.status === ACCEPTED)
    throw new NotRun(`${operation.operationId} answered 202: when the item is gone is not said`)
  context.fixtures.settle(operation, { answer, plan, place: item.place })
  const findings: Finding[] = []
  for (const look of [readItem, findInList]) {
    const seen = await look(context, item)
    if (seen === undefined || seen.value === undefined) continue
    const { by } = seen
    const expected =
      by.list === undefined
        ? `status 404 from ${by.operationId} after ${operation.operationId}`
        : `a list without it from ${by.operationId} after ${operation.operationId}`
    const received = by.list === undefined ? `status ${seen.answer.status}` : 'a list that still shows it'
    findings.push(
      context.finding({
        operation,
        answer: seen.answer,
        clause: operation.pointer,
        basis: 'derived',
        expected,
        received,
      }),
    )
  }
  const again = await context.send(plan)
  if (again.status >= 500) {
    findings.push(
      context.finding({
        operation,
        answer: again,
        clause: operation.pointer,
        basis: 'derived',
        expected: 'no server error when the item is deleted again',
        received: `status ${again.status}`,
      }),
    )
  }
  return findings
}
