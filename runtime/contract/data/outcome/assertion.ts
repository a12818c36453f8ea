import type { Grade } from './grade.ts'
import type { Weight } from './weight.ts'

/** A rule: one assertion about a server, and the weight of violating it. */
export interface Assertion {
  /**
   * The rule's family and name, both in kebab-case: "lifecycle/location". A user's own rule has only a family
   * name: "etags".
   */
  readonly rule: string
  /** The grade of the rule's findings if no overlay is involved. */
  readonly grade: Exclude<Grade, 'decided'>
  /**
   * Weight of a violation. If the response is a crash (a 5xx other than 501 and 503), the weight is always
   * `crash`.
   */
  readonly weight: Weight
  /** The assertion, as worded for users. */
  readonly asserts: string
}

/** The family of a rule: "lifecycle" both for "lifecycle/location" and for "lifecycle". */
export function familyOfRule(rule: string): string {
  return rule.replace(/\/.*/, '')
}

type Row = string | (Pick<Assertion, 'asserts'> & Partial<Pick<Assertion, 'grade' | 'weight'>>)

/**
 * The rules in a family, keyed by name.
 * @param usual Defaults for rules that declare only their assertion.
 */
export function ruleFamily<Name extends string>(
  code: string,
  usual: Pick<Assertion, 'grade' | 'weight'>,
  rows: Readonly<Record<Name, Row>>,
): Readonly<Record<Name, Assertion>> {
  const entries = Object.entries<Row>(rows).map(([name, row]) => [
    name,
    { rule: `${code}/${name}`, ...usual, ...(typeof row === 'string' ? { asserts: row } : row) },
  ])
  return Object.fromEntries(entries) as Record<Name, Assertion>
}
