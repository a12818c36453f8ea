import type { CommandOutcome, CommandResults } from '../commands/progress/outcome.ts'
import type { KeptForJson } from '../commands/progress/progress.ts'
import { type Problem, ProblemsError } from '../errors/problem.ts'
import type { CommandName } from '../options/declaration/commands.ts'
import { exitOfFailure } from './failure.ts'

/** Collects a command's output and prints it once. */
export class JsonOutcome implements KeptForJson {
  readonly problems: Problem[] = []
  data?: unknown
  readonly #command: CommandName | undefined
  #isPrinted = false

  constructor(command?: CommandName) {
    this.#command = command
  }

  /** Runs a command and prints its outcome, including errors. @returns the exit code. */
  async printAfter(run: () => Promise<number>): Promise<number> {
    const { exitCode, error } = await this.outcomeAfter(run)
    this.print(exitCode, error)
    return exitCode
  }

  /** Runs a command and returns its outcome without printing. */
  async outcomeAfter(run: () => Promise<number>): Promise<CommandOutcome> {
    try {
      return this.#outcome((await run()) as CommandOutcome['exitCode'])
    } catch (error) {
      const { exitCode, text } = exitOfFailure(error)
      const isOfDocument = error instanceof ProblemsError
      if (isOfDocument) this.problems.push(...error.problems)
      // If the object has already been printed, failures go to standard error.
      if (this.#isPrinted) process.stderr.write(`${text}\n`)
      return this.#outcome(exitCode, isOfDocument ? undefined : text)
    }
  }

  print(exitCode: CommandOutcome['exitCode'], error?: string): void {
    if (this.#isPrinted) return
    this.#isPrinted = true
    process.stdout.write(`${JSON.stringify(this.#outcome(exitCode, error), null, 2)}\n`)
  }

  #outcome(exitCode: CommandOutcome['exitCode'], error?: string): CommandOutcome {
    return {
      ...(this.#command !== undefined && { command: this.#command }),
      exitCode,
      problems: this.problems,
      ...(error !== undefined && { error }),
      ...(this.data !== undefined && { result: this.data as CommandResults[CommandName] }),
    }
  }
}
