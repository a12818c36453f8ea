export interface Place {
  readonly file: string
  readonly pointer: string
  readonly line?: number
  readonly column?: number
}
export interface Problem {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly place: Place
  readonly message: string
  readonly fix: string
}
export class UsageError extends Error {}
export function formatProblems(problems: readonly Problem[]): string {
  return problems.map((p) => `${p.place.file} ${p.code} ${p.message}`).join('\n')
}
export class ProblemsError extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(formatProblems(problems))
    this.problems = problems
  }
}
