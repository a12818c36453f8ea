import { styleText } from 'node:util'
import { formatProblems, type Problem } from '../../errors/problem.ts'

/** Report of a command's progress: a terminal gets one line that changes, anything else plain lines. */
export interface Progress {
  /** Replaces the line of the work under way. */
  step(text: string): void
  /** The line of work that changes many times a second: on a terminal alone, cut to its width. */
  live(text: string): void
  /** A line that stays. */
  done(text: string): void
  /** Reports problems of a document that do no harm. */
  warn(problems: readonly Problem[]): void
  /**
   * The reason why the command fails although documents and usage are right. Even a quiet command prints it.
   */
  fail(text: string): void
  /**
   * Prints a message that somebody waits for while the command keeps running: on standard output, or on
   * standard error where that holds one object.
   */
  announce(text: string): void
  /** Prints the result of the command. */
  result(result: Result): void
  /** Removes the line of the work under way. */
  clear(): void
}

/** Result of a command, for people and for programs. */
export interface Result {
  /**
   * Text for the standard output, or beside it; without a line break at its end. Absent where its lines say
   * it already.
   */
  readonly text?: string
  readonly stream?: NodeJS.WriteStream
  readonly data: unknown
  readonly exitCode: 0 | 1 | 2 | 3
  /** The command goes on, so that this is printed at once, however quiet it is. */
  readonly isRunning?: true
}

/** Results that are kept for `--json`. */
export interface Kept {
  readonly problems: Problem[]
  data?: unknown
  /** Prints what is kept, where a command goes on. */
  print(exitCode: 0 | 1 | 2 | 3): void
}

export interface ProgressOptions {
  /** Reports nothing but failures. */
  readonly isQuiet?: boolean | undefined
  /** Keeps problems and the result in place of saying them. */
  readonly kept?: Kept | undefined
}

/** Redrawing more often than that costs more than anybody sees. */
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
      // A line that wraps cannot be taken away again.
      stream.write(style(text.slice(0, Math.max(stream.columns - 1, 20))))
    },
    done(text) {
      clear()
      line(text)
    },
    clear,
  }
}
