import { isObject, memberOf, valueAt } from '@concordat/runtime/json'
import { misspeltName } from '@concordat/runtime/nearest'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Table } from '../../document/object-shapes.ts'
import {
  chooseShape,
  emptyOfShape,
  fitsShape,
  memberShape,
  type ObjectPosition,
  type ObjectShape,
  type Shape,
} from '../../document/shape.ts'
import type { Version } from '../../document/version.ts'
import { type Container, isContainer, referenceInNode, setNodeMember } from '../source/json.ts'
import type { Omissions } from '../source/omissions.ts'
import type { Path } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'
import { isMediaType, mayNameContent, meantMediaTypes, noMediaTypeProblem } from './media-types.ts'
import {
  missingFieldProblem,
  nullTypeProblem,
  type Report,
  strayReferenceProblem,
  unknownFieldProblem,
  wrongTypeProblem,
  wrongValueProblem,
} from './misfit.ts'
import { liftValueFields } from './value-fields.ts'

/**
 * Makes a bundled document match the table of OpenAPI objects. Misfits are reported and handled as follows:
 * - A value with the wrong type, or null, is omitted; but an entry of a map (a property, a status) keeps its
 * name and becomes empty, if its kind can be empty.
 * - An object without a required field is omitted; but the field becomes empty, if its kind can be empty.
 * - A string in place of a media type is replaced with the media type that it means.
 * - A reference to an omitted part, or to an object of a different kind, is omitted; in place of a schema it
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
  readonly report: Report
}

/** A node that refers to an object: a `$ref` object, or an entry in a discriminator's mapping. */
interface Referrer {
  readonly holder: Container
  /** Path of the member. */
  readonly path: Path
  readonly target: Path
  readonly shape: ObjectPosition
}

class Fitting {
  readonly #document: Container
  readonly #version: Version
  readonly #table: Table
  readonly #omissions: Omissions
  readonly #sources: Sources
  readonly #report: Report
  /**
   * The known field that each unknown field probably means, by object and name; empty if no known name is
   * similar.
   */
  readonly #meant = new Map<string, string>()
  /** Referrers by target and shape. */
  readonly #referrers = new Map<string, Referrer[]>()
  /** Path to the current object; copied only if it must be kept, because nearly all nodes match. */
  #way: string[] = []

  constructor(document: Container, { version, omissions, sources, report }: FittingOptions) {
    this.#document = document
    this.#version = version
    this.#table = version.table
    this.#omissions = omissions
    this.#sources = sources
    this.#report = report
  }

  run(): void {
    this.#fitObject(this.#document, this.#table.document, {})
    const checked = new Set<string>()
    // Referrers found on the way are added, and this loop visits them as well.
    for (const [key, [referrer]] of this.#referrers) {
      if (referrer !== undefined) this.#fitTarget(referrer)
      checked.add(key)
    }
    // An omitted part can be the target of parts that were checked before it.
    for (let isSettled = false; !isSettled; ) {
      isSettled = true
      for (const [key, referrers] of this.#referrers)
        if (this.#isAstray(referrers[0])) {
          for (const referrer of referrers) this.#dropReference(referrer)
          this.#referrers.delete(key)
          isSettled = false
        }
    }
  }

  /** @returns true if the object matches its shape; otherwise it has to be omitted. */
  #fitObject(node: Container, shape: Shape, holder: Container): boolean {
    if (shape.is !== 'object') {
      if (shape.is === 'map' && shape.hasMediaTypes === true) this.#fitMediaTypes(node)
      this.#fitMembers(node, shape)
      return true
    }
    const isReference = this.#fitReference(node, shape, holder)
    if (shape.object.isValue === true) this.#liftValue(node)
    if (!isReference && !this.#hasRequired(node, shape, holder)) return false
    this.#fitMembers(node, shape, { isReference })
    // A required field may just have been omitted because of a fault.
    return isReference || shape.object.required.every((name) => this.#omissions.holds(node, name))
  }

  #fitMembers(node: Container, shape: Shape, { isReference = false } = {}): void {
    const names = Object.keys(node)
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? ''
      const expected = memberShape(shape, name)
      const isOther = shape.is === 'object' && !shape.object.fields.has(name)
      // `$ref` and its siblings are not entries whose names a callback chooses.
      if (isReference && isOther && shape.object.others !== undefined) continue
      if (!isFit(expected, node[name])) {
        this.#way.push(name)
        this.#fitMember(node, name, { expected, isNamed: isOther || shape.is === 'map' })
        this.#way.pop()
      }
      if (isOther) this.#checkName(name, shape, node[name])
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
      } else if (found.is === 'leaf' && found.isMediaType === true) this.#fitMediaType(node, name)
      else if (found.is === 'mapping') this.#note(String(value), this.#table.schema, node)
      else if (isContainer(value) && !this.#fitObject(value, found, node))
        this.#omissions.omit(node, [...this.#way])
    }
  }

