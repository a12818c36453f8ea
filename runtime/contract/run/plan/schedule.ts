import type { OperationDescriptor } from '@concordat/runtime/http'
import { closing, quick } from '../../rules/checks/checks.ts'
import type { RunStep } from './step.ts'

/**
 * Orders the steps of a run so that an interrupted run has already found most kinds of faults. The rules run
 * on the first operation of each role, then each quick rule runs on all other operations, and then the
 * remaining steps run, operation by operation, so that shared items are used while they are fresh. The
 * closing rules come last. A removal comes right after the first create, so that items that cannot be removed
 * are not created repeatedly.
 */
export function inRunOrder(steps: readonly RunStep[]): readonly RunStep[] {
  const samples = firstOfEachRole(steps)
  const [last, earlier] = partition(steps, ({ check }) => closing.includes(check))
  const [sampled, further] = partition(earlier, ({ operation }) => samples.has(operation))
  const [light, rest] = partition(further, (step) => quick.includes(step.check) && !removesShared(step))
  const rounds = quick.flatMap((rule) => light.filter(({ check }) => check === rule))
  return [...removalSoon(sampled), ...rounds, ...rest, ...last]
}

/** Moves the first step of the removal to the place after the first step of the create. */
function removalSoon(steps: readonly RunStep[]): readonly RunStep[] {
  const [removal, create] = ['delete', 'create'].map((role) =>
    steps.find(({ operation }) => operation.resource?.role === role),
  )
  if (removal === undefined || create === undefined) return steps
  const others = steps.filter((step) => step !== removal)
  return others.toSpliced(others.indexOf(create) + 1, 0, removal)
}

/** True for the removal of the only item of its kind, which all later steps would need. */
function removesShared({ operation: { method, path } }: RunStep): boolean {
  return method === 'DELETE' && !path.includes('{')
}

/**
 * Returns the first operation of each role. The removal among them is the one for the items of the first
 * create, because another removal could delete items that earlier operations need.
 */
function firstOfEachRole(steps: readonly RunStep[]): ReadonlySet<OperationDescriptor> {
  const byRole = new Map<string, OperationDescriptor>()
  for (const { operation } of steps) {
    const { role = operation.method, name = '' } = operation.resource ?? {}
    const isMade = operation.method !== 'DELETE' || byRole.get('create')?.resource?.name === name
    if (!byRole.has(role) && isMade) byRole.set(role, operation)
  }
  return new Set(byRole.values())
}

function partition<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))]
}

/**
 * Distributes a run's time. The steps of an operation that has used up its share wait until all other
 * operations have run.
 * @param shareMs Each operation's share; `Infinity` if the run has no time limit.
 */
export class Schedule {
  readonly #waiting: RunStep[]
  readonly #late: RunStep[] = []
  readonly #used = new Map<OperationDescriptor, number>()
  readonly #shareMs: number

  constructor(steps: readonly RunStep[], shareMs: number) {
    this.#waiting = [...steps].reverse()
    this.#shareMs = shareMs
  }

  /** Returns the next step; `undefined` if none is left. */
  next(): RunStep | undefined {
    for (let step = this.#waiting.pop(); step !== undefined; step = this.#waiting.pop()) {
      if ((this.#used.get(step.operation) ?? 0) < this.#shareMs) return step
      this.#late.push(step)
    }
    return this.#late.shift()
  }

  /** Records the duration of a step. */
  note({ operation }: RunStep, milliseconds: number): void {
    this.#used.set(operation, (this.#used.get(operation) ?? 0) + milliseconds)
  }
}
