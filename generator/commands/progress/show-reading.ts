import { fileDisplayName } from '../../load/source/file-name.ts'
import type { Progress } from './progress.ts'

/** Shows on a terminal which document is being read, until the next line is printed. */
export function showDocumentReading(document: string, progress: Progress): void {
  progress.live(`Reading ${fileDisplayName(document)} …`)
}
