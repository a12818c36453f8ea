import type { OperationDescriptor } from '../../../http/operation.ts'
import { isSuccess } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import { responseClause } from '../../clause.ts'
import type { Finding } from '../../finding.ts'
import { NotRun } from '../../not-run.ts'
import { documentedResponse } from '../../response.ts'
import { lostFields, visibleFields } from './fields.ts'
import { findInList, type Observation, readItem } from './observe.ts'

/** What is created is echoed, can be read and is listed, each with the values that were sent. */
export async function checkCreate(context: CheckContext, operation: OperationDescriptor): Promise<Finding[]> {
  const place = await context.fixtures.place(operation, 'read')
  const { plan, answer, created } = await context.fixtures.callAt(operation, place)
  if (!isSuccess(answer)) throw new NotRun(`${operation.operationId} answered ${answer.status}`)
  const sent = plan.body?.value
  const lost = lostFields(visibleFields(context, operation, operation), {
    sent,
    received: answer.value,
    where: 'in the answer',
  })
  const echoed = lost.map(({ name: _, ...violation }) =>
    context.finding({ operation, answer, basis: 'derived', ...violation }),
  )
  if (created === undefined) return echoed
  const known = new Set(lost.map(({ name }) => name))
  const findings = [...echoed]
  for (const [look, where] of [
    [readItem, 'when read again'],
    [findInList, 'in the list'],
  ] as const) {
    const observation = await look(context, created)
    if (observation === undefined) continue
    if (observation.value === undefined) {
      findings.push(missing(context, operation, { observation, where }))
      continue
    }
    const fields = visibleFields(context, operation, observation.by).filter(({ name }) => !known.has(name))
    for (const { name, ...violation } of lostFields(fields, { sent, received: observation.value, where })) {
      known.add(name)
      findings.push(
        context.finding({ operation, answer: observation.answer, basis: 'derived', ...violation }),
      )
    }
  }
  return findings
}

function missing(
  context: CheckContext,
  operation: OperationDescriptor,
  { observation, where }: { observation: Observation; where: string },
): Finding {
  const { by, answer } = observation
  const key = documentedResponse(by, 200)?.key ?? '200'
  return context.finding({
    operation,
    answer,
    clause: responseClause(by, key),
    basis: 'derived',
    expected: `what ${operation.operationId} created, ${where} by ${by.operationId}`,
    received: by.list === undefined ? `status ${answer.status}` : 'a list without it',
  })
}
