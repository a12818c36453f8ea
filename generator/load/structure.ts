import { isObject, memberOf } from '@concordat/runtime/json'
import type { Finding } from './finding.ts'
import { type Container, isContainer, referenceOf } from './json.ts'
import { DOCUMENT } from './objects.ts'
import { checkPathParameters } from './path-template.ts'
import type { Path } from './reference.ts'
import { chooseShape, describeShape, fits, memberShape, type Shape } from './shape.ts'

/**
 * Compares a bundled document with the table of OpenAPI objects. A scalar of the wrong type in an optional field is taken out of
 * the document with a warning: real documents have such annotations, and no output depends on them.
 */
export function checkStructure(document: Container, report: (finding: Finding) => void): void {
  checkMembers(document, DOCUMENT, [], report)
  checkPathParameters(document, report)
}

function checkMembers(node: Container, shape: Shape, path: Path, report: (finding: Finding) => void): void {
  const required = shape.is === 'object' ? shape.object.required : []
  if (shape.is === 'object' && referenceOf(node) === undefined)
    for (const field of required)
      if (memberOf(node, field) === undefined) report(missingField(shape.name, field, path))
  for (const name of Object.keys(node)) {
    const expected = memberShape(shape, name)
    if (expected.is === 'literal') continue
    const value = node[name]
    const here = [...path, name]
    if (fits(expected, value)) {
      const found = chooseShape(expected, value)
      if (found.is === 'choice') checkChoice(value, found.values, here, report)
      else if (isContainer(value)) checkMembers(value, found, here, report)
    } else if (isScalar(expected) && shape.is === 'object' && !required.includes(name)) {
      report({ ...wrongType(value, expected, here), severity: 'warning' })
      delete node[name]
    } else report(wrongType(value, expected, here))
  }
}

function isScalar(shape: Shape): boolean {
  return shape.is === 'leaf' || (shape.is === 'either' && shape.of.some(isScalar))
}

function checkChoice(
  value: unknown,
  values: readonly string[],
  path: Path,
  report: (finding: Finding) => void,
): void {
  if (values.includes(String(value))) return
  report({
    code: 'wrong-value',
    severity: 'error',
    path,
    message: `"${path.at(-1)}" is ${JSON.stringify(value)}; expected one of ${values.map((allowed) => `"${allowed}"`).join(', ')}.`,
    fix: 'use one of the values that OpenAPI lists.',
  })
}

function wrongType(value: unknown, expected: Shape, path: Path): Finding {
  return {
    code: 'wrong-type',
    severity: 'error',
    path,
    message: `${subject(path)} is ${describeValue(value)}; expected ${describeShape(expected)}.`,
    fix: 'write the value in the type that OpenAPI gives it.',
  }
}

function missingField(object: string, field: string, path: Path): Finding {
  return {
    code: 'missing-field',
    severity: 'error',
    path,
    message: `${subject(path)} has no "${field}", which OpenAPI requires of every ${object} object.`,
    fix: `add "${field}".`,
  }
}

function subject(path: Path): string {
  const name = path.at(-1)
  if (name === undefined) return 'The document'
  return /^\d+$/.test(name) && path.length > 1 ? `Item ${name} of "${path.at(-2)}"` : `"${name}"`
}

function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (isObject(value)) return 'an object'
  return `the ${typeof value} ${JSON.stringify(value)}`
}
