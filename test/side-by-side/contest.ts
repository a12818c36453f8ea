import { type Fault, isUnseen } from '../mutants/fault.ts'
import { operationsAround } from '../mutants/run-fault.ts'
import type { CorrectService } from '../mutants/subject.ts'
import type { Tester, Trial } from './trial.ts'

/** What one tool made of one fault. */
export interface Outcome extends Trial {
  /** It complained about something that it does not complain about before the correct server. */
  readonly isCaught: boolean
}

export interface Verdict {
  readonly fault: Fault
  readonly unseen: boolean
  readonly ours: Outcome
  readonly theirs: Outcome
}

/** What a tool does where nothing is wrong. */
export interface Calm {
  /** Everything that it complained about in its runs before the correct server. */
  readonly falseAlarms: ReadonlySet<string>
  /** Further runs before the correct server, and how many of them would have counted as a fault caught. */
  readonly controls: number
  readonly wrongControls: number
}

export interface Contest {
  readonly ours: Calm
  readonly theirs: Calm
  /** In the order of the faults. */
  readonly verdicts: readonly Verdict[]
}

export interface ContestOptions {
  readonly service: CorrectService
  readonly ours: Tester
  readonly theirs: Tester
  readonly faults: readonly Fault[]
  readonly seed: string
  /** Runs at the same time. */
  readonly jobs: number
  readonly signal: AbortSignal
  readonly onStep: (text: string) => void
}

/** Runs of a tool before the correct server that make its false alarms: its requests are random. */
const CALM_RUNS = 2

/** Tries every fault on both tools, after both have shown what they complain about before the correct server. */
export async function runContest(options: ContestOptions): Promise<Contest> {
  const { service, faults, seed, onStep } = options
  onStep('our suite before the correct server')
  const ours = await findCalm(options.ours, { seed })
  const selections = new Map(faults.map((fault) => [keyOfSelection(service, fault), fault]))
  const calms = new Map<string, Calm>()
  await eachOf(selections, options, async ([key, fault]) => {
    calms.set(key, await findCalm(options.theirs, { seed, operations: operationsAround(service, fault) }))
    onStep(`Schemathesis before the correct server, ${calms.size} of ${selections.size} groups of operations`)
  })
  const verdicts = new Map<Fault, Verdict>()
  await eachOf(faults, options, async (fault) => {
    const theirs = calms.get(keyOfSelection(service, fault))
    if (theirs === undefined) throw new Error(`No run before the correct server fits "${fault.id}".`)
    verdicts.set(fault, await judge(options, { fault, ours, theirs }))
    onStep(`${verdicts.size} of ${faults.length} faults`)
  })
  return {
    ours,
    theirs: joinCalms([...calms.values()]),
    verdicts: faults.flatMap((fault) => verdicts.get(fault) ?? []),
  }
}

/** Works on so many items at the same time. */
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

function keyOfSelection(service: CorrectService, fault: Fault): string {
  return operationsAround(service, fault).join(' ')
}

async function findCalm(
  tester: Tester,
  { seed, operations }: { seed: string; operations?: readonly string[] },
): Promise<Calm> {
  const falseAlarms = new Set<string>()
  const selection = operations && { operations }
  for (let run = 0; run < CALM_RUNS; run += 1)
    for (const complaint of usable(await tester({ seed: `${seed}/calm ${run}`, ...selection })).complaints)
      falseAlarms.add(complaint)
  const control = usable(await tester({ seed: `${seed}/control`, ...selection }))
  const isWrong = [...control.complaints].some((complaint) => !falseAlarms.has(complaint))
  return { falseAlarms, controls: 1, wrongControls: isWrong ? 1 : 0 }
}

/** @throws Error when a run before the correct server is of no use: nothing could be judged by it. */
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

/** Each fault has a seed of its own: names that an earlier one left behind are not asked for again. */
async function judge(
  options: ContestOptions,
  { fault, ours, theirs }: { fault: Fault; ours: Calm; theirs: Calm },
): Promise<Verdict> {
  const { service } = options
  const seed = `${options.seed}/${fault.id}`
  return {
    fault,
    unseen: isUnseen(service.name, fault.id),
    ours: outcomeOf(await options.ours({ seed, fault }), ours),
    theirs: outcomeOf(
      await options.theirs({ seed, fault, operations: operationsAround(service, fault) }),
      theirs,
    ),
  }
}

function outcomeOf(trial: Trial, { falseAlarms }: Calm): Outcome {
  return { ...trial, isCaught: [...trial.complaints].some((complaint) => !falseAlarms.has(complaint)) }
}
