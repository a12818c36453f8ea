import { memberOf } from '@concordat/runtime/json'
import { misspeltName } from '@concordat/runtime/nearest'
import type { ObjectTable } from '../../document/object-shapes.ts'
import {
  chooseShape,
  emptyOfShape,
  fitsShape,
  holdsForShape,
  memberShape,
  type ObjectPosition,
  type Shape,
} from '../../document/shape.ts'
import type { Version } from '../../document/version.ts'
import { type Container, isContainer, referenceInNode, setNodeMember } from '../source/json.ts'
import type { Omissions } from '../source/omissions.ts'
import type { Path } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'
import { MediaTypeNames } from './media-type-names.ts'
import {
  type LoadReport,
  missingFieldProblem,
  nullTypeProblem,
  wrongTypeProblem,
  wrongValueProblem,
} from './misfit.ts'
import { NotedReferences } from './noted-references.ts'
import { UnknownFields } from './unknown-fields.ts'
import { liftValueFields } from './value-fields.ts'

/**
 * Makes a bundled document match the table of OpenAPI objects. Misfits are reported and handled as follows:
 * - A value with the wrong type, or null, is omitted. However, an entry of a map (a property, a status) keeps
 * its name and becomes empty, if its kind can be empty.
 * - An object without a required field is omitted. However, the field becomes empty instead, if its kind can
 * be empty.
 * - A string in place of a media type is replaced with the media type that it means.
 * - A reference to an omitted part, or to an object of a different kind, is omitted. In place of a schema, it
 * becomes an unknown schema.
 * @returns the document, typed according to its table.
 */
export function fitStructure<Document>(document: Container, options: FittingOptions): Document {
  new Fitting(document, options).run()
  options.omissions.settle()
  return document as unknown as Document
}

interface FittingOptions {
  readonly version: Version
  readonly omissions: Omissions
  readonly sources: Sources
  readonly report: LoadReport
}

class Fitting {
  readonly #document: Container
  readonly #version: Version
  readonly #table: ObjectTable
  readonly #omissions: Omissions
  readonly #sources: Sources
  readonly #report: LoadReport
  readonly #unknown = new UnknownFields()
  readonly #mediaTypes: MediaTypeNames
  readonly #references: NotedReferences
  /** Path to the current object. It is copied only if it must be kept, because nearly all nodes match. */
  #way: string[] = []

  constructor(document: Container, { version, omissions, sources, report }: FittingOptions) {
    this.#document = document
    this.#version = version
    this.#table = version.table
    this.#omissions = omissions
    this.#sources = sources
    this.#report = report
    this.#mediaTypes = new MediaTypeNames(document, { sources, report })
    this.#references = new NotedReferences(document, { table: version.table, omissions, report })
  }

  run(): void {
    this.#fitObject(this.#document, this.#table.document, {})
    // This loop also visits the targets of references that are found on the way.
    for (const { target, holder, shape, path } of this.#references.unchecked()) {
      this.#way = [...path]
      if (!this.#fitObject(target, shape, holder)) this.#omissions.omit(holder, path)
    }
    this.#references.dropStray()
  }

  /** @returns true if the object matches its shape; otherwise it has to be omitted. */
  #fitObject(node: Container, shape: Shape, holder: Container): boolean {
    if (shape.is !== 'object') {
      if (shape.is === 'map' && shape.hasMediaTypes === true) this.#mediaTypes.fitMembers(node, this.#way)
      this.#fitMembers(node, shape)
      return true
    }
    const isReference = this.#fitReference(node, shape, holder)
    if (shape.object.isValue === true) this.#liftValue(node)
    if (!isReference && !this.#hasRequired(node, shape, holder)) return false
    this.#fitMembers(node, shape, { isReference })
    // Checked again, because a required field that was present may just have been omitted.
    return isReference || shape.object.required.every((name) => this.#omissions.holds(node, name))
  }

  #fitMembers(node: Container, shape: Shape, { isReference = false } = {}): void {
    const names = Object.keys(node)
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? ''
      const expected = memberShape(shape, name)
      const isOther = shape.is === 'object' && !shape.object.fields.has(name)
      // `$ref` and its siblings are not entries with names that the document chooses, such as a callback's
      // expressions.
      if (isReference && isOther && shape.object.others !== undefined) continue
      if (!isFit(expected, node[name])) {
        this.#way.push(name)
        this.#fitMember(node, name, { expected, isNamed: isOther || shape.is === 'map' })
        this.#way.pop()
      }
      const problem = isOther
        ? this.#unknown.problem(name, shape, { value: node[name], path: this.#way })
        : undefined
      if (problem !== undefined) this.#report(problem)
    }
  }

