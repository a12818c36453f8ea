import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { isDateOrTime, isTimeCloseTo, moments, timeOfText } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue, isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { changedMemberValue, versionMemberToChange } from '../../evidence/changes/changed-member.ts'
import { fieldsChangedTogether } from '../../evidence/changes/changes-of.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import {
  type Field,
  lossesOf,
  requiredBesideChange,
  shownFieldText,
  visibleFields,
} from '../../evidence/fields.ts'
import { findInList, isDeniedThoughShown, observeItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { restlessMembers } from '../../evidence/watch/restless.ts'
import { rules } from './rules.ts'

/**
 * Minimum number of fields that are changed separately, whatever the budget. With only one, there would be no
 * earlier change to disturb.
 */
const LEAST_ALONE = 2

/** Minimum number of changes that set a time of the last change whose name does not say so. */
const LEAST_SETTING = 2

/** Tolerance for differences between clocks. */
const CLOCKS_APART_MS = 15 * 60_000

/** Longer than a second, which is the resolution of the coarsest clocks. */
const CLOCK_MS = 1_100

type State = { readonly [name: string]: unknown }

/**
 * Changes writable fields one after another, each on its own as far as the budget allows. Every response is
 * compared with the change and with the previous response. At the end, one read of the item and one of its
 * list show whether the changes are stored.
 */
export async function checkUpdate(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const { item, seen } = await ownItem(context, operation)
  const run = new UpdateRun({ context, operation, item }, seen.value)
  // A version is not one of the fields to change, because it identifies the state to change and increases
  // with every change.
  const version = versionMemberToChange(context, operation)
  return run.check(visibleFields(context, operation, seen.by).filter(({ name }) => name !== version))
}

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly item: Item
}

interface Before {
  readonly fields: readonly Field[]
  /** The item's known state before the change. */
  readonly before: unknown
}

/** A change that was made. */
interface Changed {
  /** The response that shows the item afterwards. */
  readonly answer: Answer
  readonly group: readonly Field[]
  readonly before: State
  readonly after: State
}

interface Outcome {
  /** The item's last known state, which is the earlier one if the change failed. */
  readonly after: unknown
  readonly refusal?: Answer
}

/** The updates of one item, with their responses and the known faults. */
class UpdateRun {
  readonly #setting: Setting
  /** The original item. */
  readonly #first: unknown
  readonly #findings: Finding[] = []
  /**
   * Fields that already have a finding. One finding is enough, and its consequences are not separate faults.
   */
  readonly #known = new Set<string>()
  /**
   * Fields that changed when another field was changed, or without a request. A different final value is not
   * a separate fault.
   */
  readonly #disturbed = new Set<string>()
  /**
   * Fields that returned to their first values, with functions that report them if those values are still
   * stored at the end.
   */
  readonly #reverted = new Map<string, () => void>()
  readonly #refused: string[] = []
  /** The item before and after each effective change. */
  readonly #changes: Changed[] = []
  /** Accepted values, keyed by field name. */
  readonly #sent = new Map<string, unknown>()

  constructor(setting: Setting, first: unknown) {
    this.#setting = setting
    this.#first = first
  }

