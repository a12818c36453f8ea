import { fileDisplayName } from '../../load/source/file-name.ts'
import type { Progress } from './progress.ts'

/** Shows the document being read on a terminal, until the next line. */
export function showDocumentReading(document: string, progress: Progress): void {
  progress.live(`Reading ${fileDisplayName(document)} …`)
}
