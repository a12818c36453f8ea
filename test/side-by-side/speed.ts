import { join } from 'node:path'
import type { CorrectService, Subject } from '../mutants/subject.ts'
import { runProgram } from './program.ts'
import { runSchemathesis, type Schemathesis } from './schemathesis.ts'
import type { Api } from './schemathesis-settings.ts'
import { countBetween, readServiceCount, type ServiceCount } from './service-count.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Numbers of concurrent parts in our runs: the default, and as many as keep both cores of a small machine
 * busy.
 */
const JOBS = [1, 4] as const

/**
 * Numbers of Schemathesis workers: the default, and more than the cores of a small machine, because workers
 * wait for responses.
 */
const WORKERS = [1, 4] as const

/** Far longer than any of our runs. */
const LIMIT_SECONDS = 15 * 60

export interface SpeedOptions {
  /** The service counts its own requests, at `/metrics`. */
  readonly service: CorrectService
  readonly api: Api
  /** The files of the same document, for our own command. */
  readonly files: { readonly document: string; readonly overlays: readonly string[] }
  readonly tool: Schemathesis
  readonly rounds: number
  readonly maxExamples: number
  /** operationIds; absent: all. */
  readonly operations?: readonly string[]
  readonly signal: AbortSignal
  readonly onRun: (text: string) => void
}

/** Measurements of our suite and of Schemathesis, each run in several ways. */
export interface SpeedContest {
  readonly ours: readonly Contestant[]
  readonly theirs: readonly Contestant[]
}

/** One run of one contestant. */
export interface Lap extends ServiceCount {
  /** Seconds that the whole command took, including its start. */
  readonly seconds: number
}

export interface Contestant {
  readonly name: string
  /** One a round. */
  readonly laps: readonly Lap[]
}

type Runner = (subject: Subject, round: number) => Promise<{ seconds: number }>

/**
 * Runs our command and Schemathesis alternately on one service, each with its own tenants.
 * @throws Error if a command did not test.
 */
export async function measureSpeed(options: SpeedOptions): Promise<SpeedContest> {
  const { service, rounds, onRun } = options
  const runners: readonly (readonly [string, Runner])[] = [
    ...JOBS.map(
      (jobs) =>
        [
          `concordat verify${jobs === 1 ? '' : ` --jobs ${jobs}`}`,
          (subject: Subject, round: number) => runOurs(options, { subject, round, jobs }),
        ] as const,
    ),
    ...WORKERS.map(
      (workers) =>
        [
          `Schemathesis, ${workers === 1 ? '1 worker' : `${workers} workers`}`,
          (subject: Subject, round: number) => runTheirs(options, { subject, round, workers }),
        ] as const,
    ),
  ]
  const laps = runners.map((): Lap[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, [name, run]] of runners.entries()) {
      onRun(`round ${round + 1} of ${rounds}: ${name}`)
      const subject = await service.makeSubject()
      const before = await readServiceCount(service.url)
      const { seconds } = await run(subject, round)
      laps[index]?.push({ ...countBetween(before, await readServiceCount(service.url)), seconds })
    }
  const all = runners.map(([name], index) => ({ name, laps: laps[index] ?? [] }))
  return { ours: all.slice(0, JOBS.length), theirs: all.slice(JOBS.length) }
}

async function runOurs(
  { service, files, operations = [], signal }: SpeedOptions,
  { subject, round, jobs }: { subject: Subject; round: number; jobs: number },
) {
  const [key = ''] = Object.values(subject.credentials)
  const [other = ''] = Object.values(subject.strangerCredentials)
  const parameters = Object.entries(subject.pathParameters ?? {})
  const ended = await runProgram({
    path: process.execPath,
    args: [
      ...['generator/cli.ts', 'verify', service.url, '--document', files.document],
      ...files.overlays.flatMap((overlay) => ['--overlay', overlay]),
      ...operations.flatMap((id) => ['--operation', id]),
      ...['--seed', `speed/${round}`, '--jobs', String(jobs)],
    ],
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      CONCORDAT_KEY: key,
      CONCORDAT_OTHER_KEY: other,
      ...Object.fromEntries(parameters.map(([name, value]) => [`CONCORDAT_PATH_${name}`, value])),
    },
    limitSeconds: LIMIT_SECONDS,
    signal,
  })
  if (ended.code !== 0 && ended.code !== 1)
    throw new Error(`concordat verify ended with ${ended.code}:\n${ended.output}`)
  return ended
}

async function runTheirs(
  options: SpeedOptions,
  { subject, round, workers }: { subject: Subject; round: number; workers: number },
) {
  const { service, api, tool, maxExamples, operations, signal } = options
  const { url } = service
  const found = await runSchemathesis(
    tool,
    { api, url, subject, seed: round, workers, maxExamples, signal, ...(operations && { operations }) },
    { isReported: false },
  )
  if (found.isCut) throw new Error('Schemathesis did not end within its time limit.')
  return found
}
