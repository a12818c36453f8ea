import { ProblemsError, UsageError } from '../errors/problem.ts'
import { PROGRAM } from '../package/executable.ts'

/**
 * Message and exit code for a failure: 1 for a problem in the document, 2 for wrong usage, 3 for anything
 * else.
 */
export function exitOfFailure(error: unknown): { readonly exitCode: 1 | 2 | 3; readonly text: string } {
  if (error instanceof ProblemsError) return { exitCode: 1, text: `${error.message}${explained(error)}` }
  if (error instanceof UsageError) return { exitCode: 2, text: error.message }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    exitCode: 3,
    text: `Concordat failed. Unless your system or your own code is the cause, this is a bug in Concordat.\n${reason}`,
  }
}

/** A line that tells users how to get an explanation of the first error's code. */
function explained({ problems }: ProblemsError): string {
  const { code } = problems.find(({ severity }) => severity === 'error') ?? {}
  return code === undefined ? '' : `\nFor details, run: ${PROGRAM} explain ${code}`
}
