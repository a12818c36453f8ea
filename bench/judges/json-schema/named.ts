import type { NamedDifference } from '../differences.ts'
import type { Reader } from './generated.ts'

/** An assertion on which a reader and the suite disagree, or an invalid sample from the mock. */
export interface Difference {
  /** "enum.json: group: assertion"; for a sample "enum.json: group". */
  readonly name: string
  readonly by: Reader | 'mock'
  readonly expected: boolean
  /** A string states why there is no verdict or no sample. */
  readonly told: boolean | string
}

const named =
  (...names: readonly string[]): NamedDifference<Difference>['fits'] =>
  ({ name }) =>
    names.some((decided) => name.startsWith(decided))

/** Decisions, each of which covers the assertions whose names begin with certain strings. */
export const NAMED: readonly NamedDifference<Difference>[] = [
  {
    reason: 'Alternatives that allow the same are read as "anyOf", with the warning "alternatives-alike".',
    fits: named('oneOf.json: oneOf with boolean schemas'),
  },
  {
    reason: 'A "$dynamicRef" is read by its anchor: the schema that it names before "#" is not asked.',
    fits: named(
      'dynamicRef.json: A $dynamicRef that initially resolves to a schema without a matching',
      'dynamicRef.json: after leaving a dynamic scope',
    ),
  },
  {
    reason: 'A member that `not` alone asks for is not looked for: the mock says that it has no sample.',
    fits: named("not.json: collect annotations inside a 'not', even if collection is disabled"),
  },
]
