import type { OperationDescriptor } from '@concordat/runtime/http'
import { memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { allVerdicts, NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { Check } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { type Observation, observeItem } from '../../evidence/observe.ts'
import { bringAway } from './bring-away.ts'
import { changedBesideTransition } from './changed-beside.ts'
import { rules } from './rules.ts'

/** The operation has its documented effect. */
export const transition: Check = {
  code: 'transition',
  description:
    'After an operation with a stated effect (`x-effect`), its response and a fresh read show the stated values. If the document does not say when the operation succeeds, the response and the read agree. Other properties keep the values that clients wrote.',
  assertions: Object.values(rules),
  example: '`POST /pets/7/sell` returns 200, but `GET /pets/7` still has `"status": "available"`.',
  fix: 'Apply exactly the stated effect, or correct `x-effect`.',
  applies: ({ effect, resource }) => effect !== undefined && resource !== undefined,
  title: ({ effect }) =>
    `afterwards ${describe(effect?.set ?? {})}${effect?.conditional ? ', or as before' : ''}`,
  async run(context, operation) {
    const { effect } = operation
    if (effect === undefined) throw new NotRun({ kind: 'no effect', operation: operation.operationId })
    const item = await context.pool.items.create(context.pool.resourceFor(operation), operation)
    const before = await bringAway(context, item, { from: effect.set, by: operation })
    const { answer, plan } = await context.call(operation, { at: item, expecting: 'success' })
    const after = await observeItem(context, item)
    const report = (seen: Answer, name: string, fact: Fact): Finding =>
      context.finding({
        operation,
        answer: seen,
        clause: pointerBelow(operation.pointer, 'x-effect', 'set', name),
        breaks: rules.effect,
        fact,
      })
    const findings: Finding[] = []
    let isCompared = false
    for (const [name, wanted] of Object.entries(effect.set)) {
      const shown = answeredValue(operation, answer, name)
      const fresh = memberOf(after.value, name)
      isCompared ||= shown !== undefined || effect.conditional !== true
      if (effect.conditional === true) {
        if (shown !== undefined && !isKeptValue(shown, fresh))
          findings.push(
            report(after.answer, name, {
              ...{ kind: 'effect answered otherwise', member: name, operation: operation.operationId },
              ...{ sent: shownFieldText(shown), received: shownFieldText(fresh) },
            }),
          )
      } else if (shown !== undefined && !isKeptValue(wanted, shown)) {
        findings.push(
          report(answer, name, {
            ...{ kind: 'effect not shown', member: name, operation: operation.operationId },
            ...{ where: 'in the response', sent: shownFieldText(wanted), received: shownFieldText(shown) },
          }),
        )
      } else if (!isKeptValue(wanted, fresh)) {
        findings.push(
          report(after.answer, name, {
            ...{ kind: 'effect not shown', member: name, operation: operation.operationId },
            ...{ where: 'when read', sent: shownFieldText(wanted), received: shownFieldText(fresh) },
          }),
        )
      }
    }
    const sent = plan.body?.value
    const beside = changedBesideTransition(context, operation, { before, after: after.value, answer, sent })
    const told: Verdict = isCompared ? findings : nothingOf(after)
    return allVerdicts([told, beside])
  },
}

function nothingOf({ by }: Observation): NotRun {
  return new NotRun({ kind: 'nothing shown of it', operation: by.operationId })
}

function describe(values: Readonly<Record<string, unknown>>): string {
  if (Object.keys(values).length === 0) return 'the item is unchanged'
  return Object.entries(values)
    .map(([name, value]) => `${name} is ${JSON.stringify(value)}`)
    .join(' and ')
}

/**
 * Returns a property's value in the response; `undefined` if the response lacks it, or does not show the real
 * payload.
 */
function answeredValue(operation: OperationDescriptor, answer: Answer, name: string): unknown {
  return operation.responses[String(answer.status)]?.payloadNotShown
    ? undefined
    : memberOf(answer.value, name)
}
