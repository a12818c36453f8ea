import { relative } from 'node:path'
import {
  type ClausePlace,
  describeReport,
  type KnownFailure,
  renewBaseline,
  rulesToSelect,
  type SupervisedRun,
  shellCommandLine,
} from '@concordat/contract'
import { recordedExchange } from '@concordat/contract/passive'
import { counted } from '../../errors/counted.ts'
import type { Progress } from '../progress/progress.ts'
import { runExitCode } from '../reports/exit-code.ts'
import { failOnMissedLine } from '../reports/missed.ts'
import { reportProvenance } from '../reports/provenance.ts'
import { tellReport } from '../reports/tell-report.ts'
import { writeBaselineFile } from './baseline-file.ts'
import type { SettledTask } from './settle.ts'
import type { VerifyTask } from './task.ts'

/** Writes the requested reports, overlay and baseline. @returns the run's exit code. */
export async function tellVerifyRun(
  { report, coverage, exchanges }: SupervisedRun,
  {
    task,
    settled,
    command,
    progress,
    locateFinding,
  }: {
    readonly locateFinding: (clause: string) => ClausePlace
    readonly task: VerifyTask
    readonly settled: SettledTask
    readonly command: readonly string[]
    readonly progress: Progress
  },
): Promise<0 | 1 | 2 | 3> {
  const { given, config, read, served, baseline, reports } = task
  const { model } = read
  const described = describeReport({
    ...{ report, document: model.descriptor, coverage },
    checks: rulesToSelect(settled.settings.select ?? {}),
    locate: locateFinding,
    provenance: { ...reportProvenance(read, served?.page), command: shellCommandLine(command) },
  })
  const isRenewing = given.writeBaseline === true && report.ended === undefined
  const renewed = isRenewing ? settled.verify.baseline : undefined
  const missed = failOnMissedLine(described, given.failOnNotRun)
  const failed = missed === undefined ? 0 : 1
  const exitCode = renewed === undefined ? runExitCode(report) || failed : 0
  await tellReport(described, { files: reports, exchanges, progress, exitCode })
  if (missed !== undefined) progress.done(missed)
  if (given.propose !== undefined) {
    const { writeProposal } = await import('../repair/write-proposal.ts')
    const traffic = exchanges.flatMap((exchange) => recordedExchange(exchange) ?? [])
    // Requests are not trusted, because rules deliberately send what the document excludes.
    const observed = { config, read, traffic, bases: [settled.baseUrl], trustsRequests: false }
    progress.done((await writeProposal(observed, { file: given.propose, given })).text)
  }
  if (renewed !== undefined) progress.done(renew(renewed, renewBaseline(baseline, report)))
  return exitCode
}

/** Writes a run's failures as its baseline. @returns a line about it. */
function renew(file: string, failures: readonly KnownFailure[]): string {
  writeBaselineFile(file, failures)
  return `${relative(process.cwd(), file)}: ${counted(failures.length, 'known failure')}.`
}
