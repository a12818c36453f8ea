import { UsageError } from '../generator/errors/problem.ts'

/** Exit code for a wrong command line. */
const WRONG_USAGE = 2

/**
 * Runs a command and sets the exit code that it returns. Ctrl+C or a termination request aborts the command's
 * signal, so that the command can end its children and remove its temporary folders before the process exits.
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

/**
 * Parses the value of a numeric option.
 * @throws {UsageError} if it is not a whole number, or less than `least`.
 */
export function count(option: string, text: string, { least = 1 } = {}): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
  throw new UsageError(`"--${option}" must be a whole number of at least ${least}, not "${text}".`)
}

function isWrongUsage(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
