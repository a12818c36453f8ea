import { isObject } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import { describeShape, type Empty, type Shape } from '../../document/shape.ts'
import { quote } from '../../errors/quote.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'

export type Report = (finding: ProblemAtPath) => void

/** What is left out, as the end of "Read as …". */
export const ABSENT = 'if it were not there'

/** What a schema says of which nothing is known. */
export const UNKNOWN = 'unknown: any value fits'

/** A value of another type than its place asks for. `holder` is the kind of object that must have it. */
export function wrongType(
  value: unknown,
  {
    expected,
    path,
    empty,
    holder,
    isItem,
  }: { expected: Shape; path: Path; empty: Empty | undefined; holder?: string; isItem: boolean },
): ProblemAtPath {
  return {
    code: 'wrong-type',
    severity: 'warning',
    path,
    message: `${subject(path, isItem)} is ${describeValue(value)}; expected ${describeShape(expected)}.`,
    reading: readingOf(empty, holder),
    fix: 'write the value in the type that OpenAPI gives it.',
  }
}

/** The type "null" of a schema, without quotes: null itself. */
export function nullType(path: Path): ProblemAtPath {
  return {
    code: 'wrong-type',
    severity: 'warning',
    path,
    message: `${subject(path, true)} is null; expected a string.`,
    reading: '"null"',
    fix: 'write "null", in quotes.',
  }
}

/** A text that its place does not allow. */
export function wrongValue(
  value: unknown,
  allowed: readonly string[],
  { path, holder }: { path: Path; holder?: string },
): ProblemAtPath {
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `"${path.at(-1)}" is ${quote(value)}; expected one of ${allowed.map((text) => `"${text}"`).join(', ')}.`,
    reading: readingOf(undefined, holder),
    fix: 'use one of the values that OpenAPI lists.',
  }
}

export function missingField({
  object,
  field,
  path,
  isItem,
  empty,
}: {
  object: string
  field: string
  path: Path
  /** Whether it stands in a list, under its index. */
  isItem: boolean
  empty: Empty | undefined
}): ProblemAtPath {
  return {
    code: 'missing-field',
    severity: 'warning',
    path,
    message: `${subject(path, isItem)} has no "${field}", which OpenAPI requires of every ${object} object.`,
    reading: empty === undefined ? ABSENT : `if its "${field}" were empty`,
    fix: `add "${field}".`,
  }
}

/** A field that OpenAPI does not have. `meant` is the one of nearly that name; empty where none is near. */
export function unknownField({
  object,
  name,
  meant,
  path,
}: {
  object: string
  name: string
  meant: string
  path: Path
}): ProblemAtPath {
  return {
    code: 'unknown-field',
    severity: 'warning',
    path,
    message: `${quote(name)} is not a field of ${object} objects${meant === '' ? '' : `; "${meant}" is one`}.`,
    reading: ABSENT,
    fix: `write ${meant === '' ? 'a field that OpenAPI defines' : `"${meant}"`}, or begin the name with "x-".`,
  }
}

/** A reference to what was left out, or to an object of another kind. */
export function strayReference(
  { path, target, shape }: { path: Path; target: Path; shape: Shape & { is: 'object' } },
  isSchema: boolean,
): ProblemAtPath {
  return {
    code: 'unresolvable-reference',
    severity: 'warning',
    path,
    message: `${quote(fragmentOf(target))} leads to nothing that can be read as a ${shape.name} object.`,
    reading: isSchema ? UNKNOWN : ABSENT,
    fix: 'correct the reference, or what it refers to.',
  }
}

function readingOf(empty: Empty | undefined, holder: string | undefined): string {
  if (empty !== undefined) return `an empty ${Array.isArray(empty) ? 'array' : 'object'}`
  return holder === undefined ? ABSENT : `if the whole ${holder} object were not there`
}

function subject(path: Path, isItem: boolean): string {
  const name = path.at(-1)
  if (name === undefined) return 'The document'
  return isItem ? `Item ${name} of ${quote(path.at(-2))}` : quote(name)
}

function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (isObject(value)) return 'an object'
  return `the ${typeof value} ${quote(value)}`
}
