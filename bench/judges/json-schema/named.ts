import type { NamedDifference } from '../differences.ts'
import type { Reader } from './generated.ts'

/** An assertion on which a reader and the suite disagree, or an invalid sample from the mock. */
export interface Difference {
  /** "enum.json: group: assertion" or, for a sample, "enum.json: group". */
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
    reason:
      'Alternatives that allow the same values are treated as "anyOf", with the warning "alternatives-alike".',
    fits: named('oneOf.json: oneOf with boolean schemas'),
  },
  {
    reason:
      'A "$dynamicRef" is resolved only by its anchor. The schema that it refers to before "#" is not consulted.',
    fits: named(
      'dynamicRef.json: A $dynamicRef that initially resolves to a schema without a matching',
      'dynamicRef.json: after leaving a dynamic scope',
    ),
  },
  {
    reason:
      'The mock does not look for a property that only `not` requires, and reports that it has no sample.',
    fits: named("not.json: collect annotations inside a 'not', even if collection is disabled"),
  },
]
