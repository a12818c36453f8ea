import type { ProblemCode } from './codes.ts'
import { counted } from './counted.ts'

export type { ProblemCode } from './codes.ts'

/** A node of a file, as an editor can open it. */
export interface SourcePlace {
  /** Relative to the working directory; an absolute URL for a file of the network. */
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
  readonly place: SourcePlace
  /** The fact, and the expectation: full sentences, the user's values in double quotes. */
  readonly message: string
  /** Remedy: an imperative sentence. */
  readonly fix: string
  /**
   * Reading of a mistake that has one plain meaning, as the end of "Read as …". Such a problem is a
   * warning, and an error where a document is read strictly.
   */
  readonly reading?: string
}

/** Readings refused: each becomes the error that it is by OpenAPI. */
export function refuseReadings(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ reading, ...problem }) =>
    reading === undefined ? problem : { ...problem, severity: 'error' },
  )
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

/** Problems of one code that stand whole; large documents repeat one slip hundreds of times. */
const WHOLE = { error: 3, warning: 1 } as const

/**
 * Characters in which a person finds a column; a document that stands on one line
 * has its pointers printed as well.
 */
const WIDEST_LINE = 400

/** Further places that are named of one code. */
const PLACES = 4

/**
 * Problems as a person reads them on one screen: grouped by code, the first of each whole and the places of
 * some others, warnings before errors, their number as the last line.
 * @returns text without a line break at its end; without errors among the problems it does
 * not say that nothing was written.
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

/** @param group problems of one code and severity, at least one. */
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
