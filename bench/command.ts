import { UsageError } from '../generator/errors/problem.ts'

/** What a command answers when the command line is wrong. */
const WRONG_USAGE = 2

/**
 * Runs a command to its exit code. Ctrl+C and a request to end abort its signal, so that it ends its children and removes its
 * temporary folders before the process goes.
 */
export async function runCommand(main: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => controller.abort(new Error(`Ended by ${name}.`)))
  try {
    process.exitCode = await main(controller.signal)
  } catch (error) {
    if (!controller.signal.aborted && !isWrongUsage(error)) throw error
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = controller.signal.aborted ? 1 : WRONG_USAGE
  }
}

function isWrongUsage(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
