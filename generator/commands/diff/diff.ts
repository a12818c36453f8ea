import { compareModels } from '../../diff/diff.ts'
import { judgeChanges } from '../../diff/judge/judgement.ts'
import { SEVERITIES, type Severity } from '../../diff/kinds/kinds.ts'
import { changelogDiff } from '../../diff/report/changelog.ts'
import { markdownDiff } from '../../diff/report/markdown.ts'
import { type DiffReport, describeDiff } from '../../diff/report/report.ts'
import { formatDiff } from '../../diff/report/text.ts'
import type { Given } from '../../options/options.ts'
import type { Progress } from '../progress/progress.ts'
import { showDocumentReading } from '../progress/show-reading.ts'
import { readReportFiles, STANDARD_OUTPUT, writeReportTexts } from '../reports/report-files.ts'
import { htmlDiff } from './html.ts'
import { junitDiff } from './junit.ts'
import { readDiffRules } from './read-rules.ts'
import { readDiffSide } from './read-side.ts'
import { sarifDiff } from './sarif.ts'

export interface DiffCommandOptions {
  /** A file, an address, or a file in a git revision. */
  readonly old: string
  readonly new: string
  readonly given: Given
  readonly progress: Progress
}

const FORMATS = ['json', 'markdown', 'changelog', 'html', 'junit', 'sarif'] as const

type Format = (typeof FORMATS)[number]

/**
 * Compares two documents.
 * @returns the exit code: 1 if a change is at least as severe as `--fail-on`.
 * @throws {ProblemsError} if a document is invalid.
 * @throws {UsageError} if a revision, kind or file does not exist.
 */
export async function diffCommand({ old, new: now, given, progress }: DiffCommandOptions): Promise<0 | 1> {
  const rules = readDiffRules(given)
  const files = readReportFiles(given.report ?? [], FORMATS)
  showDocumentReading(old, progress)
  const before = await readDiffSide(old, given)
  showDocumentReading(now, progress)
  const after = await readDiffSide(now, given)
  const { stripPrefix: stripPrefixes = [] } = given
  const changes = compareModels(before.model, after.model, { stripPrefixes })
  const report = describeDiff(judgeChanges(changes, rules), {
    old: { name: old, model: before.model, locate: (pointer) => before.locate(pointer) },
    new: { name: now, model: after.model, locate: (pointer) => after.locate(pointer) },
  })
  const writers: Readonly<Record<Format, () => string>> = {
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    markdown: () => markdownDiff(report),
    changelog: () => changelogDiff(report),
    html: () => htmlDiff(report),
    junit: () => junitDiff(report, failingOf(given)),
    sarif: () => sarifDiff(report),
  }
  await writeReportTexts(files, (format) => writers[format]())
  const stream = files.some(({ file }) => file === STANDARD_OUTPUT) ? process.stderr : process.stdout
  const exitCode = exitCodeOf(report, given)
  // Human-readable output shows only the changes.
  if (given.json === true) progress.warn([...before.warnings, ...after.warnings])
  progress.result({ text: formatDiff(report, { hasReports: true }), stream, data: report, exitCode })
  return exitCode
}

function exitCodeOf(report: DiffReport, given: Given): 0 | 1 {
  return failingOf(given).some((severity) => report.totals[severity] > 0) ? 1 : 0
}

/** Severities that make the command fail. */
function failingOf({ failOn = 'error' }: Given): readonly Severity[] {
  return failOn === 'never' ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1)
}
