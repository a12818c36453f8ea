import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { isDateOrTime } from '../../../lexicon/lexicon.ts'
import type { Observation } from '../../evidence/observe.ts'
import { itemInState, type StateSetting } from './judge.ts'

/** Maximum number of steps from a new item to a state in which actions are tried. */
export const MOST_STATE_STEPS = 3

/** A success of an action. */
export interface ActionDone {
  /** The actions that led from a new item to the state in which this action succeeded. */
  readonly before: readonly OperationDescriptor[]
  /** True if the action was rejected when repeated. */
  readonly isRefusedAgain: boolean
}

/** A sequence of actions that leads to a state, and the actions tried in that state. */
interface State {
  readonly path: readonly OperationDescriptor[]
  readonly tried: Set<OperationDescriptor>
}

/**
 * The states in which a resource's items were seen. Each state has the path that leads to it from a new item,
 * and the actions tried in it.
 */
export class StateMap {
  readonly #setting: StateSetting
  readonly #actions: readonly OperationDescriptor[]
  /** The states, keyed by the values of the properties that define them. */
  readonly #states = new Map<string, State>()

  readonly done = new Map<string, ActionDone>()

  constructor(setting: StateSetting, actions: readonly OperationDescriptor[]) {
    this.#setting = setting
    this.#actions = actions
  }

  /** The shortest path to a state with untried actions. */
  unfinished(): readonly OperationDescriptor[] | undefined {
    return [...this.#states.values()]
      .filter(({ tried, path }) => path.length < MOST_STATE_STEPS && tried.size < this.#actions.length)
      .toSorted((one, other) => one.path.length - other.path.length)[0]?.path
  }

  /** Notes the path before an action's first success. */
  noteDone({ operationId }: OperationDescriptor, path: readonly OperationDescriptor[]): void {
    if (!this.done.has(operationId)) this.done.set(operationId, { before: [...path], isRefusedAgain: false })
  }

  /** Notes that an action was rejected when it was repeated. Any other rejection is ignored. */
  noteRefused(operation: OperationDescriptor, path: readonly OperationDescriptor[]): void {
    if (path.at(-1) !== operation) return
    this.done.set(operation.operationId, { before: path.slice(0, -1), isRefusedAgain: true })
  }

  /**
   * Returns an action that has not been tried yet in the item's state, and marks it as tried. Actions that
   * have been tried in no state come first.
   * @param path The actions that led to the state.
   */
  next(seen: Observation, path: readonly OperationDescriptor[]): OperationDescriptor | undefined {
    const key = this.#stateOf(seen)
    const state = this.#states.get(key) ?? { path: [...path], tried: new Set<OperationDescriptor>() }
    this.#states.set(key, state)
    const untried = this.#actions.filter((one) => !state.tried.has(one))
    const states = [...this.#states.values()]
    const action = untried.find((one) => !states.some(({ tried }) => tried.has(one))) ?? untried[0]
    if (action !== undefined) state.tried.add(action)
    return action
  }

  #stateOf(seen: Observation): string {
    const item = itemInState(this.#setting.resource, seen)
    if (!isObject(item)) return 'gone'
    // For times, numbers and objects, only their presence or absence is part of the state.
    return JSON.stringify(this.#setting.members.map((name) => plainOf(item[name])))
  }
}

function plainOf(value: unknown): unknown {
  if (typeof value === 'boolean' || (typeof value === 'string' && !isDateOrTime(value))) return value
  return value === null || value === undefined
}
