import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { allVerdicts, NotRun, nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { type Observation, observeItem } from '../../evidence/observe.ts'
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

/**
 * Reports properties that changed although the operation does not set them. Only properties that clients
 * write are checked, because other properties, such as the time of the last change, can follow from the
 * effect.
 */
function changedBesideTransition(
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

/**
 * If an item already has a value that an operation will set, gives the item another value, because an
 * unchanged value would prove nothing. Uses the opposite action or, if there is none, an update. If there is
 * neither, the item is left as it is.
 * @returns The item afterwards.
 */
async function bringAway(
  context: CheckContext,
  item: Item,
  { from, by }: { from: Readonly<Record<string, unknown>>; by: OperationDescriptor },
): Promise<unknown> {
  const { value } = await observeItem(context, item)
  const isAlreadySo =
    isObject(value) && Object.entries(from).some(([name, set]) => isKeptValue(set, value[name]))
  if (!isAlreadySo) return value
  const opposite = item.resource.actions
    .map((operationId) => operationById(context.document, operationId))
    .find((action) => action !== undefined && action !== by && contradicts(action, from))
  const call =
    opposite === undefined
      ? await update(context, item, from)
      : (await context.call(opposite, { at: item })).answer
  return call !== undefined && isSuccess(call) ? (await observeItem(context, item)).value : value
}

function contradicts({ effect }: OperationDescriptor, from: Readonly<Record<string, unknown>>): boolean {
  const set = effect?.conditional ? {} : (effect?.set ?? {})
  return Object.entries(set).some(
    ([name, value]) => Object.hasOwn(from, name) && !isKeptValue(from[name], value),
  )
}

/** Changes the properties with the resource's update operation, if its body has them. */
async function update(context: CheckContext, item: Item, from: Readonly<Record<string, unknown>>) {
  const operation = operationById(context.document, item.resource.operations.update)
  const body = operation === undefined ? undefined : jsonBody(operation)
  if (operation === undefined || body === undefined) return undefined
  const { properties } = schemaIn(context.document, body.schema)
  const members = Object.entries(from).flatMap(([name, other]): [string, unknown][] => {
    const schema = properties.get(name)
    if (schema === undefined) return []
    return [[name, context.pool.requests.value(schema, { variant: 'full', hint: name, other })]]
  })
  if (members.length === 0) return undefined
  const plan = context.pool.requests.plan(operation, item.binding, 'empty')
  const sending = requestWithBody(plan, Object.fromEntries(members))
  return (await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })).answer
}
