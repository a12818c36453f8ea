import type { ProblemCode } from './codes.ts'
import { counted } from './counted.ts'

export type { ProblemCode } from './codes.ts'

/** A location in a file, for an editor to open. */
export interface SourcePlace {
  /**
   * Path relative to the working directory, an absolute URL for a remote file, or a description such as
   * "main:openapi.yaml".
   */
  readonly file: string
  /** JSON Pointer in the file, as a fragment: `#/paths/~1pets/get`. */
  readonly pointer: string
  /** Line number, starting at 1; absent if the file does not contain the node. */
  readonly line?: number
  /** From 1. */
  readonly column?: number
}

/** A problem in a document or overlay. */
export interface Problem {
  readonly code: ProblemCode
  /** An error prevents output; a warning does not. */
  readonly severity: 'error' | 'warning'
  readonly place: SourcePlace
  /**
   * States what is wrong and what is expected, in full sentences, with the user's values in double quotes.
   */
  readonly message: string
  /** Remedy: an imperative sentence. */
  readonly fix: string
  /**
   * Completes "Read as …" for a mistake that has only one plausible meaning. Such a problem is a warning, or
   * an error in strict mode.
   */
  readonly reading?: string
}

/** The reading of an omitted part. */
export const ABSENT_READING = 'if it were not there'

/** The reading of a schema without statements. */
export const UNKNOWN_READING = 'unknown: any value fits'

/** Turns tolerated mistakes into the errors that they are according to OpenAPI. */
export function readingsAsErrors(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ reading, ...problem }) =>
    reading === undefined ? problem : { ...problem, severity: 'error' },
  )
}

/** Thrown if a document is invalid, with every problem that a stage found. */
export class ProblemsError extends Error {
  override readonly name = 'ProblemsError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(formatProblems(problems))
    this.problems = problems
  }
}

/** Thrown if the command line or the configuration is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Maximum number of problems with the same code to show in full, because large documents can repeat one
 * mistake hundreds of times.
 */
const WHOLE = { error: 3, warning: 1 } as const

/**
 * Highest column that people can find in a line. For problems further right, pointers are printed as well.
 */
const WIDEST_LINE = 400

/** Maximum number of additional locations to list for a code. */
const PLACES = 4

/**
 * Formats problems for users. They are grouped by code, with warnings before errors. To save space, each
 * group shows only its first problems in full, and the locations of some others. The total is last.
 * @returns text without a final line break.
 */
export function formatProblems(problems: readonly Problem[]): string {
  const sorted = [...problems].sort(byPlace)
  const warnings = sorted.filter(({ severity }) => severity === 'warning')
  const errors = sorted.filter(({ severity }) => severity === 'error')
  const groups = [warnings, errors].flatMap((some) => [...Map.groupBy(some, ({ code }) => code).values()])
  const counts = [
    ...(errors.length > 0 ? [counted(errors.length, 'problem')] : []),
    ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : []),
  ].join(', ')
  const last = errors.length > 0 ? `${counts}. Nothing was written.` : `${counts || 'No problem'}.`
  return [...groups.flatMap(formatGroup), last].join('\n')
}

/** @param group one or more problems with the same code and severity. */
function formatGroup(group: readonly Problem[]): readonly string[] {
  const whole = WHOLE[group[0]?.severity ?? 'error']
  const rest = group.slice(whole)
  if (rest.length === 0) return group.map(formatProblem)
  const places = rest.slice(0, PLACES).map(formatPlace)
  const more = rest.length - places.length
  return [
    ...group.slice(0, whole).map(formatProblem),
    `  ${rest.length} more of ${rest[0]?.code}: ${places.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ]
}

function formatProblem({ place, code, severity, message, reading, fix }: Problem): string {
  const level = severity === 'warning' ? ' (warning)' : ''
  const lines = [message, ...(reading === undefined ? [] : [`Read as ${reading}.`]), `Fix: ${fix}`]
  return [`${formatPlace({ place })} ${code}${level}`, ...lines.map(indent)].join('\n')
}

function formatPlace({ place: { file, line, column, pointer } }: Pick<Problem, 'place'>): string {
  if (line !== undefined) {
    const position = `${file}:${line}:${column ?? 1}`
    return (column ?? 1) > WIDEST_LINE ? `${position} ${pointer}` : position
  }
  return pointer === '#' ? file : `${file} ${pointer}`
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function byPlace({ place: a }: Problem, { place: b }: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
}
