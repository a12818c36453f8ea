import { ProblemsError, UsageError } from '../errors/problem.ts'

/** The exit code of a failure: 1 for the document, 2 for wrong usage, 3 for a bug of ours. */
export function describeFailure(error: unknown): { readonly exitCode: 1 | 2 | 3; readonly text: string } {
  if (error instanceof ProblemsError) return { exitCode: 1, text: error.message }
  if (error instanceof UsageError) return { exitCode: 2, text: error.message }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { exitCode: 3, text: `Concordat failed. This is a bug in Concordat.\n${reason}` }
}
