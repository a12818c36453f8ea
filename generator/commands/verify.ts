import { createHash } from 'node:crypto'
import { extname, join, relative } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pathToFileURL } from 'node:url'
import {
  type ContractReport,
  type ContractSettings,
  commandLine,
  describeReport,
  FindingLines,
  type KnownFailure,
  renewBaseline,
  replayLine,
  rulesOf,
  SelectionError,
  type SupervisedRun,
  superviseContract,
  type Target,
  TargetError,
  Worker,
} from '@concordat/contract'
import { DEFAULT_TIMEOUT_MS, transportOf } from '@concordat/contract/access'
import { recordedFrom } from '@concordat/contract/passive'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { onlyConfig } from '../configuration/given-config.ts'
import { UsageError } from '../errors/problem.ts'
import type { VerifyConfig } from '../options/config/config-types.ts'
import { millisecondsOf } from '../options/kinds/duration.ts'
import type { Given, GivenFlag } from '../options/options.ts'
import { EXECUTABLE, WORKER_WORD } from '../package/executable.ts'
import { readManifest } from '../package/manifest.ts'
import { ROOT } from '../package/root.ts'
import { readDocument } from '../pipeline/read-document.ts'
import { findingLocator } from './locate-finding.ts'
import type { Progress } from './progress/progress.ts'
import { RunProgress } from './progress/run-progress.ts'
import { missedLine } from './reports/missed.ts'
import { readReportFiles, wantsExchanges } from './reports/report-files.ts'
import { tellReport } from './reports/tell-report.ts'
import { LookAround } from './verify/address/ask-around.ts'
import { readBaseUrl } from './verify/address/base-url.ts'
import { documentOfServer, foundLine } from './verify/address/document-of.ts'
import { readHeld } from './verify/address/held-document.ts'
import type { ServedDocument } from './verify/address/served-document.ts'
import { settleServer } from './verify/address/server-of.ts'
import { readBaseline, writeBaseline } from './verify/baseline-file.ts'
import { credentialTable } from './verify/credential-table.ts'
import { leavesBehindLine } from './verify/leaves-behind.ts'
import { leftAloneLines } from './verify/left-alone.ts'
import { planLines } from './verify/plan-lines.ts'
import { replayed } from './verify/replay.ts'
import { answerChallenge } from './verify/settings/answer-challenge.ts'
import { readText } from './verify/settings/data-file.ts'
import { environmentWith } from './verify/settings/environment.ts'
import { judgedConfig, OF_DOCUMENT } from './verify/settings/judged-config.ts'
import { buildSettings } from './verify/settings/settings.ts'
import { signOf } from './verify/settings/sign-of.ts'
import { Signals } from './verify/signals.ts'
import type { WorkerGiven } from './verify/worker-settings.ts'

/** Share of the longest run time after which no answer is waited for. */
const LOOK_SHARE = 0.25

export interface VerifyOptions {
  /** Base URL as a person wrote it. */
  readonly baseUrl: string
  /** Settings of the command line. */
  readonly given: Given
  /** The options as they were typed, for commands that repeat a check. */
  readonly flags: readonly GivenFlag[]
  readonly progress: Progress
}

/**
 * Runs the contract rules from the document alone, as the configuration, the command line and the
 * environment say. Reports go to the files that `--report` names, the summary to the standard output, or
 * beside it when a report goes there.
 * @returns 0 when every rule held but for known failures, 1 when one failed, a known failure passed, or the
 * run ended early, 2 when nothing was judged, 3 when the suite itself failed and no rule did.
 * @throws {UsageError} for wrong options, an unknown operation, tag, rule or grade, and for a
 * server that cannot be tested at all.
 */
