import { type Exchange, formatReport, type ReportDocument, type TerminalOptions } from '@concordat/contract'
import type { Progress } from '../progress/progress.ts'
import { type ReportFile, STANDARD_OUTPUT, writeReportFiles } from './report-files.ts'

/** Width of text that goes to files and other programs. */
const PLAIN_WIDTH = 120

/**
 * Writes a report to its files, and its summary to standard output, or to standard error if a report goes to
 * standard output.
 * @param exchanges the run's exchanges, for formats that contain them.
 */
export async function tellReport(
  described: ReportDocument,
  {
    files,
    exchanges = [],
    progress,
    exitCode,
  }: {
    readonly files: readonly ReportFile[]
    readonly exchanges?: readonly Exchange[]
    readonly progress: Progress
    readonly exitCode: 0 | 1 | 2 | 3
  },
): Promise<void> {
  try {
    // Files are written first, because the program that reads standard output may already have ended.
    await writeReportFiles(files, described, exchanges)
  } finally {
    const stream = files.some(({ file }) => file === STANDARD_OUTPUT) ? process.stderr : process.stdout
    progress.result({ text: formatReport(described, terminalOf(stream)), stream, data: described, exitCode })
  }
}

/** Color and width of the output. On a terminal, NO_COLOR and FORCE_COLOR apply. */
function terminalOf(stream: NodeJS.WriteStream): TerminalOptions {
  if (!stream.isTTY) return { color: false, width: PLAIN_WIDTH }
  return { color: stream.hasColors(), width: stream.columns }
}
