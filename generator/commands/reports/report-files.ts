import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type Exchange,
  holdsRequests,
  REPORT_FORMATS,
  type ReportDocument,
  type ReportFormat,
  renderReport,
} from '@concordat/contract'
import { didYouMean } from '@concordat/runtime/nearest'
import { UsageError } from '../../errors/problem.ts'
import { writeFileWhole } from '../../write/write.ts'

/** One `--report FORMAT=FILE`. */
export interface ReportFile<Format extends string = ReportFormat> {
  readonly format: Format
  /** "-" for standard output. */
  readonly file: string
}

export const STANDARD_OUTPUT = '-'

/** Formats for reports on other clients' traffic: those that do not contain requests. */
export const TRAFFIC_FORMATS: readonly ReportFormat[] = REPORT_FORMATS.filter(
  (format) => !holdsRequests(format),
)

/**
 * Parses `--report` before the run, because a later error would lose the run's results.
 * @param formats the command's formats; by default those for a run.
 * @throws {UsageError} for an unknown format, a missing folder, or two reports with the same target.
 */
export function readReportFiles(wanted: readonly string[]): readonly ReportFile[]
export function readReportFiles<Format extends string>(
  wanted: readonly string[],
  formats: readonly Format[],
): readonly ReportFile<Format>[]
export function readReportFiles(
  wanted: readonly string[],
  formats: readonly string[] = REPORT_FORMATS,
): readonly ReportFile<string>[] {
  const files = wanted.map((text) => readReportFile(text, formats))
  const twice = files.find(({ file }, index) => files.findIndex((other) => other.file === file) < index)
  if (twice !== undefined)
    throw new UsageError(`Two reports would be written to "${twice.file}". Give each its own file.`)
  return files
}

function readReportFile(text: string, formats: readonly string[]): ReportFile<string> {
  const [, name = text, file = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const format = formats.find((candidate) => candidate === name)
  if (format === undefined || file === '')
    throw new UsageError(
      `"--report ${text}" is not valid. Expected: FORMAT=FILE, such as --report ${formats[0]}=report.${formats[0]}. Formats: ${formats.join(', ')}.${didYouMean(name, formats)}`,
    )
  if (file === STANDARD_OUTPUT) return { format, file }
  const folder = dirname(resolve(file))
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(
      `"--report ${text}": there is no folder "${dirname(file)}". Create it, or choose another file.`,
    )
  if (existsSync(file) && statSync(file).isDirectory())
    throw new UsageError(`"--report ${text}": "${file}" is a folder. Specify a file in it.`)
  return { format, file }
}

/**
 * Writes each report, completely or not at all.
 * @throws {UsageError} if a file cannot be written, after writing all other reports.
 */
export async function writeReportFiles(
  files: readonly ReportFile[],
  report: ReportDocument,
  exchanges: readonly Exchange[] = [],
): Promise<void> {
  await writeReportTexts(files, (format) => renderReport(report, format, exchanges))
}

/**
 * Renders and writes each report, completely or not at all.
 * @throws {UsageError} if a file cannot be written, after writing all other texts.
 */
export async function writeReportTexts<Format extends string>(
  files: readonly ReportFile<Format>[],
  render: (format: Format) => string,
): Promise<void> {
  const failures: string[] = []
  const defects: unknown[] = []
  for (const { format, file } of files) {
    try {
      const text = render(format)
      if (file === STANDARD_OUTPUT) process.stdout.write(text)
      else
        await writeFileWhole(resolve(file), text).catch((error: Error) => {
          failures.push(`The ${format} report "${file}" cannot be written: ${error.message}.`)
        })
    } catch (error) {
      defects.push(error)
    }
  }
  if (defects.length > 0) throw defects[0]
  if (failures.length > 0) throw new UsageError(failures.join('\n'))
}

/** True if any of the reports contains the run's requests. */
export function reportsWantExchanges(files: readonly ReportFile[]): boolean {
  return files.some(({ format }) => holdsRequests(format))
}