  /**
   * Replaces names that are not media types with the media types that they mean, unless such an entry already
   * exists.
   */
  #fitMediaTypes(node: Container): void {
    if (Object.keys(node).every(mayNameContent)) return
    const members = Object.entries(node).map(([name, value]) => {
      const path = [...this.#way, name]
      const isFit = mayNameContent(name)
      if (!isFit) this.#report(noMediaTypeProblem(name, path))
      const names = isFit ? [name] : meantMediaTypes(name).filter((meant) => !Object.hasOwn(node, meant))
      return { name, value, names, written: this.#sources.trace(this.#document, path) }
    })
    for (const { name } of members) delete node[name]
    for (const { name, value, names, written } of members)
      for (const [index, meant] of names.entries()) {
        setNodeMember(node, meant, index === 0 ? value : structuredClone(value))
        if (meant !== name) this.#sources.set(node, meant, written)
      }
  }

  /** Replaces a field's value, or a list item, with the media type that it means. */
  #fitMediaType(node: Container, name: string): void {
    const path = [...this.#way]
    const text = String(node[name])
    const isList = !Array.isArray(node) && text.split(',').every(isMediaType)
    if (isMediaType(text) || isList) return
    this.#report(noMediaTypeProblem(text, path))
    const [first, ...others] = meantMediaTypes(text)
    if (!Array.isArray(node)) setNodeMember(node, name, [first, ...others].join(', '))
    else {
      setNodeMember(node, name, first)
      const written = this.#sources.trace(this.#document, path)
      for (const each of others) {
        this.#sources.set(node, String(node.length), written)
        node.push(each)
      }
    }
  }

  /**
   * Reports an unknown field whose name resembles a known one; any other unknown field can be a private
   * extension.
   */
  #checkName(
    name: string,
    { name: object, object: { fields, others, isClosed } }: ObjectPosition,
    value: unknown,
  ): void {
    if (others !== undefined || /^(x-|\$)/.test(name)) return
    const key = `${object} ${name}`
    const known = this.#meant.get(key)
    const meant = known ?? misspeltName(name, fields.keys()) ?? ''
    if (known === undefined) this.#meant.set(key, meant)
    if (meant !== '' || (isClosed && isObject(value)))
      this.#report(unknownFieldProblem({ object, name, meant, path: [...this.#way, name] }))
  }

  /** True for a schema's type, or for one of several types; properties called "type" do not count. */
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

