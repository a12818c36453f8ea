import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { DocumentObject } from '../../document/document.ts'
import { DOCUMENT, SCHEMA } from '../../document/object-shapes.ts'
import { chooseShape, describeShape, fits, memberShape, type Shape } from '../../document/shape.ts'
import type { Finding } from '../source/finding.ts'
import { type Container, isContainer, referenceOf } from '../source/json.ts'
import type { Path } from '../source/reference.ts'

/**
 * Compares a bundled document with the table of OpenAPI objects. A scalar of the wrong type in an optional field, and an extension
 * of another type than ours, is taken out of the document with a warning: real documents have such annotations, and no output
 * depends on them.
 * @returns the document under the types that it was found to have; `undefined` when it has errors.
 */
export function checkStructure(
  document: Container,
  report: (finding: Finding) => void,
): DocumentObject | undefined {
  const check = new StructureCheck(document, report)
  check.run()
  return check.holds ? (document as DocumentObject) : undefined
}

type ObjectPosition = Shape & { readonly is: 'object' }

class StructureCheck {
  /** Whether no error was found. */
  holds = true
  readonly #document: Container
  readonly #report: (finding: Finding) => void
  /** Each reference with the shape that its place asks for, by both. */
  readonly #references = new Map<string, { readonly path: Path; readonly shape: ObjectPosition }>()

  constructor(document: Container, report: (finding: Finding) => void) {
    this.#document = document
    this.#report = (finding) => {
      if (finding.severity === 'error') this.holds = false
      report(finding)
    }
  }

  run(): void {
    this.#checkMembers(this.#document, DOCUMENT, [])
    // What is found on the way joins the map, and is met later in this same loop.
    for (const { path, shape } of this.#references.values()) this.#checkTarget(path, shape)
  }

  #checkMembers(node: Container, shape: Shape, path: Path): void {
    const required = shape.is === 'object' ? this.#checkObject(node, shape, path) : []
    for (const name of Object.keys(node)) {
      const expected = memberShape(shape, name)
      if (expected.is === 'literal') continue
      const value = node[name]
      const here = [...path, name]
      if (fits(expected, value)) {
        const found = chooseShape(expected, value)
        if (found.is === 'choice') this.#checkChoice(value, found.values, here)
        else if (found.is === 'mapping') this.#note(String(value), SCHEMA)
        else if (isContainer(value)) this.#checkMembers(value, found, here)
      } else if (shape.is === 'object' && !required.includes(name) && isDroppable(name, expected)) {
        this.#report({ ...wrongType(value, expected, here), severity: 'warning' })
        delete node[name]
      } else this.#report(wrongType(value, expected, here))
    }
  }

  /** @returns the required fields, all of which a reference may lack. */
  #checkObject(node: Container, shape: ObjectPosition, path: Path): readonly string[] {
    const { required } = shape.object
    const reference = referenceOf(node)
    if (reference !== undefined) this.#note(reference, shape)
    else
      for (const field of required)
        if (memberOf(node, field) === undefined) this.#report(missingField(shape.name, field, path))
    return required
  }

  /** What does not begin with "#" is the name of a schema, in a discriminator's mapping. */
  #note(reference: string, shape: ObjectPosition): void {
    if (reference.startsWith('#'))
      this.#references.set(`${shape.name} ${reference}`, { path: stepsOf(reference), shape })
  }

  /** A reference may lead to a part of the document that was checked as something else, or not at all: into an example. */
  #checkTarget(path: Path, shape: ObjectPosition): void {
    const target = valueAt(this.#document, path)
    // Bundling has reported what leads to nothing.
    if (target === undefined || (typeof target === 'boolean' && shape.object.section === 'schemas')) return
    const known = this.#shapeAt(path)
    if (known.is === 'object' && known.object === shape.object) return
    if (!fits(shape, target)) this.#report(wrongType(target, shape, path))
    else if (isContainer(target)) this.#checkMembers(target, shape, path)
  }

  #shapeAt(path: Path): Shape {
    let shape: Shape = DOCUMENT
    let node: unknown = this.#document
    for (const name of path) {
      shape = memberShape(chooseShape(shape, node), name)
      node = memberOf(node, name)
    }
    return chooseShape(shape, node)
  }

  #checkChoice(value: unknown, values: readonly string[], path: Path): void {
    if (values.includes(String(value))) return
    this.#report({
      code: 'wrong-value',
      severity: 'error',
      path,
      message: `"${path.at(-1)}" is ${JSON.stringify(value)}; expected one of ${values.map((allowed) => `"${allowed}"`).join(', ')}.`,
      fix: 'use one of the values that OpenAPI lists.',
    })
  }
}

function isDroppable(name: string, expected: Shape): boolean {
  return name.startsWith('x-') || isScalar(expected)
}

function isScalar(shape: Shape): boolean {
  return shape.is === 'leaf' || (shape.is === 'either' && shape.of.some(isScalar))
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