  async check(fields: readonly Field[]): Promise<Verdict> {
    const { context, operation } = this.#setting
    // A later change can hide a disturbance that an earlier one caused, so the seed determines the direction
    // in which the fields are changed.
    const ordered = context.random.below(2) === 0 ? fields : fields.toReversed()
    const most = Math.max(LEAST_ALONE, context.budget.shareOf('fields changed alone'))
    const groups = fieldsChangedTogether(ordered, { context, most })
    const alone = new Set(groups.filter((group) => group.length === 1).flat())
    context.budget.chose({ sent: alone.size, of: fields.length })
    let state = this.#first
    for (const group of groups) state = await this.#changeMost(group, { fields, before: state })
    if (this.#sent.size > 0) await this.#lookAgain(fields)
    if (context.asks(rules.time)) await this.#checkTimes()
    if (context.asks(rules['entity-tag'])) this.#checkTags()
    if (this.#sent.size > 0 || this.#findings.length > 0) return this.#findings
    const { operationId } = operation
    return this.#refused.length > 0
      ? new NotRun({ kind: 'fields refused', operation: operationId, members: this.#refused })
      : new NotRun({ kind: 'nothing shown to change', operation: operationId })
  }

  /**
   * Changes a group of fields. If an error response names some of them, omits these and tries once more,
   * because they must not prevent changing the other fields.
   */
  async #changeMost(group: readonly Field[], state: Before): Promise<unknown> {
    const outcome = await this.#change(group, state)
    const names = group.map(({ name }) => name)
    const named = outcome.refusal === undefined ? new Set() : new Refusal(outcome.refusal).blamedOf(names)
    if (named.size === 0) return outcome.after
    const rest = group.filter(({ name }) => !named.has(name))
    return (await this.#change(rest, state)).after
  }

  async #change(group: readonly Field[], { fields, before }: Before): Promise<Outcome> {
    const { context, operation, item } = this.#setting
    const change = changeOf(context, group, before)
    const names = Object.keys(change)
    if (names.length === 0) return { after: before }
    const plan = context.pool.requests.plan(operation, item.binding, 'empty')
    const sending = requestWithBody(plan, { ...requiredBesideChange(context, operation, before), ...change })
    const send = async (): Promise<Answer> =>
      (await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })).answer
    const first = await send()
    const answer = isCrash(first) ? await send() : first
    const { body } = sending
    const isDenied = await isDeniedThoughShown(context, item, { operation, answer, body: body?.value })
    if (isCrash(answer) || isDenied) {
      const [clause = operation.pointer] = group.map((field) => field.clause)
      const crash = { kind: 'change crashes', members: names, status: answer.status } as const
      const fact: Fact = isDenied ? { kind: 'shown, not found' } : crash
      this.#report(answer, names, { clause, breaks: rules.updated, fact })
      return { after: before }
    }
    if (!isSuccess(answer)) {
      const told = names.map((name) => `"${name}"`).join(', ')
      this.#refused.push(`${told} alone: status ${answer.status}`)
      return { after: before, refusal: answer }
    }
    for (const name of names) {
      this.#sent.set(name, change[name])
      this.#disturbed.delete(name)
    }
    const isShown = showsAnyOf(names, answer, this.#setting)
    const seen = isShown ? { answer, value: answer.value } : await observeItem(context, item)
    const shown = seen.value
    const where = isShown ? 'in the response' : 'when read again'
    await this.#reportLost(seen.answer, group, { received: shown, where })
    const others = fields.filter((field) => !group.includes(field))
    await this.#reportDisturbed(seen.answer, others, { before, after: shown, by: 'one', members: names })
    if (isObject(before) && isObject(shown) && names.some((name) => !isSameAsKept(before[name], shown[name])))
      this.#changes.push({ group, before, after: shown, answer: seen.answer })
    return { after: shown }
  }

  /**
   * Reads again: both the item and its list must show the values that were sent, and the item's other fields
   * must be unchanged.
   */
  async #lookAgain(fields: readonly Field[]): Promise<void> {
    const { context, operation, item } = this.#setting
    const fresh = await observeItem(context, item)
    await this.#reportLost(fresh.answer, fields, { received: fresh.value, where: 'when read again' })
    for (const [name, report] of this.#reverted) if (!this.#known.has(name)) report()
    const untouched = fields.filter(({ name }) => !this.#sent.has(name))
    const members = [...this.#sent.keys()]
    await this.#reportDisturbed(fresh.answer, untouched, {
      ...{ before: this.#first, after: fresh.value, by: 'all', members },
    })
    if (fresh.by.list !== undefined) return
    const listed = await findInList(context, item)
    if (listed === undefined) return
    const shown = visibleFields(context, operation, listed.by)
    await this.#reportLost(listed.answer, shown, { received: listed.value, where: 'in the list' })
  }

  /**
   * Reports fields whose values differ from those that were sent, except fields that keep changing without
   * requests.
   */
  async #reportLost(
    answer: Answer,
    fields: readonly Field[],
    { received, where }: { readonly received: unknown; readonly where: Fact<'member lost'>['where'] },
  ): Promise<void> {
    const { context, item } = this.#setting
    const candidates = fields.filter(({ name }) => !this.#known.has(name) && !this.#disturbed.has(name))
    const sent = Object.fromEntries(this.#sent)
    const lost = lossesOf(candidates, { sent, received, where })
    if (lost.length === 0) return
    const restless = await restlessMembers(context, item)
    for (const { name, ...violation } of lost) {
      if (restless.has(name)) this.#disturbed.add(name)
      else this.#report(answer, [name], { ...violation, breaks: rules.updated })
    }
  }

  /**
   * Reports fields that changed although they were not sent. Exceptions are versions, times of events,
   * durations if a time was sent, and values that also change without requests, such as a seat that becomes
   * free after a while.
   */
  async #reportDisturbed(
    answer: Answer,
    fields: readonly Field[],
    { before, after, by, members }: Disturbance,
  ): Promise<void> {
    if (!isObject(before) || !isObject(after)) return
    const changed = fields.filter(
      ({ name }) =>
        !this.#known.has(name) && isShown(name, before, after) && !isSameAsKept(before[name], after[name]),
    )
    const isOfTime = ({ name }: Field): boolean =>
      isSameToClients(before[name], after[name], answer) || (moments.spans.has(name) && this.#sentTimes())
    const { context, item } = this.#setting
    const restless = changed.every(isOfTime) ? new Set() : await restlessMembers(context, item)
    for (const field of changed) {
      const { name, clause } = field
      if (isOfTime(field) || restless.has(name)) {
        this.#disturbed.add(name)
        continue
      }
      const fact: Fact = {
        ...{ kind: 'member changed beside', member: name, members, after: by },
        ...{ before: shownFieldText(before[name]), received: shownFieldText(after[name]) },
      }
      const report = (): void => this.#report(answer, [], { clause, breaks: rules['other-members'], fact })
      // If the field is back at its first value, the sent value was probably never stored. The final read
      // decides whether that is reported.
      if (this.#sent.has(name) && isObject(this.#first) && isKeptValue(this.#first[name], after[name]))
        this.#reverted.set(name, report)
      else {
        this.#disturbed.add(name)
        report()
      }
    }
  }

  /**
   * Checks that all changes set the time of the last change to the current time. It is known by its name, or
   * because several different changes set it: the end of a run is set by the change of its state alone. If
   * its name is that of a part, one change must set it. A change that does not set it is repeated more than a
   * second later.
   */
  async #checkTimes(): Promise<void> {
    const { context, operation } = this.#setting
    // A time close to now is probably that of the change, and not derived from the item's values, as the end
    // of a meeting would be.
    const isSet = ({ before, after }: Changed, name: string): boolean =>
      isTimeCloseTo(after[name], Date.now(), CLOCKS_APART_MS) && !isSameAsKept(before[name], after[name])
    const isOfChanges = (name: string): boolean =>
      moments.wholeChange.has(name) ||
      this.#changes.filter((change) => isSet(change, name)).length >=
        (moments.lastChange.has(name) ? 1 : LEAST_SETTING)
    const own = new Set(this.#changes.flatMap(({ group }) => group.map(({ name }) => name)))
    const names = new Set(this.#changes.flatMap(({ after }) => Object.keys(after)))
    for (const name of names) {
      const keeping = this.#changes.find(
        (change) => timeOfText(change.after[name]) !== undefined && !isSet(change, name),
      )
      if (own.has(name) || keeping === undefined || !isOfChanges(name)) continue
      const again = await context.budget.makeSure(() => this.#changeLater(keeping))
      if (again === undefined || isSet(again, name) || timeOfText(again.after[name]) === undefined) continue
      this.#findings.push(
        context.finding({
          ...{
            operation,
            answer: again.answer,
            clause: pointerBelow(operation.pointer, 'responses'),
            breaks: rules.time,
          },
          fact: {
            ...{ kind: 'time kept', member: name, members: keeping.group.map((field) => field.name) },
            received: shownFieldText(again.after[name]),
          },
        }),
      )
    }
  }

  /** Checks that each change gave the item another entity tag. */
  #checkTags(): void {
    const tagOf = ({ answer }: Changed): string => answer.headers.get('etag') ?? 'W/'
    const kept = this.#changes.find((change, index) => {
      const [before] = this.#changes.slice(Math.max(0, index - 1), index)
      return before !== undefined && tagOf(before) === tagOf(change) && !tagOf(change).startsWith('W/')
    })
    if (kept === undefined) return
    const [{ clause } = { clause: '' }] = kept.group
    const fact = { kind: 'tag kept', value: tagOf(kept) } as const
    this.#report(kept.answer, [], { clause, breaks: rules['entity-tag'], fact })
  }

  /** Changes the same properties again, after the server's clock has advanced. */
  async #changeLater({ group }: Changed): Promise<Changed | undefined> {
    const { context, operation, item } = this.#setting
    const { value: before } = await observeItem(context, item)
    await new Promise((resolve) => setTimeout(resolve, CLOCK_MS))
    const change = changeOf(context, group, before)
    if (!isObject(before) || Object.keys(change).length === 0) return undefined
    const plan = context.pool.requests.plan(operation, item.binding, 'empty')
    const sending = requestWithBody(plan, { ...requiredBesideChange(context, operation, before), ...change })
    const { answer } = await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })
    const { value: after } = await observeItem(context, item)
    return isSuccess(answer) && isObject(after) && !isSameAsKept(before, after)
      ? { group, before, after, answer }
      : undefined
  }

  #sentTimes(): boolean {
    return [...this.#sent.values()].some(isDateOrTime)
  }

  #report(
    answer: Answer,
    names: readonly string[],
    violation: Pick<KnownViolation, 'clause' | 'breaks' | 'fact'>,
  ): void {
    const { context, operation } = this.#setting
    for (const name of names) this.#known.add(name)
    this.#findings.push(context.finding({ operation, answer, ...violation }))
  }
}

