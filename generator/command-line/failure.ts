import { ProblemsError, UsageError } from '../errors/problem.ts'

/** What a failure means to the process: 1 is a document's, 2 that of who called, 3 our own. */
export function describeFailure(error: unknown): { readonly exitCode: 1 | 2 | 3; readonly text: string } {
  if (error instanceof ProblemsError) return { exitCode: 1, text: error.message }
  if (error instanceof UsageError) return { exitCode: 2, text: error.message }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { exitCode: 3, text: `Concordat failed. This is a bug in Concordat.\n${reason}` }
}
