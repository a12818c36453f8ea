import { displayName } from '../../load/source/file-name.ts'
import type { Progress } from './progress.ts'

/** Shows on a terminal which document a command is reading, until the next line. */
export function showReading(document: string, progress: Progress): void {
  progress.live(`Reading ${displayName(document)} …`)
}
