import { styleText } from 'node:util'
import { formatProblems, type Problem } from '../../errors/problem.ts'

/**
 * Reports a command's progress. On a terminal, a single line is updated; otherwise, each step is a separate
 * line.
 */
export interface Progress {
  /** Replaces the line that shows the current work. */
  step(text: string): void
  /**
   * Shows work that changes many times a second. The text is shown only on a terminal, truncated to its
   * width.
   */
  live(text: string): void
  /** Prints a permanent line. */
  done(text: string): void
  /** Reports warnings about documents. */
  warn(problems: readonly Problem[]): void
  /**
   * Prints the reason why the command fails although documents and usage are correct. It is printed even in
   * quiet mode.
   */
  fail(text: string): void
  /**
   * Prints a message immediately while the command keeps running. It is printed on standard output, or on
   * standard error if standard output is reserved for a JSON object.
   */
  announce(text: string): void
  /** Prints the result of the command. */
  result(result: CommandOutput): void
  /** Removes the line that shows the current work. */
  clear(): void
}

/** A command's result, for people and for programs. */
export interface CommandOutput {
  /**
   * Text for standard output or standard error, without a final line break. Absent if the lines printed
   * before are sufficient.
   */
  readonly text?: string
  readonly stream?: NodeJS.WriteStream
  readonly data: unknown
  readonly exitCode: 0 | 1 | 2 | 3
  /** True if the command keeps running; the result is then printed immediately, even in quiet mode. */
  readonly isRunning?: true
}

/** Problems and results that are collected for `--json`. */
export interface KeptForJson {
  readonly problems: Problem[]
  data?: unknown
  /** Prints the collected results while the command keeps running. */
  print(exitCode: 0 | 1 | 2 | 3): void
}

export interface ProgressOptions {
  /** Reports only failures. */
  readonly isQuiet?: boolean | undefined
  /** Collects problems and the result instead of printing them. */
  readonly kept?: KeptForJson | undefined
}

/** Minimum milliseconds between redraws. */
const REDRAW_MS = 80

export function createProgress(
  stream: NodeJS.WriteStream,
  { isQuiet = false, kept }: ProgressOptions = {},
): Progress {
  const lines = isQuiet ? silent : linesOf(stream)
  return {
    ...lines,
    warn(problems) {
      if (problems.length === 0) return
      if (kept !== undefined) kept.problems.push(...problems)
      else lines.done(formatProblems(problems))
    },
    fail(text) {
      lines.clear()
      stream.write(`${text}\n`)
    },
    announce(text) {
      lines.clear()
      const said = kept === undefined ? process.stdout : stream
      said.write(`${text}\n`)
    },
    result({ text, stream = process.stdout, data, exitCode, isRunning = false }) {
      lines.clear()
      if (kept !== undefined) {
        kept.data = data
        if (isRunning) kept.print(exitCode)
      } else if (text !== undefined && (isRunning || !isQuiet || exitCode !== 0)) stream.write(`${text}\n`)
    },
  }
}

type Lines = Pick<Progress, 'step' | 'live' | 'done' | 'clear'>

const silent: Lines = { step: () => {}, live: () => {}, done: () => {}, clear: () => {} }

function linesOf(stream: NodeJS.WriteStream): Lines {
  const line = (text: string) => {
    stream.write(`${text}\n`)
  }
  if (stream.isTTY !== true) return { ...silent, step: line, done: line }
  const style = (text: string) => styleText('dim', text, { stream })
  let drawn = Number.NEGATIVE_INFINITY
  const clear = () => {
    stream.clearLine(0)
    stream.cursorTo(0)
  }
  return {
    step(text) {
      clear()
      stream.write(style(text))
    },
    live(text) {
      const now = performance.now()
      if (now - drawn < REDRAW_MS) return
      drawn = now
      clear()
      // The text is truncated, because a line that wraps could not be erased.
      stream.write(style(text.slice(0, Math.max(stream.columns - 1, 20))))
    },
    done(text) {
      clear()
      line(text)
    },
    clear,
  }
}
