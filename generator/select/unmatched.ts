import { didYouMean, fitsNamePattern } from '@concordat/runtime/nearest'
import { type Problem, ProblemsError, type SourcePlace } from '../errors/problem.ts'
import type { LoadedDocument } from '../load/load.ts'
import { type FilterCandidate, type Filters, isWantedOperation, PATTERN_KINDS } from './filters.ts'

/** Path of a pattern in the filters, such as ["include", "tags", 0]. */
export type FilterPath = readonly [
  side: 'include' | 'exclude',
  kind: (typeof PATTERN_KINDS)[number],
  index: number,
]

/**
 * Returns a pattern's name for messages, such as '"filters.include.tags[0]"' or "--tag", and its location if
 * known.
 */
export type FilterPlace = (path: FilterPath) => {
  readonly place?: SourcePlace | undefined
  readonly name: string
}

/** Maximum number of names that a message lists if none is similar to the pattern. */
const LISTED = 8

const WORDS = {
  tags: { none: 'no operation has this tag', each: 'Tags', pointer: '#/tags' },
  operations: { none: 'no operation has this name', each: 'Operations', pointer: '#/paths' },
  paths: { none: 'the document has no such path', each: 'Paths', pointer: '#/paths' },
} as const

/**
 * Rejects filters that select nothing.
 * @throws {ProblemsError} for each pattern that no operation matches, or if all patterns together leave no
 * operation.
 */
export function refuseUnmatched(
  filters: Filters,
  {
    candidates,
    loaded,
    placeOf,
  }: {
    readonly candidates: readonly FilterCandidate[]
    readonly loaded: LoadedDocument
    readonly placeOf: FilterPlace
  },
): void {
  const problem = (
    at: Pick<Problem, 'message' | 'fix'> & { place: SourcePlace | undefined; pointer: string },
  ) => ({
    code: 'filter-matches-nothing' as const,
    severity: 'error' as const,
    place: at.place ?? loaded.locate(at.pointer),
    message: at.message,
    fix: at.fix,
  })
  const problems: Problem[] = pathsOf(filters).flatMap((path) => {
    const [side, kind, index] = path
    const pattern = filters[side]?.[kind]?.[index] ?? ''
    if (candidates.some((candidate) => fitsNamePattern(pattern, candidate[kind]))) return []
    const { place, name } = placeOf(path)
    const { none, each, pointer } = WORDS[kind]
    const known = [...new Set(candidates.flatMap((candidate) => candidate[kind]))]
    const hint = didYouMean(pattern, known) || listed(each, known)
    const message = `${name} is "${pattern}", but ${none}.${hint}`
    return [problem({ place, pointer, message, fix: 'correct the filter, or remove it.' })]
  })
  if (problems.length === 0 && !candidates.some((candidate) => isWantedOperation(filters, candidate)))
    problems.push(
      problem({
        place: undefined,
        pointer: '#/paths',
        message: 'Together, the filters leave no operation.',
        fix: 'remove filters until some operation matches at least one filter of each kind that includes operations, and no filter that excludes operations.',
      }),
    )
  if (problems.length > 0) throw new ProblemsError(problems)
}

function pathsOf(filters: Filters): readonly FilterPath[] {
  return (['include', 'exclude'] as const).flatMap((side) =>
    PATTERN_KINDS.flatMap((kind) =>
      (filters[side]?.[kind] ?? []).map((_, index): FilterPath => [side, kind, index]),
    ),
  )
}

function listed(each: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  const more = known.length > LISTED ? ` and ${known.length - LISTED} more` : ''
  return ` ${each}: ${known.slice(0, LISTED).join(', ')}${more}.`
}
