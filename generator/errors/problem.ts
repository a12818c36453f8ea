import type { ProblemCode } from './codes.ts'

export type { ProblemCode } from './codes.ts'

/** A node of a file, as an editor can open it. */
export interface Place {
  /** Relative to the working directory; an absolute URL for what was read from the network. */
  readonly file: string
  /** JSON Pointer in fragment form within that file: `#/paths/~1pets/get`. */
  readonly pointer: string
  /** Counted from 1; absent where the file has no such node. */
  readonly line?: number
  /** Counted from 1. */
  readonly column?: number
}

/** One thing that is wrong with a document or an overlay. */
export interface Problem {
  readonly code: ProblemCode
  /** An error forbids output; a warning does not harm it. */
  readonly severity: 'error' | 'warning'
  readonly place: Place
  /** The fact, and what was expected: full sentences, the user's values in double quotes. */
  readonly message: string
  /** What to do about it: an imperative sentence. */
  readonly fix: string
}

/** The document is wrong: every problem that a stage found, as one error. */
export class ProblemsError extends Error {
  override readonly name = 'ProblemsError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(formatProblems(problems))
    this.problems = problems
  }
}

/** The command line or the configuration is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Problems as a person reads them, sorted by file and line, with their number as the last line.
 * @returns text without a line break at its end; without errors among the problems it does not say that nothing was written.
 */
export function formatProblems(problems: readonly Problem[]): string {
  const count = (severity: Problem['severity'], noun: string): string[] => {
    const number = problems.filter((problem) => problem.severity === severity).length
    return number === 0 ? [] : [`${number} ${noun}${number === 1 ? '' : 's'}`]
  }
  const errors = count('error', 'problem')
  const total = [...errors, ...count('warning', 'warning')].join(', ')
  const last = errors.length > 0 ? `${total}. Nothing was written.` : `${total || 'No problem'}.`
  return [...problems].sort(byPlace).map(formatProblem).concat(last).join('\n')
}

function formatProblem({ place, code, severity, message, fix }: Problem): string {
  const position = place.line === undefined ? '' : `:${place.line}:${place.column ?? 1}`
  const node = place.line === undefined && place.pointer !== '#' ? ` ${place.pointer}` : ''
  const level = severity === 'warning' ? ' (warning)' : ''
  return `${place.file}${position}${node} ${code}${level}\n${indent(message)}\n${indent(`Fix: ${fix}`)}`
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function byPlace({ place: a }: Problem, { place: b }: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
