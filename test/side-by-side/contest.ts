import { type Fault, isUnseen } from '../mutants/fault.ts'
import { operationsAround } from '../mutants/run-fault.ts'
import type { CorrectService } from '../mutants/subject.ts'
import type { Tester, Trial } from './trial.ts'

/** A tool's outcome for one fault. */
export interface Outcome extends Trial {
  /** True if it complained about something about which it does not complain on the correct server. */
  readonly isCaught: boolean
}

/** The same value for both tools. */
interface Pair<Item> {
  readonly ours: Item
  readonly theirs: Item
}

export interface Verdict extends Pair<Outcome> {
  readonly fault: Fault
  readonly unseen: boolean
}

/** A tool's behaviour if nothing is wrong. */
export interface Calm {
  /** Everything about which it complained in its runs on the correct server. */
  readonly falseAlarms: ReadonlySet<string>
  /**
   * Further runs on the correct server; `wrongControls` counts those in which a fault would have been
   * considered caught.
   */
  readonly controls: number
  readonly wrongControls: number
}

export interface Contest extends Pair<Calm> {
  /** In the order of the faults. */
  readonly verdicts: readonly Verdict[]
}

export interface ContestOptions {
  readonly service: CorrectService
  readonly ours: Tester
  readonly theirs: Tester
  readonly faults: readonly Fault[]
  readonly seed: string
  /** Number of concurrent runs. */
  readonly jobs: number
  readonly signal: AbortSignal
  readonly onStep: (text: string) => void
}

/**
 * Number of a tool's runs on the correct server that collect its false alarms, because its requests are
 * random.
 */
const CALM_RUNS = 2

/** Tests every fault with both tools, after both have shown their complaints about the correct server. */
export async function runContest(options: ContestOptions): Promise<Contest> {
  const { service, faults, seed, onStep } = options
  const groups = new Map(faults.map((fault) => [keyOfGroup(service, fault), fault]))
  const calms = new Map<string, Pair<Calm>>()
  await eachOf(groups, options, async ([key, fault]) => {
    const ours = await findCalm(options.ours, { seed, fault })
    calms.set(key, { ours, theirs: await findCalm(options.theirs, { seed, fault }) })
    onStep(`before the correct server, ${calms.size} of ${groups.size} groups of operations`)
  })
  const verdicts = new Map<Fault, Verdict>()
  await eachOf(faults, options, async (fault) => {
    const calm = calms.get(keyOfGroup(service, fault))
    if (calm === undefined) throw new Error(`No run before the correct server fits "${fault.id}".`)
    verdicts.set(fault, await judge(options, { fault, calm }))
    onStep(`${verdicts.size} of ${faults.length} faults`)
  })
  const pairs = [...calms.values()]
  return {
    ours: joinCalms(pairs.map(({ ours }) => ours)),
    theirs: joinCalms(pairs.map(({ theirs }) => theirs)),
    verdicts: faults.flatMap((fault) => verdicts.get(fault) ?? []),
  }
}

/** Works on several items at the same time. */
async function eachOf<Item>(
  items: Iterable<Item>,
  { jobs, signal }: { jobs: number; signal: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values()
  async function go(): Promise<void> {
    for (const item of waiting) {
      signal.throwIfAborted()
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: jobs }, go))
}

/**
 * Faults of the same resources are tested with the same operations, and share the runs on the correct server.
 */
function keyOfGroup(service: CorrectService, fault: Fault): string {
  return operationsAround(service, fault).join(' ')
}

async function findCalm(tester: Tester, { seed, fault }: { seed: string; fault: Fault }): Promise<Calm> {
  const test = async (name: string) =>
    usable(await tester({ seed: `${seed}/${name}`, fault, isBroken: false })).complaints
  const falseAlarms = new Set<string>()
  for (let run = 0; run < CALM_RUNS; run += 1)
    for (const complaint of await test(`calm ${run}`)) falseAlarms.add(complaint)
  const isWrong = [...(await test('control'))].some((complaint) => !falseAlarms.has(complaint))
  return { falseAlarms, controls: 1, wrongControls: isWrong ? 1 : 0 }
}

/** @throws Error if a run on the correct server is unusable, because nothing could be judged by it. */
function usable(trial: Trial): Trial {
  if (trial.unusable !== undefined)
    throw new Error(`A run before the correct server is of no use: ${trial.unusable}`)
  return trial
}

function joinCalms(calms: readonly Calm[]): Calm {
  return {
    falseAlarms: new Set(calms.flatMap(({ falseAlarms }) => [...falseAlarms])),
    controls: calms.reduce((sum, { controls }) => sum + controls, 0),
    wrongControls: calms.reduce((sum, { wrongControls }) => sum + wrongControls, 0),
  }
}

/**
 * Tests one fault, with its own seed, so that names that an earlier run left behind are not requested again.
 */
async function judge(
  options: ContestOptions,
  { fault, calm }: { fault: Fault; calm: Pair<Calm> },
): Promise<Verdict> {
  const trial = { seed: `${options.seed}/${fault.id}`, fault, isBroken: true }
  return {
    fault,
    unseen: isUnseen(options.service.name, fault.id),
    ours: outcomeOf(await options.ours(trial), calm.ours),
    theirs: outcomeOf(await options.theirs(trial), calm.theirs),
  }
}

function outcomeOf(trial: Trial, { falseAlarms }: Calm): Outcome {
  return { ...trial, isCaught: [...trial.complaints].some((complaint) => !falseAlarms.has(complaint)) }
}