export async function verifyCommand(options: VerifyOptions): Promise<0 | 1 | 2 | 3> {
  const { progress, given: asked } = options
  const address = readBaseUrl(options.baseUrl)
  const { served, sent, headers } = await servedDocument(address, asked, progress)
  const given =
    served === undefined ? asked : { ...asked, document: served.document, documentHeaders: headers }
  const config = await onlyConfig(given)
  const configured = judgedConfig(config, given)
  const isWriting = given.writeBaseline === true
  const baseline = knownFailures(configured, isWriting)
  const reports = readReportFiles(given.report ?? [])
  // It loads the suite while the document is read.
  const worker = new Worker({ entry: WORKER })
  const read = await readHeld(served ?? {}, () => readDocument(config))
  const { model, warnings, locate } = read
  progress.warn(warnings)
  const locateFinding = await findingLocator({ model, locate }, given.source)
  if (configured.grades === OF_DOCUMENT)
    progress.done(
      'What only an overlay from the command line states is not checked; --grade decided includes it.',
    )
  const document = model.descriptor
  const environment = environmentWith(given)
  const settingsFor = (verify: VerifyConfig, url: string): Promise<ContractSettings> =>
    buildSettings(verify, { document, baseUrl: url, environment, baseline })
  const { target: first } = await settingsFor(configured, address)
  if (given.plan === true) return tellLines(progress, planLines(document, first))
  const look = new LookAround({
    ...{ ...first, headers: plainHeaders(first), sent },
    giveUpAt: lookEnd(configured.maxTime),
  })
  const { baseUrl, challenge } = await settleServer(address, {
    ...{ document, served, target: first, ask: look.ask },
    servers: model.servers.map(({ url }) => url),
    location: [served?.page, config.document].find((place) => /^https?:/.test(place ?? '')),
    say: (line) => progress.done(line),
  })
  const answered = answerChallenge(challenge, { document, given })
  const verify = answered === undefined ? configured : judgedConfig(config, answered.given)
  const settings = await settingsFor(verify, baseUrl)
  const command = ['concordat', 'verify', baseUrl, ...replayed(options.flags)]
  const { target, select } = settings
  // Identities and requests of the run, requests that it does not send, and
  // items that it leaves on the server.
  tellLines(progress, [
    answered?.line ?? credentialTable({ document, target, select, environment }),
    ...leftAloneLines(document, target),
    leavesBehindLine(document, target),
  ])
  const signals = new Signals((message) => progress.done(message))
  const { report, coverage, exchanges } = await run({
    ...{ document, base: model.base, decided: model.decided, baseUrl, command, verify },
    settings,
    handed: {
      given: answered?.given ?? given,
      baseUrl,
      keepsExchanges: wantsExchanges(reports) || given.propose !== undefined,
    },
    sent: look.sent,
    worker,
    ...{ signals, progress },
  }).finally(() => {
    progress.clear()
    signals.close()
  })
  const described = describeReport({
    report,
    document,
    checks: rulesOf(select ?? {}),
    locate: locateFinding,
    coverage,
    provenance: {
      version: readManifest().version,
      node: process.versions.node,
      command: commandLine(command),
      document: digestOf(model.document, served?.page ?? config.document),
    },
  })
  const renewed = isWriting && report.ended === undefined ? verify.baseline : undefined
  const missed = missedLine(described, given.failOnNotRun)
  const failed = missed === undefined ? 0 : 1
  const exitCode = renewed === undefined ? exitCodeOf(report) || failed : 0
  await tellReport(described, { files: reports, exchanges, progress, exitCode })
  if (missed !== undefined) progress.done(missed)
  if (given.propose !== undefined) {
    const { writeProposal } = await import('./repair/write-proposal.ts')
    const traffic = exchanges.flatMap((exchange) => recordedFrom(exchange) ?? [])
    // Rules send what the document excludes, to see it refused.
    const observed = { config, read, traffic, bases: [baseUrl], trustsRequests: false }
    progress.done((await writeProposal(observed, { file: given.propose, given })).text)
  }
  if (renewed !== undefined) progress.done(renew(renewed, renewBaseline(baseline, report)))
  if (signals.failure !== undefined) throw signals.failure
  return exitCode
}

/** @returns 0, the exit code of a command that only prints. */
function tellLines(progress: Progress, lines: readonly (string | undefined)[]): 0 {
  for (const line of lines) if (line !== undefined) progress.done(line)
  return 0
}

/** Writes the failures of a run as its baseline. @returns the line that says so. */
function renew(file: string, failures: readonly KnownFailure[]): string {
  writeBaseline(file, failures)
  return `${relative(process.cwd(), file)}: ${failures.length} known failures.`
}

/**
 * The document that the server serves, if nobody names one, the number of requests that found it, and their
 * headers; and the authorities that reading one needs.
 */
