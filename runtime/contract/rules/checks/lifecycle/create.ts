import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { responseClause } from '../../../data/document/clause.ts'
import { blankPath } from '../../../data/document/path-binding.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { answerTime, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { allVerdicts, NotRun, nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { isCreationName, timeOfText } from '../../../lexicon/lexicon.ts'
import { isFoundItem } from '../../../world/items/item.ts'
import { isListScopeOfOthers } from '../../../world/requests/list-scope.ts'
import type { CheckContext } from '../../check.ts'
import { lossesOf, shownFieldText, showsAnyField, visibleFields } from '../../evidence/fields.ts'
import { asObservation, findListed, type Observation } from '../../evidence/observe.ts'
import { type PerformedWrite, sharedWrite } from '../../evidence/performed-write.ts'
import { checkLocation } from './location.ts'
import { checkDuplicateCreate, checkIdempotencyKey } from './repeated-create.ts'
import { rules } from './rules.ts'

/**
 * Checks that a created item is returned, can be read and is listed, each time with the values that were
 * sent. Also checks `Location`, a repeated create, and the idempotency key.
 */
export async function checkCreate(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const write = await sharedWrite(context, operation)
  const isOfBefore = isFoundItem(write) && '201' in operation.responses
  return allVerdicts([
    isOfBefore
      ? new NotRun({ kind: 'found again', operation: operation.operationId })
      : checkStored(context, operation, write),
    context.asks(rules.location) ? await checkLocation(context, operation, write) : nothingCompared(),
    context.asks(rules['repeated-create'])
      ? await checkDuplicateCreate(context, operation, write)
      : nothingCompared(),
    context.asks(rules['idempotency-key'], rules['idempotency-key-of-others'])
      ? await checkIdempotencyKey(context, operation, write)
      : nothingCompared(),
  ])
}

function checkStored(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer, item, read, after }: PerformedWrite,
): Verdict {
  const sent = withoutOpen(plan.body?.value, answer.value)
  const shown = visibleFields(context, operation, operation)
  const echo = { sent, received: answer.value }
  const lost = lossesOf(shown, { ...echo, where: 'in the response' })
  const echoed = lost.map(({ name: _, ...violation }) =>
    context.finding({ operation, answer, breaks: rules.created, ...violation }),
  )
  if (item === undefined && !showsAnyField(shown, echo))
    return new NotRun({ kind: 'nothing made', operation: operation.operationId })
  if (item === undefined) return echoed
  const known = new Set(lost.map(({ name }) => name))
  const findings = [...echoed, ...checkTime(context, operation, { plan, answer })]
  const looks = [
    [read && asObservation(read), 'when read again'],
    [after && findListed(after, item), 'in the list'],
  ] as const
  if (!showsAnyField(shown, echo) && looks.every(([observation]) => observation === undefined))
    return new NotRun({ kind: 'nothing shows', resource: item.resource.name })
  for (const [observation, where] of looks) {
    if (observation === undefined) continue
    const { by, answer: looked } = observation
    if (mayBeUnderOthers(item.resource, operation, observation)) continue
    if (observation.value === undefined) {
      if (isListScopeOfOthers(by, looked.exchange.request.url, { sent, made: item.value })) continue
      findings.push(missing(context, operation, { observation, where }))
      continue
    }
    const fields = visibleFields(context, operation, observation.by).filter(({ name }) => !known.has(name))
    for (const { name, ...violation } of lossesOf(fields, { sent, received: observation.value, where })) {
      known.add(name)
      findings.push(
        context.finding({ operation, answer: observation.answer, breaks: rules.created, ...violation }),
      )
    }
  }
  return findings
}

/**
 * True for a list at another path than the create, if several names identify the items and none in the list
 * is certainly the new one. "GET /user/repos" need not show the repository that "POST /orgs/{org}/repos"
 * created under the name of an organization.
 */
function mayBeUnderOthers(
  { namesAbove }: ResourceDescriptor,
  create: OperationDescriptor,
  { by: { list, path }, isLikely, value }: Observation,
): boolean {
  const isUncertain = isLikely === true || value === undefined
  const isElsewhere = list !== undefined && blankPath(create.path) !== blankPath(path)
  return namesAbove !== undefined && isUncertain && isElsewhere
}

/** Clocks differ by less, and time zones by more. A time that differs by even more is made up. */
const ZONES_APART_MS = { least: 15 * 60_000, most: 15 * 3_600_000 }

/** Checks that the time of creation in the response is not that of another time zone. */
function checkTime(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, answer }: Pick<PerformedWrite, 'plan' | 'answer'>,
): readonly Finding[] {
  const { value } = answer
  if (!context.asks(rules.time) || !isObject(value) || answer.status !== 201) return []
  const sent = isObject(plan.body?.value) ? plan.body.value : {}
  const now = answerTime(answer)
  return Object.entries(value).flatMap(([member, text]) => {
    const time = timeOfText(text)
    const isOwn = isCreationName(member) && !Object.hasOwn(sent, member) && String(text).includes(':')
    if (!isOwn || time === undefined) return []
    const { least, most } = ZONES_APART_MS
    const isOfZone = (clock: number): boolean =>
      Math.abs(clock - time) > least && Math.abs(clock - time) < most
    if (![now, Date.now()].every(isOfZone)) return []
    const fact: Fact = {
      ...{ kind: 'created at another time', member },
      ...{ received: shownFieldText(text), now: new Date(now).toISOString() },
    }
    const clause = responseClause(operation, documentedResponseFor(operation, answer.status)?.key ?? '201')
    return [context.finding({ operation, answer, clause, breaks: rules.time, fact })]
  })
}

/**
 * The sent value without nulls for which the response shows an object, because a server is allowed to replace
 * null with a default.
 */
function withoutOpen(sent: unknown, answered: unknown): unknown {
  if (!isObject(sent) || !isObject(answered)) return sent
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== null || !isObject(answered[name])),
  )
}

function missing(
  context: CheckContext,
  operation: OperationDescriptor,
  { observation, where }: { observation: Observation; where: Fact<'not found'>['where'] },
): Finding {
  const { by, answer } = observation
  const key = documentedResponseFor(by, 200)?.key ?? '200'
  return context.finding({
    operation,
    answer,
    clause: responseClause(by, key),
    breaks: rules.created,
    fact: {
      ...{ kind: 'not found', operation: operation.operationId, where, by: by.operationId },
      ...((by.list === undefined || !isSuccess(answer)) && { status: answer.status }),
    },
  })
}
