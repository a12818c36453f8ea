import type { Grade } from './grade.ts'
import type { Weight } from './weight.ts'

/** A rule: one thing that is asserted of a server, and what it is worth to break it. */
export interface Assertion {
  /**
   * Its family and its name, both in kebab-case: "lifecycle/location". A family with one assertion of no name
   * has its own: "etags".
   */
  readonly rule: string
  /** The grade of its findings where no overlay is involved. */
  readonly grade: Exclude<Grade, 'decided'>
  /** Weight of a violation. A server error weighs what it always does. */
  readonly weight: Weight
  /** The assertion, in words for users. */
  readonly asserts: string
}

/** The family of a rule: "lifecycle" for "lifecycle/location", and for itself. */
export function familyOf(rule: string): string {
  return rule.replace(/\/.*/, '')
}

type Row = string | (Pick<Assertion, 'asserts'> & Partial<Pick<Assertion, 'grade' | 'weight'>>)

/**
 * The rules of a family, by their names.
 * @param usual The defaults for rows that give only their assertion.
 */
export function family<Name extends string>(
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
