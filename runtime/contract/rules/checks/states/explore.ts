import {
  type DocumentDescriptor,
  isSafe,
  type OperationDescriptor,
  type ResourceDescriptor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { bodyOfMembers } from '../../../data/document/json-body.ts'
import { operationById } from '../../../data/document/resource-lookup.ts'
import { documentedResponseFor } from '../../../data/document/response-key.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownSchemas } from '../../../data/document/shown.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import { asFixture, type Call, type Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { findInList, type Observation, observeItem } from '../../evidence/observe.ts'
import { lookTwiceApart } from '../../evidence/watch/at-rest.ts'
import { inspectResponse } from '../../response.ts'
import { type StateSetting, type StateStep, stateDifferences, stateFaults } from './judge.ts'
import { type ActionDone, MOST_STATE_STEPS, StateMap } from './state-map.ts'

export interface ExploredStates {
  /** Findings about a resource's items, keyed by the `operationId` of each action that was tried. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  /** For each action, how it first succeeded. */
  readonly done: ReadonlyMap<string, ActionDone>
}

/**
 * Maximum numbers of items and requests. `perAction` is multiplied by the number of actions; `atEnd` requests
 * are reserved for the end.
 */
const MOST_ITEMS = 4
/** Maximum number of words by which a body can choose what an action does. */
const MOST_WORDS = 4
const REQUESTS = { perAction: 12, all: 36, atEnd: 4 }

/**
 * True if an operation's path is below an item's path and names no other item ("/sailings/{id}/board" for
 * "/sailings/{id}"), or is the item's own and the body chooses what is done.
 */
export function isExplorableAction(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  item: string,
): boolean {
  const { path } = operation
  if (path === item) return chosenIn(document, operation) !== undefined
  return path.startsWith(`${item}/`) && !path.slice(item.length).includes('{')
}

/** The only required property of a body, if it chooses one of several words, such as "accept" or "cancel". */
function chosenIn(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
): { readonly name: string; readonly words: readonly unknown[] } | undefined {
  const { properties, required } = schemaIn(document, bodyOfMembers(operation)?.schema)
  const [name, ...others] = required
  const words = name === undefined ? undefined : properties.get(name)?.values.choices
  const isChoice = words !== undefined && words.length > 1 && words.length <= MOST_WORDS
  return name !== undefined && isChoice && others.length === 0 ? { name, words } : undefined
}

/**
 * Moves a resource's items from state to state, and records faults.
 * @throws NotRun if no item can be created, or if the budget is used up.
 */
export function exploreStates(context: CheckContext, resource: ResourceDescriptor): Promise<ExploredStates> {
  return new Exploration(context, resource).run()
}

/** One item, and the actions performed on it. */
interface Visit {
  readonly item: Item
  readonly path: OperationDescriptor[]
  seen: Observation
  /**
   * Actions rejected since the item was last read. A single read checks whether any of them had an effect.
   */
  refused: { readonly operation: OperationDescriptor; readonly call: Call }[]
}

class Exploration {
  readonly #context: CheckContext
  readonly #setting: StateSetting
  /** The actions; one whose body chooses what is done is one action for each choice. */
  readonly #actions: readonly OperationDescriptor[]
  readonly #chosen = new Map<OperationDescriptor, object>()
  readonly #map: StateMap
  readonly #findings = new Map<string, Finding[]>()
  #left: number

  constructor(context: CheckContext, resource: ResourceDescriptor) {
    const { item = '', actions, operations } = resource
    this.#context = context
    this.#actions = actions
      .flatMap((id) => operationById(context.document, id) ?? [])
      .filter((action) => !isSafe(action.method) && isExplorableAction(context.document, action, item))
      .flatMap((action) => this.#choicesOf(action))
    const read = operationById(context.document, operations.read)
    this.#setting = {
      context,
      resource,
      members: read === undefined ? [] : stateMembers(context, resource, read),
    }
    this.#map = new StateMap(this.#setting, this.#actions)
    const share = context.budget.shareOf('states') - REQUESTS.atEnd
    this.#left = Math.min(share, REQUESTS.all, REQUESTS.perAction * this.#actions.length)
  }

  #choicesOf(action: OperationDescriptor): readonly OperationDescriptor[] {
    const choice = chosenIn(this.#context.document, action)
    if (choice === undefined) return [action]
    return choice.words.map((word) => {
      const copy = { ...action }
      this.#chosen.set(copy, { [choice.name]: word })
      return copy
    })
  }

  async run(): Promise<ExploredStates> {
    if (this.#left <= 0) throw new NotRun({ kind: 'budget used', whole: this.#context.budget.whole })
    for (let items = 0; items < MOST_ITEMS && this.#left > 0; items++) {
      const goal = items === 0 ? [] : this.#map.unfinished()
      if (goal === undefined) break
      const visit = await this.#begin(goal)
      if (visit === undefined) break
      await this.#goOn(visit)
      // On a shared server, no further items are created if one cannot be removed.
      const isRemoved = await this.#end(visit)
      if (!isRemoved && !this.#context.pool.permission.isDisposable) break
    }
    return { findings: this.#findings, done: this.#map.done }
  }

  /** Creates an item, and performs the given actions, which lead to a state. */
  async #begin(path: readonly OperationDescriptor[]): Promise<Visit | undefined> {
    const item = await this.#context.pool.items.create(this.#setting.resource)
    this.#left--
    for (const action of path) {
      const call = await this.#send(action, item)
      if (call === undefined || !isSuccess(call.answer)) return undefined
    }
    const seen = await this.#look(item)
    return seen && { item, path: [...path], seen, refused: [] }
  }

  /**
   * Performs actions that have not been tried yet in the item's state, until there are none left or a limit
   * is reached.
   */
  async #goOn(visit: Visit): Promise<void> {
    while (this.#left > 0 && visit.path.length <= MOST_STATE_STEPS) {
      const action = this.#map.next(visit.seen, visit.path)
      if (action === undefined) break
      if (!(await this.#take(action, visit))) return
    }
    await this.#lookForTraces(visit)
  }

  /** @returns False if nothing more can be done with the item. */
  async #take(operation: OperationDescriptor, visit: Visit): Promise<boolean> {
    const { item, path, seen: before } = visit
    const call = await this.#send(operation, item)
    if (call === undefined) return true
    if (new Refusal(call.answer, operation).mayBeAbout('absence', 'caller', 'method')) return true
    if (!isSuccess(call.answer)) {
      visit.refused.push({ operation, call })
      if (this.#isRepeatable(operation, path)) this.#map.noteRefused(operation, path)
      if (documentedResponseFor(operation, call.answer.status) === undefined) await this.#lookForTraces(visit)
      return true
    }
    const after = await this.#look(item)
    if (after === undefined) return false
    await this.#judge(operation, { operation, call, item, before, after }, path)
    if (this.#isRepeatable(operation, path)) this.#map.noteDone(operation, path)
    Object.assign(visit, { seen: after, refused: [] })
    path.push(operation)
    return after.value !== undefined
  }

  /** True if an action and those before it need no choice, so that other rules can repeat them. */
  #isRepeatable(operation: OperationDescriptor, path: readonly OperationDescriptor[]): boolean {
    return [...path, operation].every((one) => !this.#chosen.has(one))
  }

  /**
   * Reads the item once to check all actions that were rejected in its last state. If the item changed, each
   * rejected action is sent again, to a separate item.
   */
  async #lookForTraces(visit: Visit): Promise<void> {
    const { item, path, refused, seen: before } = visit
    if (refused.length === 0) return
    const after = await this.#look(item)
    if (after === undefined) return
    for (const { operation, call } of refused)
      await this.#judge(operation, { operation, call, item, before, after }, path)
    Object.assign(visit, { seen: after, refused: [] })
  }

  /**
   * Reads the list at the end, and removes the item. The server is allowed to reject the removal because of
   * the item's state.
   * @returns True if the item is gone.
   */
  async #end({ item, path, seen }: Visit): Promise<boolean> {
    const { document } = this.#context
    const { resource } = this.#setting
    const last = path.at(-1)
    const listed = last === undefined ? undefined : await resultIfRun(() => findInList(this.#context, item))
    if (last !== undefined && listed?.value !== undefined)
      await this.#judgeListed(last, { path, first: listed, second: seen })
    const remove = operationById(document, resource.operations.delete)
    const call = remove && (await this.#send(remove, item))
    if (remove === undefined || call === undefined || isSuccess(call.answer)) return call !== undefined
    const after = await this.#look(item)
    const blamed = last ?? this.#actions[0]
    if (after !== undefined && blamed !== undefined)
      await this.#judge(blamed, { operation: remove, call, item, before: seen, after }, path)
    return false
  }

  /**
   * Records the faults of a step that recur when the same actions are repeated on another item, which nothing
   * else changes in the meantime.
   */
  async #judge(
    owner: OperationDescriptor,
    step: StateStep,
    path: readonly OperationDescriptor[],
  ): Promise<void> {
    const { answer } = step.call
    this.#note(owner, [
      ...inspectResponse(this.#context, step.operation, answer),
      ...inspectResponse(this.#context, step.after.by, step.after.answer),
    ])
    const found = stateFaults(this.#setting, step)
    if (found.length === 0) return
    const again = await this.#context.budget.makeSure(() => this.#repeat(step.operation, path))
    const repeated = again === undefined ? [] : stateFaults(this.#setting, again)
    this.#report(owner, found, repeated)
  }

  async #judgeListed(
    owner: OperationDescriptor,
    {
      path,
      ...looks
    }: {
      readonly path: readonly OperationDescriptor[]
      readonly first: Observation
      readonly second: Observation
    },
  ): Promise<void> {
    const found = stateDifferences(this.#setting, looks)
    if (found.length === 0) return
    const repeated = await this.#context.budget.makeSure(async () => {
      const visit = await this.#begin(path)
      if (visit === undefined) return []
      const [first] = await lookTwiceApart(() => resultIfRun(() => findInList(this.#context, visit.item)))
      return first === undefined ? [] : stateDifferences(this.#setting, { first, second: visit.seen })
    })
    this.#report(owner, found, repeated)
  }

  #report(
    owner: OperationDescriptor,
    found: readonly KnownViolation[],
    repeated: readonly KnownViolation[],
  ): void {
    const isAgain = ({ fact }: KnownViolation): boolean =>
      repeated.some((other) => other.fact.kind === fact.kind)
    this.#note(
      owner,
      found.filter(isAgain).map((violation) => this.#context.finding(violation)),
    )
  }

  #note({ operationId }: OperationDescriptor, findings: readonly Finding[]): void {
    this.#findings.set(operationId, [...(this.#findings.get(operationId) ?? []), ...findings])
  }

  async #repeat(
    operation: OperationDescriptor,
    path: readonly OperationDescriptor[],
  ): Promise<StateStep | undefined> {
    const visit = await this.#begin(path)
    if (visit === undefined) return undefined
    const { item } = visit
    const [first, before] = await lookTwiceApart(() => this.#look(item))
    if (first === undefined || before === undefined || !isSameAsKept(first.value, before.value))
      return undefined
    const call = await this.#send(operation, item)
    const after = call && (await this.#look(item))
    return call && after && { operation, call, item, before, after }
  }

  async #send(operation: OperationDescriptor, item: Item): Promise<Call | undefined> {
    this.#left--
    const values = this.#chosen.get(operation)
    return resultIfRun(() => {
      const plan = values && this.#context.pool.requests.best(operation, item.binding)
      const sent = isObject(plan?.body?.value) ? plan.body.value : {}
      const sending = plan && requestWithBody(plan, { ...sent, ...values })
      const attempt = { expecting: 'either', at: asFixture(item), ...(sending && { sending }) } as const
      return this.#context.attempt(operation, attempt)
    })
  }

  async #look(item: Item): Promise<Observation | undefined> {
    this.#left--
    return resultIfRun(() => observeItem(this.#context, item))
  }
}

/**
 * Names of properties that can represent a state: those with listed values, flags, and read-only ones that
 * can be null.
 */
function stateMembers(
  { document }: CheckContext,
  { envelopes }: ResourceDescriptor,
  read: OperationDescriptor,
): readonly string[] {
  const path = envelopes?.[read.operationId]?.shown ?? []
  const shown = shownSchemas(read, document).flatMap((schema) => [...(schema.at(path)?.properties ?? [])])
  return shown.flatMap(([name, { values, types, keywords }]) => {
    const isFilledIn = keywords.readOnly === true && types.includes('null')
    return values.listed !== undefined || types.includes('boolean') || isFilledIn ? [name] : []
  })
}
