import { documentedRefusals, type OperationDescriptor, refusesFor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { hasSameMeaningInAnyCase } from '../../../data/document/of-format.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  NotRun,
  nothingCompared,
  resultIfRun,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { asFixture, type Call, type Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { memberChange } from '../../evidence/changes/changed-member.ts'
import { isSameToClients, ownedByClients } from '../../evidence/client-members.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { newRunLog } from '../../evidence/log/run-log.ts'
import { type Observation, observeItem } from '../../evidence/observe.ts'
import { assignedCodes, checkAssigned } from './assigned.ts'
import { rules } from './rules.ts'
import { checkTakenByCreate } from './taken-by-create.ts'

/** Maximum number of properties to try as the one that must be unique. */
const MOST_TRIED = 2

/** Approximate number of requests needed to search for the property, and for three more checks. */
const REQUESTS = 8

/** Two items cannot have the same value. */
export const unique: Check = {
  code: 'unique',
  description:
    'If the server rejects a create because of a conflict, the run finds the property whose value must be unique. It then sends this value in a change to another item and, if letter case should not matter, in different case. It also sends a new value in two simultaneous creates. If the server assigns numbers or codes, they differ after simultaneous creates.',
  assertions: Object.values(rules),
  example: '`PATCH /pets/8` accepts the `"chip"` of pet 7, although `POST /pets` rejects it.',
  fix: 'Add a unique constraint on the normalized value, and return 409 for violations.',
  reserve: { fraction: 0.1, isIndivisible: true },
  applies: (operation, document) => {
    const resource = resourceByName(document, operation.resource?.name)
    const isCreate = operation.resource?.role === 'create' && jsonBody(operation) !== undefined
    if (!isCreate || resource?.item === undefined) return false
    return mayConflict(operation) || assignedCodes(document, resource).length > 0
  },
  title: () => 'no two items have the same unique value',
  async run(context, operation) {
    const create = (): Promise<Call> => createWith(context, operation, () => ({}))
    return allVerdicts([
      await checkAssigned(context, operation, create),
      await resultOrNotRun(() => checkSent(context, operation)),
    ])
  },
}

function mayConflict(operation: OperationDescriptor): boolean {
  return conflictKeys(operation).length > 0
}

function conflictKeys(operation: OperationDescriptor): readonly string[] {
  return documentedRefusals(operation, 'conflict').filter((key) => /^\d+$/.test(key))
}

/** Checks the property that clients send and whose value must be unique. */
async function checkSent(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  if (!mayConflict(operation)) return nothingCompared()
  const [conflict] = context.state.of(newRunLog).conflictsOf(operation)
  context.budget.expect(REQUESTS)
  if (conflict === undefined)
    return checkTakenByCreate(context, operation, (values) => createWith(context, operation, () => values))
  const found = await resultIfRun(() => uniqueMember(context, operation, conflict.answer))
  if (found === undefined) throw new NotRun({ kind: 'nothing compared' })
  return new Trial({ context, operation, ...found }).check()
}

interface Found {
  readonly member: string
  /** An item created with a unique value. */
  readonly item: Item
  readonly value: unknown
  /** The response to a second create with the value. */
  readonly refused: Answer
}

interface Setting extends Found {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
}

/** Finds a property whose value alone causes a conflict if another create repeats it. */
async function uniqueMember(
  context: CheckContext,
  operation: OperationDescriptor,
  conflict: Answer,
): Promise<Found | undefined> {
  const first = await createWith(context, operation, () => ({}))
  const sent = first.plan.body?.value
  if (first.created === undefined || !isObject(sent)) return undefined
  const { properties } = schemaIn(context.document, jsonBody(operation)?.schema)
  const shown = shownProperties(operation, context.document)
  const texts = Object.keys(sent).filter(
    (name) => isFreeText(properties.get(name)) && typeof sent[name] === 'string' && shown.has(name),
  )
  const blamed = new Refusal(conflict).blamedOf(texts)
  const tried = texts.toSorted((one, other) => Number(blamed.has(other)) - Number(blamed.has(one)))
  for (const member of tried.slice(0, MOST_TRIED)) {
    const again = await createWith(context, operation, () => ({ [member]: sent[member] }))
    if (new Refusal(again.answer).isAbout('conflict'))
      return { member, item: first.created, value: sent[member], refused: again.answer }
  }
  return undefined
}

/** Sends a create with the given values, with new texts, and otherwise with those of a valid request. */
async function createWith(
  context: CheckContext,
  operation: OperationDescriptor,
  values: () => object,
): Promise<Call> {
  const { bindings, requests } = context.pool
  const binding = await bindings.find(operation, 'read')
  const valid = requests.renewed(operation, binding)
  const sending = requestWithBody(valid, { ...Object(valid.body?.value), ...values() })
  return context.attempt(operation, { expecting: 'either', at: { binding }, sending })
}

function isFreeText(schema: Schema | undefined): boolean {
  return schema?.types.includes('string') === true && schema.values.choices === undefined
}

/** A change of an item that the server rejected because another item has one of its values. */
interface RefusedChange {
  readonly update: OperationDescriptor
  readonly other: Item
  /** The item before the change. */
  readonly before: unknown
  readonly refused: Answer
  readonly seen: Observation
}

class Trial {
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
  }

  async check(): Promise<Verdict> {
    const { context } = this.#setting
    const { asks } = context
    return [
      ...(asks(rules.status) ? this.#ofStatus() : []),
      ...(asks(rules.case) ? ((await resultIfRun(() => this.#inAnotherCase())) ?? []) : []),
      ...(asks(rules.change, rules.unchanged) ? ((await resultIfRun(() => this.#byChange())) ?? []) : []),
      ...(asks(rules.together) ? ((await resultIfRun(() => this.#together())) ?? []) : []),
    ]
  }

  /** Checks that a taken value has the status of a conflict, which the document declares. */
  #ofStatus(): readonly Finding[] {
    const { operation, member, refused } = this.#setting
    if (refusesFor(refused.status, 'conflict')) return []
    const fact: Fact = { kind: 'taken told otherwise', member, wanted: conflictKeys(operation) }
    return this.#report(refused, rules.status, fact)
  }

  async #inAnotherCase(): Promise<readonly Finding[]> {
    const { context, operation, member, value } = this.#setting
    const schema = schemaIn(context.document, jsonBody(operation)?.schema).property(member)
    const other = inOtherCase(String(value))
    if (!hasSameMeaningInAnyCase(schema) || other === value || !schema.allows(other)) return []
    const { answer, created } = await createWith(context, operation, () => ({ [member]: other }))
    if (!isSuccess(answer) || created === undefined) return []
    return this.#report(answer, rules.case, {
      kind: 'taken twice',
      member,
      value: shownFieldText(other),
      how: 'case',
    })
  }

  /** Tries to give another item the same value in an update. */
  async #byChange(): Promise<readonly Finding[]> {
    const { context, operation, member, value } = this.#setting
    const update = operationById(context.document, context.pool.resourceFor(operation).operations.update)
    const body = update && jsonBody(update)
    if (update === undefined || !schemaIn(context.document, body?.schema).properties.has(member)) return []
    const { created: other } = await createWith(context, operation, () => ({}))
    if (other === undefined) return []
    const send = async (change: object, own = value): Promise<Answer> => {
      const plan = context.pool.requests.plan(update, other.binding, 'empty')
      const sending = requestWithBody(plan, { ...change, [member]: own })
      const attempt = { expecting: 'either', at: asFixture(other), sending } as const
      return (await context.attempt(update, attempt)).answer
    }
    const { value: before } = await observeItem(context, other)
    const beside = await resultIfRun(() =>
      memberChange(context, update, { item: other, before, except: member }),
    )
    const first = await send(Object(beside?.body?.value))
    // The rest of the change can be wrong too, so the value is then sent alone.
    const isWrong = !isSuccess(first) && !new Refusal(first, update).isAbout('conflict')
    const rest: object = isWrong ? {} : Object(beside?.body?.value)
    const answer = isWrong ? await send({}) : first
    const seen = await observeItem(context, other)
    if (!isSuccess(answer)) {
      const changed = this.#ofRefusedChange({ update, other, before, refused: answer, seen })
      return changed.length > 0 ? changed : this.#ofChangeStatus(update, answer, (own) => send(rest, own))
    }
    if (!context.asks(rules.change) || !isObject(seen.value) || !isKeptValue(value, seen.value[member]))
      return []
    const clause = pointerBelow(update.pointer, 'responses')
    return this.#report(
      answer,
      rules.change,
      { kind: 'taken twice', member, value: shownFieldText(value), how: 'change' },
      { operation: update, clause },
    )
  }

  /** Checks the status of a change that is rejected only because of the taken value. */
  async #ofChangeStatus(
    update: OperationDescriptor,
    refused: Answer,
    send: (own: unknown) => Promise<Answer>,
  ): Promise<readonly Finding[]> {
    const { context, operation, member, refused: ofCreate } = this.#setting
    const isOnlyHere = refusesFor(ofCreate.status, 'conflict') && !refusesFor(refused.status, 'conflict')
    if (!context.asks(rules.status) || !mayConflict(update) || !isOnlyHere) return []
    const schema = schemaIn(context.document, jsonBody(operation)?.schema).property(member)
    if (!isSuccess(await send(context.pool.requests.value(schema, { variant: 'full', hint: member }))))
      return []
    const wanted = conflictKeys(update)
    const fact: Fact = { kind: 'taken told otherwise', member, wanted }
    const clause = pointerBelow(update.pointer, 'responses')
    return this.#report(refused, rules.status, fact, { operation: update, clause })
  }

  /** Checks that an item kept its values if a change was rejected. */
  #ofRefusedChange({ update, other, before, refused, seen }: RefusedChange): readonly Finding[] {
    const { context } = this.#setting
    const { answer, value: after } = seen
    if (!context.asks(rules.unchanged) || !isObject(before) || !isObject(after)) return []
    const changed = ownedByClients(context, other.resource).find(
      (name) => Object.hasOwn(before, name) && !isSameToClients(before[name], after[name], answer),
    )
    if (changed === undefined) return []
    const part = (shown: { readonly [name: string]: unknown }): string =>
      shownFieldText({ [changed]: shown[changed] })
    return [
      context.finding({
        ...{ operation: update, answer, beside: [refused], breaks: rules.unchanged },
        clause: pointerBelow(update.pointer, 'responses'),
        fact: { kind: 'refused, yet changed', before: part(before), received: part(after) },
      }),
    ]
  }

  async #together(): Promise<readonly Finding[]> {
    const { context, operation, member } = this.#setting
    const schema = schemaIn(context.document, jsonBody(operation)?.schema).property(member)
    const value = context.pool.requests.value(schema, { variant: 'full', hint: member })
    const both = await context.race([1, 2], () => createWith(context, operation, () => ({ [member]: value })))
    const [answer, other] = both
      .filter((call) => isSuccess(call.answer) && isAbout(call, { member, value }))
      .map((call) => call.answer)
    if (answer === undefined || other === undefined || both.some((call) => isRefusal(call.answer))) return []
    return this.#report(
      answer,
      rules.together,
      { kind: 'taken twice', member, value: shownFieldText(value), how: 'together' },
      { beside: [other] },
    )
  }

  #report(
    answer: Answer,
    breaks: Assertion,
    fact: Fact,
    more: Partial<Pick<Parameters<CheckContext['finding']>[0], 'operation' | 'clause' | 'beside'>> = {},
  ): readonly Finding[] {
    const { context, operation } = this.#setting
    const clause = pointerBelow(operation.pointer, 'responses')
    return [context.finding({ operation, clause, answer, breaks, fact, expecting: 'refusal', ...more })]
  }
}

/** True if a response concerns a new item with the value. */
function isAbout(
  { answer, created }: Call,
  { member, value }: { readonly member: string; readonly value: unknown },
): boolean {
  return created !== undefined && isObject(answer.value) && isKeptValue(value, answer.value[member])
}

function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}
