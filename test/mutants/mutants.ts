import { parseArgs } from 'node:util'
import { DEFAULT_BUDGET, parseBudget } from '@concordat/contract'
import { type Fault, KINDS, RULES, type ServiceName } from './fault.ts'
import { referenceFaults, storeFaults } from './faults/faults.ts'
import { startReference } from './reference-service.ts'
import { formatScore, formatVerdict, scoreSuite } from './score.ts'
import { SPELLINGS, type Spelling, type SpellingName } from './store-spelling.ts'
import { startStoreService } from './store-subject.ts'
import type { CorrectService } from './subject.ts'

const HELP = `npm run mutants -- [OPTION]...

Runs the contract suite against two correct services, then once for each known way to break the contract, and prints what it
caught, what it missed (unseen faults without their names) and what it found although nothing is wrong.

  --service NAME   reference or store (default: both)
  --rule NAME      only faults of this rule; repeatable, like the next option
  --kind NAME      only faults of this kind, or "any"
  --fault ID       only this fault
  --spelling NAME  how the store writes its paths: ${Object.keys(SPELLINGS).join(', ')} (default: plain)
  --seed TEXT      other values in the same requests (default: mutants)
  --budget N       requests for each operation, or "exhaustive" (default: that of every run)
  --jobs N         runs in parallel (default: 2)
  --help

Exit codes: 0 every fault was caught and nothing else found; 1 otherwise; 2 wrong usage.`

interface Stage {
  readonly start: (spelling: Spelling) => Promise<CorrectService>
  readonly faults: readonly Fault[]
}

const STAGES: Readonly<Record<ServiceName, Stage>> = {
  reference: { start: startReference, faults: referenceFaults },
  store: { start: startStoreService, faults: storeFaults },
}

/** Rejects options that cannot be run before anything is started. */
function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      service: { type: 'string' },
      rule: { type: 'string', multiple: true, default: [] },
      kind: { type: 'string', multiple: true, default: [] },
      fault: { type: 'string', multiple: true, default: [] },
      spelling: { type: 'string', default: 'plain' },
      seed: { type: 'string', default: 'mutants' },
      budget: { type: 'string', default: String(DEFAULT_BUDGET) },
      jobs: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  })
  const { service, rule: rules, kind: kinds, fault: ids, seed, help } = values
  const names = Object.keys(STAGES) as ServiceName[]
  const services = names.filter((name) => service === undefined || service === name)
  if (services.length === 0) throw new RangeError(`There is no service "${service}".`)
  const wrong = rules.find((rule) => !RULES.some((known) => known === rule))
  if (wrong !== undefined)
    throw new RangeError(`There is no rule "${wrong}". Expected one of: ${RULES.join(', ')}.`)
  const knownKinds = ['any', ...KINDS]
  const wrongKind = kinds.find((kind) => !knownKinds.includes(kind))
  if (wrongKind !== undefined)
    throw new RangeError(`There is no kind "${wrongKind}". Expected one of: ${knownKinds.join(', ')}.`)
  const isOfKind = (kind: string | undefined): boolean =>
    kinds.length === 0 || (kind !== undefined && (kinds.includes('any') || kinds.includes(kind)))
  const selected = ({ id, rule, kind }: Fault): boolean =>
    (rules.length === 0 || rules.includes(rule)) && isOfKind(kind) && (ids.length === 0 || ids.includes(id))
  if (services.every((name) => !STAGES[name].faults.some(selected)))
    throw new RangeError('The options leave no fault.')
  if (!Object.hasOwn(SPELLINGS, values.spelling))
    throw new RangeError(
      `There is no spelling "${values.spelling}". Expected one of: ${Object.keys(SPELLINGS).join(', ')}.`,
    )
  const spelling = SPELLINGS[values.spelling as SpellingName]
  const jobs = Number(values.jobs)
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`--jobs is "${values.jobs}": expected 1 or more.`)
  return { services, selected, spelling, seed, budget: parseBudget(values.budget, '--budget'), jobs, help }
}

/** Scores one service. Returns true if the suite has no false alarms on it. */
async function runStage(name: ServiceName, options: StageOptions): Promise<boolean> {
  const { start, faults } = STAGES[name]
  const selected = faults.filter(options.selected)
  if (selected.length === 0) return true
  const service = await start(options.spelling)
  try {
    const score = await scoreSuite(service, {
      ...options,
      faults: selected,
      onVerdict(verdict, done) {
        process.stderr.write(`${done}/${selected.length} ${formatVerdict(verdict)}\n`)
      },
    })
    process.stdout.write(`${formatScore(score)}\n\n`)
    const missed = score.verdicts.some(({ outcome }) => outcome === 'missed')
    return !missed && score.falseAlarms.length === 0 && !options.signal.aborted
  } finally {
    await service.stop()
  }
}

interface StageOptions {
  readonly selected: (fault: Fault) => boolean
  readonly spelling: Spelling
  readonly seed: string
  readonly budget: number
  readonly jobs: number
  readonly signal: AbortSignal
}

async function run(args: readonly string[]): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${HELP}\n`)
    return 2
  }
  if (options.help) {
    process.stdout.write(`${HELP}\n`)
    return 0
  }
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  const started = performance.now()
  let whole = true
  for (const name of options.services) {
    if (stop.signal.aborted) break
    whole = (await runStage(name, { ...options, signal: stop.signal })) && whole
  }
  process.stdout.write(
    `${((performance.now() - started) / 1000).toFixed(0)} s, seed "${options.seed}", budget ${options.budget}\n`,
  )
  if (stop.signal.aborted) process.stdout.write('The run was interrupted.\n')
  return whole && !stop.signal.aborted ? 0 : 1
}

process.exitCode = await run(process.argv.slice(2))
