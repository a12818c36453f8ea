import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../bench/command.ts'
import { createProgress, type Progress } from '../../generator/commands/progress/progress.ts'
import { UsageError } from '../../generator/errors/problem.ts'
import type { Fault } from '../mutants/fault.ts'
import { referenceFaults, storeFaults } from '../mutants/faults/faults.ts'
import { startReference } from '../mutants/reference-service.ts'
import { startStoreService } from '../mutants/store-subject.ts'
import type { CorrectService } from '../mutants/subject.ts'
import { specification } from '../unit/spec/specification.ts'
import { runContest } from './contest.ts'
import { sampleFaults } from './sample.ts'
import { findSchemathesis, type Schemathesis } from './schemathesis.ts'
import { loadApi } from './schemathesis-settings.ts'
import { measureSpeed } from './speed.ts'
import { formatContest, formatSpeed, isFastEnough, LEAST_RATIO } from './tables.ts'
import { ourTester, theirTester } from './trial.ts'

const HELP = `Runs our contract suite and Schemathesis on the same servers, and prints requests per second and caught faults.

  npm run bench:contract -- FOLDER [OPTION]...
      --part NAME        speed, store or reference; repeatable (default: all)
      --rounds N         for speed (default 3)
      --operation ID     for speed: only this operation; repeatable (default: all)
      --max-examples N   cases that Schemathesis generates per operation in addition to its coverage phase (default 10)
      --sample N         faults of the reference service, drawn by the seed (default 40)
      --all              all faults of the reference service
      --seed TEXT        other values in the requests, another sample (default: contract)
      --jobs N           runs of store and reference in parallel (default 1)
      --help

FOLDER is a Python virtual environment with Schemathesis: python3 -m venv FOLDER && FOLDER/bin/pip install schemathesis

Seconds depend on the machine and are not judged; ratios within one run are.

Exit codes: 0 our requests per second are at least ${LEAST_RATIO} times theirs; 1 they are not; 2 wrong usage.`

const root = resolve(import.meta.dirname, '../..')

const PARTS = ['speed', 'store', 'reference'] as const
type Part = (typeof PARTS)[number]

interface Subjected {
  readonly start: () => Promise<CorrectService>
  readonly document: string
  readonly overlays: readonly string[]
  readonly faults: readonly Fault[]
}

const REFERENCE: Subjected = {
  start: startReference,
  ...specification,
  faults: referenceFaults,
}

const STORE: Subjected = {
  start: startStoreService,
  document: join(root, 'test/mutants/store.openapi.yaml'),
  overlays: [],
  faults: storeFaults,
}

interface Options {
  readonly parts: readonly Part[]
  readonly rounds: number
  readonly operations: readonly string[]
  readonly maxExamples: number
  /** `undefined`: all. */
  readonly sample: number | undefined
  readonly seed: string
  readonly jobs: number
}

interface Run {
  readonly tool: Schemathesis
  readonly options: Options
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** @returns true if our requests per second reach the required ratio. */
async function runSpeed({ tool, options, progress, signal }: Run): Promise<boolean> {
  const { rounds, maxExamples, operations } = options
  const { document, overlays } = REFERENCE
  const service = await REFERENCE.start()
  try {
    const contest = await measureSpeed({
      service,
      api: await loadApi(document, overlays),
      files: { document, overlays },
      ...{ tool, rounds, maxExamples, signal },
      ...(operations.length > 0 && { operations }),
      onRun: (text) => progress.step(`Speed, ${text}`),
    })
    progress.clear()
    console.log(`\nRequests per second to the reference service, medians of ${rounds} rounds`)
    console.log(formatSpeed(contest))
    const isFast = isFastEnough(contest)
    console.log(`Each ratio at least ${LEAST_RATIO}: ${isFast ? 'holds' : 'broken'}`)
    return isFast
  } finally {
    await service.stop()
  }
}

async function runFaults(
  subjected: Subjected,
  count: number | undefined,
  { tool, options, progress, signal }: Run,
): Promise<void> {
  const { seed, jobs, maxExamples } = options
  const { document, overlays, faults: all } = subjected
  const faults = count === undefined ? all : sampleFaults(all, { seed, count })
  const service = await subjected.start()
  try {
    const api = await loadApi(document, overlays)
    const contest = await runContest({
      ...{ service, faults, seed, jobs, signal },
      ours: ourTester(service),
      theirs: theirTester({ service, api, tool, maxExamples, signal }),
      onStep: (text) => progress.step(`Faults of the ${service.name} service, ${text}`),
    })
    progress.clear()
    console.log(
      `\nFaults before the ${service.name} service: ${faults.length} of ${all.length}, medians of a run`,
    )
    console.log(formatContest(contest))
  } finally {
    await service.stop()
  }
}

function atLeastOne({ text, option }: { text: string; option: string }): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} is "${text}". Expected: a whole number from 1.`)
}

function readParts(names: readonly string[]): readonly Part[] {
  const unknown = names.find((name) => !PARTS.some((part) => part === name))
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is no part; there are: ${PARTS.join(', ')}.`)
  return names.length === 0 ? PARTS : PARTS.filter((part) => names.includes(part))
}

await runCommand(async (signal) => {
  const { values, positionals } = parseArgs({
    options: {
      part: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string', default: '3' },
      operation: { type: 'string', multiple: true, default: [] },
      'max-examples': { type: 'string', default: '10' },
      sample: { type: 'string', default: '40' },
      all: { type: 'boolean', default: false },
      seed: { type: 'string', default: 'contract' },
      jobs: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (values.help) {
    console.log(HELP)
    return 0
  }
  if (folder === undefined || positionals.length > 1) throw new UsageError(`Name one folder.\n\n${HELP}`)
  const options: Options = {
    parts: readParts(values.part),
    rounds: atLeastOne({ text: values.rounds, option: 'rounds' }),
    operations: values.operation,
    maxExamples: atLeastOne({ text: values['max-examples'], option: 'max-examples' }),
    sample: values.all ? undefined : atLeastOne({ text: values.sample, option: 'sample' }),
    seed: values.seed,
    jobs: atLeastOne({ text: values.jobs, option: 'jobs' }),
  }
  const tool = await findSchemathesis(resolve(folder), signal)
  console.log(`Schemathesis ${tool.version}, seed "${options.seed}", ${options.maxExamples} examples`)
  const run: Run = { tool, options, progress: createProgress(process.stderr), signal }
  const isFast = !options.parts.includes('speed') || (await runSpeed(run))
  if (options.parts.includes('store')) await runFaults(STORE, undefined, run)
  if (options.parts.includes('reference')) await runFaults(REFERENCE, options.sample, run)
  return isFast ? 0 : 1
})
