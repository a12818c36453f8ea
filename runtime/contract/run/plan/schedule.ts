import type { OperationDescriptor } from '@concordat/runtime/http'
import { closing, quick } from '../../rules/checks/checks.ts'
import type { RunStep } from './step.ts'

/**
 * Orders the steps of a run so that an interrupted run has already found most kinds of faults. The first of
 * the quick rules runs on all operations, so that even a slow server gets a valid request to each. All other
 * rules then run on the first operation of each role, the other quick rules on the other operations, and the
 * remaining steps operation by operation, so that shared items are used while they are fresh. The closing
 * rules come last. A removal comes right after the first create, so that items that cannot be removed are not
 * created repeatedly.
 */
export function inRunOrder(steps: readonly RunStep[]): readonly RunStep[] {
  const samples = firstOfEachRole(steps)
  const [last, earlier] = partition(steps, ({ check }) => closing.includes(check))
  const [light, heavy] = partition(earlier, (step) => quick.includes(step.check) && !removesShared(step))
  const [first = [], ...others] = quick.map((rule) => light.filter(({ check }) => check === rule))
  const [sampled, rest] = partition([...others.flat(), ...heavy], ({ operation }) => samples.has(operation))
  return removalSoon([...first, ...sampled, ...rest, ...last], samples)
}

/** Moves the first step of the sampled removal to the place after the first step of the sampled create. */
function removalSoon(
  steps: readonly RunStep[],
  samples: ReadonlySet<OperationDescriptor>,
): readonly RunStep[] {
  const [removal, create] = ['delete', 'create'].map((role) =>
    steps.find(({ operation }) => samples.has(operation) && operation.resource?.role === role),
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
