import { type Exchange, formatReport, type ReportDocument, type TerminalOptions } from '@concordat/contract'
import type { Progress } from '../progress/progress.ts'
import { type ReportFile, STANDARD_OUTPUT, writeReportFiles } from './report-files.ts'

/** Columns of prose that goes to a file or another program. */
const PLAIN_WIDTH = 120

/**
 * Writes a report to its files, and its summary to the standard output, or
 * beside it when a report goes there.
 * @param exchanges of the run, for formats that hold them.
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
    // First what is to last: nobody may be there any more to read the rest.
    await writeReportFiles(files, described, exchanges)
  } finally {
    const stream = files.some(({ file }) => file === STANDARD_OUTPUT) ? process.stderr : process.stdout
    progress.result({ text: formatReport(described, terminalOf(stream)), stream, data: described, exitCode })
  }
}

/** Colour and width are a terminal's; NO_COLOR and FORCE_COLOR are heeded. */
function terminalOf(stream: NodeJS.WriteStream): TerminalOptions {
  if (!stream.isTTY) return { color: false, width: PLAIN_WIDTH }
  return { color: stream.hasColors(), width: stream.columns }
}