/** Two views of an item, and the properties that one request, or all requests, changed. */
interface Disturbance {
  readonly before: unknown
  readonly after: unknown
  readonly by: Fact<'member changed beside'>['after']
  readonly members: readonly string[]
}

/** New valid values for those fields whose schema allows a different value. */
function changeOf(context: CheckContext, fields: readonly Field[], before: unknown): State {
  return Object.fromEntries(
    fields.flatMap(({ name, schema }): [string, unknown][] => {
      const other = isObject(before) ? before[name] : undefined
      const value = changedMemberValue(context, schema, { variant: 'full', hint: name, other })
      return isKeptValue(value, other) ? [] : [[name, value]]
    }),
  )
}

/** True if the response shows changed properties, unlike one without content, or `{ "ok": true }`. */
function showsAnyOf(names: readonly string[], answer: Answer, { context, operation }: Setting): boolean {
  const isEmpty = !isObject(answer.value) || Object.keys(answer.value).length === 0
  if (isEmpty || documentedResponseFor(operation, answer.status)?.response.payloadNotShown) return false
  return visibleFields(context, operation, operation).some(({ name }) => names.includes(name))
}

/** True if both states have a property. A response can omit properties that a read shows. */
function isShown(name: string, before: State, after: State): boolean {
  return Object.hasOwn(before, name) && Object.hasOwn(after, name)
}
