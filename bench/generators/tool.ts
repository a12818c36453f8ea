/** A generator as the benchmark starts it: a fresh Node process that reads a document and writes a folder. */
export interface Tool {
  readonly name: string
  /** What it writes, for a reader who weighs the seconds by it. */
  readonly makes: string
  /** Absolute, or below the `node_modules` of the folder with the peers. */
  readonly script: string
  /** Where the tool's ratio must stay; without it the ratio is printed only. */
  readonly bound?: Bound
  arguments(document: string, output: string): readonly string[]
  environment?(document: string, output: string): Readonly<Record<string, string>>
}

/** An upper limit of a ratio. */
export interface Bound {
  readonly limit: number
  readonly isInclusive: boolean
}

/** Whether a ratio is within its bound; NaN, which a run that failed leaves, is not. */
export function holds(ratio: number, { limit, isInclusive }: Bound): boolean {
  return isInclusive ? ratio <= limit : ratio < limit
}

/** `≤ 2`, `< 1`. */
export function formatBound({ limit, isInclusive }: Bound): string {
  return `${isInclusive ? '≤' : '<'} ${limit}`
}
