import type { OperationDescriptor } from '../../../http/operation.ts'
import { isSuccess } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import type { Finding } from '../../finding.ts'
import type { Item } from '../../fixtures/fixtures.ts'
import { pathValues } from '../../fixtures/place.ts'
import { NotRun } from '../../not-run.ts'
import { ABSENT, findInList, requestItem } from './observe.ts'

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
    throw new NotRun(`${operation.operationId} answered 202 and may not be done yet`)
  context.fixtures.settle(operation, { answer, plan, place: item.place })
  const findings = [
    ...(await checkRead(context, operation, item)),
    ...(await checkListed(context, operation, item)),
  ]
  const again = await context.send(plan)
  if (again.status < 500) return findings
  const expected = 'no server error when the item is deleted again'
  return [
    ...findings,
    context.finding({
      operation,
      answer: again,
      clause: operation.pointer,
      basis: 'derived',
      expected,
      received: `status ${again.status}`,
    }),
  ]
}

async function checkRead(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<Finding[]> {
  const read = await requestItem(context, item)
  if (read === undefined || ABSENT.includes(read.answer.status) || read.answer.status === 501) return []
  const { by, answer } = read
  const expected = `status 404 from ${by.operationId} after ${operation.operationId}`
  return [
    context.finding({
      operation,
      answer,
      clause: operation.pointer,
      basis: 'derived',
      expected,
      received: `status ${answer.status}`,
    }),
  ]
}

async function checkListed(
  context: CheckContext,
  operation: OperationDescriptor,
  item: Item,
): Promise<Finding[]> {
  const listed = await findInList(context, item)
  if (listed?.value === undefined) return []
  const expected = `a list without it from ${listed.by.operationId} after ${operation.operationId}`
  return [
    context.finding({
      operation,
      answer: listed.answer,
      clause: operation.pointer,
      basis: 'derived',
      expected,
      received: 'a list that still shows it',
    }),
  ]
}