async function servedDocument(
  baseUrl: string,
  given: Given,
  progress: Progress,
): Promise<{
  readonly served: ServedDocument | undefined
  readonly sent: number
  readonly headers: Readonly<Record<string, string>>
}> {
  const authority = given.ca === undefined ? undefined : readText(given.ca)
  if (authority !== undefined) setDefaultCACertificates([...getCACertificates('default'), authority])
  const tls = { authority }
  const sign = signOf(given)
  const giveUpAt = lookEnd(given.maxTime)
  const connection = {
    baseUrl,
    timeoutMs: Math.min(given.timeout ?? DEFAULT_TIMEOUT_MS, giveUpAt ?? Number.POSITIVE_INFINITY),
    transport: transportOf({ tls, sign, baseUrl }),
  }
  const headers = Object.fromEntries(
    Object.entries({ ...given.headers, ...given.documentHeaders }).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
  const { rate, maxRequests } = given
  const look = new LookAround({
    tls,
    sign,
    baseUrl,
    headers,
    rate,
    maxRequests,
    timeoutMs: connection.timeoutMs,
    giveUpAt,
  })
  const served = await documentOfServer(baseUrl, { given, connection, look })
  if (served !== undefined) progress.done(foundLine(served))
  return { served, sent: look.sent, headers }
}

/** When to stop looking around: a run with little time should still judge something. */
function lookEnd(maxTime: VerifyConfig['maxTime']): number | undefined {
  const maxTimeMs = millisecondsOf(maxTime)
  return maxTimeMs === undefined ? undefined : maxTimeMs * LOOK_SHARE
}

/** Headers that are known before a run: none that a login or a command would supply. */
function plainHeaders({ headers = {} }: Target): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}

/** @see docs/verify.md, Exit codes */
function exitCodeOf({ results, stale, ended }: ContractReport): 0 | 1 | 2 | 3 {
  const has = (status: string): boolean => results.some(({ outcome }) => outcome.status === status)
  if (has('failed') || stale.length > 0 || ended !== undefined) return 1
  if (has('defect')) return 3
  return results.length === 0 || has('passed') || has('known') ? 0 : 2
}

/**
 * The entry of the worker: a source in the repository, JavaScript in the package, a
 * word that an executable is given.
 */
const WORKER =
  EXECUTABLE === undefined
    ? pathToFileURL(join(ROOT, `generator/commands/verify/worker${extname(import.meta.filename)}`))
    : WORKER_WORD

async function run(options: {
  readonly document: DocumentDescriptor
  readonly base: DocumentDescriptor | undefined
  readonly decided: readonly string[] | undefined
  readonly baseUrl: string
  readonly command: readonly string[]
  readonly verify: VerifyConfig
  readonly settings: ContractSettings
  readonly handed: WorkerGiven
  /** Requests so far. */
  readonly sent: number
  readonly worker: Worker
  readonly signals: Signals
  readonly progress: Progress
}): Promise<SupervisedRun> {
  const { document, base, decided, baseUrl, command, verify, settings, handed, worker, signals, progress } =
    options
  const { sent } = options
  const { select, seed, baseline } = settings
  const running = new RunProgress(progress)
  const lines = new FindingLines()
  const maxTimeMs = millisecondsOf(verify.maxTime)
  try {
    return await superviseContract({
      ...{ entry: WORKER, first: worker, given: handed, document, base, decided, baseUrl, sent },
      ...(select !== undefined && { select }),
      ...(seed !== undefined && { seed }),
      ...(baseline !== undefined && { baseline }),
      ...(maxTimeMs !== undefined && { maxTimeMs }),
      preparationMs: performance.now(),
      ...(settings.target.concurrency !== undefined && { concurrency: settings.target.concurrency }),
      ...{ stop: signals.stop, abandon: signals.abandon },
      replay: (check) => replayLine(command, check),
      onProgress: (step) => running.step(step),
      onRequest: () => running.request(),
      onResult: (result) => {
        for (const line of lines.linesOf(result)) progress.done(line)
      },
    })
  } catch (error) {
    if (error instanceof TargetError || error instanceof SelectionError) throw new UsageError(error.message)
    throw error
  }
}

/** Names a document by its content: two runs with the same digest tested the same document. */
function digestOf(document: unknown, file: string): { readonly file: string; readonly sha256: string } {
  const name = /^https?:/.test(file) ? file : relative(process.cwd(), file)
  return { file: name, sha256: createHash('sha256').update(JSON.stringify(document)).digest('hex') }
}

function knownFailures({ baseline }: VerifyConfig, isWriting: boolean): readonly KnownFailure[] {
  if (baseline !== undefined) return readBaseline(baseline, { mayBeMissing: isWriting })
  if (isWriting) throw new UsageError('--write-baseline needs a file. Fix: name it with --baseline.')
  return []
}