  /** True if the object is a reference, which needs no other field. */
  #fitReference(node: Container, shape: ObjectPosition, holder: Container): boolean {
    const reference = referenceInNode(node)
    if (reference === undefined) return false
    this.#note(reference, shape, holder)
    return true
  }

  #hasRequired(node: Container, shape: ObjectPosition, holder: Container): boolean {
    const { required, fields, isOwn } = shape.object
    // An extension with this name but none of our fields belongs to another tool.
    if (isOwn === true && required.every((name) => memberOf(node, name) === undefined)) return false
    let isWhole = true
    for (const name of required) {
      const expected = fields.get(name)
      const value = memberOf(node, name)
      if (expected === undefined || holdsFor(expected, value)) continue
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
   * Replaces a string that is not allowed with an allowed one that has a similar spelling.
   * @returns true if there is one.
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

  /**
   * Records a reference. In a discriminator's mapping, a string that does not start with "#" is a schema
   * name.
   */
  #note(reference: string, shape: ObjectPosition, holder: Container): void {
    if (!reference.startsWith('#')) return
    const key = `${shape.name} ${reference}`
    const known = this.#referrers.get(key)
    const target = known?.[0]?.target ?? stepsOf(reference)
    const referrer = { holder, path: [...this.#way], target, shape }
    if (known === undefined) this.#referrers.set(key, [referrer])
    else known.push(referrer)
  }

  /**
   * Makes a reference's target match the expected shape. The target may not have been checked yet, because it
   * is in an example, or may have been checked as another kind.
   */
  #fitTarget({ target: path, shape }: Referrer): void {
    const target = valueAt(this.#document, path)
    if (!isObject(target) || this.#kindAt(path) !== undefined) return
    const holder = valueAt(this.#document, path.slice(0, -1))
    if (!isContainer(holder)) return
    this.#way = [...path]
    if (!this.#fitObject(target, shape, holder)) this.#omissions.omit(holder, path)
  }

  /** True if a reference's target is missing or has the wrong kind. */
  #isAstray(referrer: Referrer | undefined): boolean {
    if (referrer === undefined) return false
    const { target: path, shape } = referrer
    let node: unknown = this.#document
    for (const name of path) {
      if (!isContainer(node) || !this.#omissions.holds(node, name)) return true
      node = memberOf(node, name)
    }
    if (typeof node === 'boolean' && shape === this.#table.schema) return false
    if (!isObject(node)) return true
    const kind = this.#kindAt(path)
    return kind !== undefined && kind !== shape.object && !isLike(node, shape)
  }

  #dropReference({ holder, path, shape, target }: Referrer): void {
    const name = path.at(-1) ?? ''
    if (!this.#omissions.holds(holder, name)) return
    const node = holder[name]
    const isSchema = shape === this.#table.schema && isObject(node)
    this.#report(strayReferenceProblem({ path, target, shape }, isSchema))
    if (isSchema) delete node['$ref']
    else this.#omissions.omit(holder, path)
  }

  /** Kind of the object at a path; `undefined` inside a literal. */
  #kindAt(path: Path): ObjectShape | undefined {
    let shape: Shape = this.#table.document
    let node: unknown = this.#document
    for (const name of path) {
      shape = memberShape(chooseShape(shape, node), name)
      node = memberOf(node, name)
    }
    const found = chooseShape(shape, node)
    return found.is === 'object' ? found.object : undefined
  }
}

/** True for a string, number or boolean without further restrictions. */
function isPlain(shape: Shape): boolean {
  return shape.is === 'leaf' && shape.isMediaType !== true
}

/** True for literals and for plain values that match. Most properties do, and need no further work. */
function isFit(expected: Shape, value: unknown): boolean {
  return expected.is === 'literal' || (isPlain(expected) && fitsShape(expected, value))
}

/** True if an object of one kind can be read as another kind, as a parameter can be read as a header. */
function isLike(node: Container, { object: { required, fields } }: ObjectPosition): boolean {
  return (
    (referenceInNode(node) !== undefined || required.every((name) => Object.hasOwn(node, name))) &&
    Object.keys(node).every((name) => {
      const expected = fields.get(name)
      return expected === undefined || holdsFor(expected, node[name])
    })
  )
}

function holdsFor(shape: Shape, value: unknown): boolean {
  return fitsShape(shape, value) && (shape.is !== 'choice' || shape.values.includes(String(value)))
}
