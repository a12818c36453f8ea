import { isObject } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import { describeShape, type EmptyShape, type ObjectPosition, type Shape } from '../../document/shape.ts'
import { ABSENT_READING, UNKNOWN_READING } from '../../errors/problem.ts'
import { quoteInProblem } from '../../errors/quote.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'

export type LoadReport = (finding: ProblemAtPath) => void

/** The kind of object that requires the field in question. */
export type FieldHolder = Pick<ObjectPosition, 'name' | 'object'>

/** Creates the problem for a value with the wrong type. `holder` is the object that requires it. */
export function wrongTypeProblem(
  value: unknown,
  {
    expected,
    path,
    empty,
    holder,
    isItem,
  }: { expected: Shape; path: Path; empty: EmptyShape | undefined; holder?: FieldHolder; isItem: boolean },
): ProblemAtPath {
  return {
    code: 'wrong-type',
    path,
    message: `${subject(path, isItem)} is ${describeValue(value)}; expected ${describeShape(expected)}.`,
    ...leftOut(empty, holder),
    fix: 'write a value of the expected type.',
  }
}

/** Creates the problem for the schema type "null" without quotes, which YAML reads as the value null. */
export function nullTypeProblem(path: Path, isItem: boolean): ProblemAtPath {
  return {
    code: 'wrong-type',
    severity: 'warning',
    path,
    message: `${subject(path, isItem)} is null; expected a string.`,
    reading: '"null"',
    fix: 'write "null", in quotes.',
  }
}

/**
 * Creates the problem for a string that is not allowed. `meant` is an allowed string with a similar spelling.
 */
export function wrongValueProblem(
  value: unknown,
  allowed: readonly string[],
  { path, meant, holder }: { path: Path; meant: string | undefined; holder?: FieldHolder },
): ProblemAtPath {
  const isRead = meant !== undefined
  return {
    code: 'wrong-value',
    path,
    message: `"${path.at(-1)}" is ${quoteInProblem(value)}; expected one of ${allowed.map((text) => `"${text}"`).join(', ')}.`,
    ...(isRead ? { severity: 'warning', reading: quoteInProblem(meant) } : leftOut(undefined, holder)),
    fix: isRead ? `write ${quoteInProblem(meant)}.` : 'use one of the expected values.',
  }
}

export function missingFieldProblem({
  holder,
  field,
  path,
  isItem,
  empty,
  isOwn = false,
}: {
  holder: FieldHolder
  field: string
  /** True for an object that OpenAPI does not define. */
  isOwn: boolean | undefined
  path: Path
  /** True for a list item, which has an index. */
  isItem: boolean
  empty: EmptyShape | undefined
}): ProblemAtPath {
  return {
    code: 'missing-field',
    path,
    message: `${subject(path, isItem)} has no "${field}", which ${isOwn ? 'Concordat needs' : `OpenAPI requires in every ${holder.name} object`}.`,
    ...(empty === undefined
      ? leftOut(undefined, holder, ABSENT_READING)
      : { severity: 'warning', reading: `if its "${field}" were empty` }),
    fix: `add "${field}".`,
  }
}

/**
 * Creates the problem for a field that OpenAPI does not define. `meant` is a field with a similar name; empty
 * if there is none.
 */
export function unknownFieldProblem({
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
    message: `${quoteInProblem(name)} is not a field of ${object} objects${meant === '' ? '.' : `; did you mean "${meant}"?`}`,
    reading: ABSENT_READING,
    fix: `write ${meant === '' ? 'a field that OpenAPI defines' : `"${meant}"`}, or begin the name with "x-".`,
  }
}

/** Creates the problem for a reference to an omitted part, or to an object of a different kind. */
export function strayReferenceProblem(
  { path, target, shape }: { path: Path; target: Path; shape: Shape & { is: 'object' } },
  isSchema: boolean,
): ProblemAtPath {
  return {
    code: 'unresolvable-reference',
    severity: 'warning',
    path,
    message: `${quoteInProblem(fragmentOf(target))} does not point to a valid ${shape.name} object.`,
    reading: isSchema ? UNKNOWN_READING : ABSENT_READING,
    fix: 'correct the reference or its target.',
  }
}

/**
 * Severity of a problem with a value that is omitted or becomes empty, and the interpretation of the value if
 * the problem is only a warning.
 * @param absent interpretation if the object that contains it is omitted.
 */
function leftOut(
  empty: EmptyShape | undefined,
  holder: FieldHolder | undefined,
  absent = `if the whole ${holder?.name} object were not there`,
): Pick<ProblemAtPath, 'severity' | 'reading'> {
  if (empty !== undefined)
    return { severity: 'warning', reading: `an empty ${Array.isArray(empty) ? 'array' : 'object'}` }
  if (holder === undefined) return { severity: 'warning', reading: ABSENT_READING }
  return holder.object.isPartOfRequest === true
    ? { severity: 'error' }
    : { severity: 'warning', reading: absent }
}

function subject(path: Path, isItem: boolean): string {
  const name = path.at(-1)
  if (name === undefined) return 'The document'
  return isItem ? `Item ${name} of ${quoteInProblem(path.at(-2))}` : quoteInProblem(name)
}

function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (isObject(value)) return 'an object'
  return `the ${typeof value} ${quoteInProblem(value)}`
}