  /** @param isNamed true if the document chose the property's name. */
  #fitMember(
    node: Container,
    name: string,
    { expected, isNamed }: { readonly expected: Shape; readonly isNamed: boolean },
  ): void {
    const value = node[name]
    if (!fitsShape(expected, value)) this.#replace(node, name, { expected, isNamed })
    else {
      const found = chooseShape(expected, value)
      if (found.is === 'choice' && !found.values.includes(String(value))) {
        if (!this.#readChoice(node, name, { choice: found, path: [...this.#way] }))
          this.#omissions.omit(node, [...this.#way])
      } else if (found.is === 'leaf' && found.isMediaType === true)
        this.#mediaTypes.fitText(node, name, this.#way)
      else if (found.is === 'mapping')
        this.#references.note(String(value), {
          shape: this.#table.schema,
          holder: node,
          path: [...this.#way],
        })
      else if (isContainer(value) && !this.#fitObject(value, found, node))
        this.#omissions.omit(node, [...this.#way])
    }
  }

  /**
   * True for the `type` keyword of a schema, or for an item of a `type` array. A property called "type" does
   * not count.
   */
  #isTypeName(node: Container, expected: Shape): boolean {
    const { schema } = this.#table
    return Array.isArray(node)
      ? this.#way.at(-2) === 'type'
      : schema.is === 'object' && expected === schema.object.fields.get('type')
  }

  /** Replaces or omits a value with the wrong type. */
  #replace(
    node: Container,
    name: string,
    { expected, isNamed }: { readonly expected: Shape; readonly isNamed: boolean },
  ): void {
    const path = [...this.#way]
    if (node[name] === null && this.#isTypeName(node, expected)) {
      // YAML reads null without quotes as a value rather than as the name of a type.
      this.#report(nullTypeProblem(path, Array.isArray(node)))
      setNodeMember(node, name, 'null')
      return
    }
    const empty = isNamed ? emptyOfShape(expected) : undefined
    this.#report(wrongTypeProblem(node[name], { expected, path, empty, isItem: Array.isArray(node) }))
    if (empty === undefined) this.#omissions.omit(node, path)
    else setNodeMember(node, name, empty)
  }

  /** Notes the reference in an object. @returns true if there is one; no other field is then required. */
  #fitReference(node: Container, shape: ObjectPosition, holder: Container): boolean {
    const reference = referenceInNode(node)
    if (reference === undefined) return false
    this.#references.note(reference, { shape, holder, path: [...this.#way] })
    return true
  }

  #hasRequired(node: Container, shape: ObjectPosition, holder: Container): boolean {
    const { required, fields, isOwn } = shape.object
    // An extension with this name but none of the required fields belongs to another tool.
    if (isOwn === true && required.every((name) => memberOf(node, name) === undefined)) return false
    let isWhole = true
    for (const name of required) {
      const expected = fields.get(name)
      const value = memberOf(node, name)
      if (expected === undefined || holdsForShape(expected, value)) continue
      const path = [...this.#way]
      const empty = emptyOfShape(expected)
      if (value === undefined || value === null)
        this.#report(
          missingFieldProblem({
            holder: shape,
            field: name,
            path,
            isItem: Array.isArray(holder),
            empty,
            isOwn,
          }),
        )
      else if (fitsShape(expected, value) && expected.is === 'choice') {
        if (this.#readChoice(node, name, { choice: expected, path: [...path, name], holder: shape })) continue
      } else
        this.#report(
          wrongTypeProblem(value, { expected, path: [...path, name], empty, holder: shape, isItem: false }),
        )
      if (empty === undefined) isWhole = false
      else setNodeMember(node, name, empty)
    }
    return isWhole
  }

  /**
   * Reports a string that is not allowed, and replaces it with an allowed string of similar spelling, if
   * there is one.
   * @returns true if it was replaced.
   */
  #readChoice(
    node: Container,
    name: string,
    { choice, path, holder }: { choice: Shape & { is: 'choice' }; path: Path; holder?: ObjectPosition },
  ): boolean {
    const value = String(node[name])
    const allowed = choice.values.filter((text) => (choice.since.get(text) ?? '') <= this.#version.name)
    const meant = misspeltName(value, allowed)
    this.#report(wrongValueProblem(value, allowed, { path, meant, ...(holder !== undefined && { holder }) }))
    if (meant !== undefined) node[name] = meant
    return meant !== undefined
  }

  #liftValue(node: Container): void {
    const problem = liftValueFields(node, {
      document: this.#document,
      path: [...this.#way],
      sources: this.#sources,
    })
    if (problem !== undefined) this.#report(problem)
  }
}

/** True for a string, number or boolean, except for a media type. */
function isPlain(shape: Shape): boolean {
  return shape.is === 'leaf' && shape.isMediaType !== true
}

/**
 * True for literals and for plain values of the right type. Most properties are of these kinds and need no
 * further work.
 */
function isFit(expected: Shape, value: unknown): boolean {
  return expected.is === 'literal' || (isPlain(expected) && fitsShape(expected, value))
}
