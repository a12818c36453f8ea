import { mayRefuseFor, type OperationDescriptor } from '@concordat/runtime/http'
import { idAt, templatesOf } from '../../document/place.ts'
import { isOnlyRefusal } from '../../document/response-key.ts'
import { schemaIn } from '../../document/schema-in.ts'
import { findListed, type Observation } from '../../evidence/observe.ts'
import { sharedWrite } from '../../evidence/performed-write.ts'
import { alone, type Item } from '../../items/item.ts'
import type { Finding } from '../../outcome/finding.ts'
import { NotRun, type Verdict } from '../../outcome/not-run.ts'
import type { CheckContext } from '../../rule/check.ts'
import { checkRevival } from './revival.ts'
import { rules } from './rules.ts'

/** Accepted, but not done yet. @see RFC 9110, 15.3.3 */
const ACCEPTED = 202

/** What is deleted is gone: it can no longer be read and no list shows it, no change brings it back, deleting it again breaks nothing. */
export async function checkDelete(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const { plan, answer, item, read, after } = await sharedWrite(context, operation)
  if (answer.status === ACCEPTED) throw new NotRun({ kind: 'not done yet', operation: operation.operationId })
  const listed = after && item && findListed(after, item)
  const isNamed = read === undefined || item === undefined || takesName(context, read.by, item)
  const readable = isNamed ? checkRead(context, operation, read) : []
  // A list that shows an item which can still be read is not a second fault.
  const findings = readable.length > 0 ? readable : checkListed(context, operation, listed)
  const isShown = read !== undefined || listed !== undefined
  const isGone = findings.length === 0 && isShown
  // Before it is deleted again: that removes what came back.
  if (item !== undefined && isGone && context.asks(rules['stays-deleted']))
    findings.push(...(await checkRevival(context, operation, item)))
  const at = item === undefined ? {} : { at: alone(item) }
  const { answer: again } = await context.attempt(operation, { expecting: 'either', ...at, sending: plan })
  if (again.status < 500)
    return isShown
      ? findings
      : new NotRun({ kind: 'nothing shows', resource: context.pool.resourceFor(operation).name })
  return [
    ...findings,
    context.finding({
      ...{ operation, answer: again, clause: operation.pointer, breaks: rules['deleted-again'] },
      fact: { kind: 'deleted again crashes', status: again.status },
    }),
  ]
}

/** Whether an operation's path may carry an item's name as its parameter is described: what it excludes is refused for that. */
function takesName(
  { document }: CheckContext,
  { path, parameters = [] }: OperationDescriptor,
  item: Item,
): boolean {
  const name = templatesOf(path).at(-1)?.name
  const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema
  const { text } = idAt(item.place, item.resource) ?? {}
  const readings = text === undefined ? [] : [text, Number(text)]
  return text === undefined || readings.some((each) => schemaIn(document, schema).allows(each))
}

function checkRead(
  context: CheckContext,
  operation: OperationDescriptor,
  read: Omit<Observation, 'value'> | undefined,
): Finding[] {
  if (read === undefined || mayRefuseFor(read.answer.status, 'absence', 'method')) return []
  const { by, answer } = read
  if (isOnlyRefusal(by, answer.status)) return []
  return [
    context.finding({
      ...{ operation, answer, clause: operation.pointer, breaks: rules.deleted, expecting: 'refusal' },
      fact: {
        kind: 'still there',
        by: by.operationId,
        operation: operation.operationId,
        status: answer.status,
      },
    }),
  ]
}

function checkListed(
  context: CheckContext,
  operation: OperationDescriptor,
  listed: Observation | undefined,
): Finding[] {
  if (listed?.value === undefined) return []
  const { by, answer } = listed
  return [
    context.finding({
      ...{ operation, answer, clause: operation.pointer, breaks: rules.deleted },
      fact: { kind: 'still listed', by: by.operationId, operation: operation.operationId },
    }),
  ]
}
