import type { Progress } from './progress.ts'

/**
 * Prints lines for the user, skipping those that are `undefined`.
 * @returns 0, the exit code of a command that only prints.
 */
export function tellLines(progress: Progress, lines: readonly (string | undefined)[]): 0 {
  for (const line of lines) if (line !== undefined) progress.done(line)
  return 0
}
