import { isObject } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import { sectionOf } from '../../document/object-shapes.ts'
import { chooseShape, memberShape, type Shape } from '../../document/shape.ts'
import type { Version } from '../../document/version.ts'
import { ABSENT_READING, UNKNOWN_READING } from '../../errors/problem.ts'
import type { DocumentReader } from '../read/read.ts'
import { type Container, isContainer, referenceInNode, setNodeMember } from '../source/json.ts'
import { Omissions } from '../source/omissions.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import { looksLikeReference, type NodeSource, sourceKey } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'
import { BundledComponents } from './components.ts'
import { LocalReferences } from './local-references.ts'
import { dropReferenceSiblings, readNullablePart } from './reference-siblings.ts'
import { BundleReferences } from './references.ts'
import { type ReferenceFault, type Referrer, referenceCycle } from './referrer.ts'

export interface BundleOptions {
  /** URL of the document, to which overlays may already have been applied. */
  readonly file: string
  readonly reader: DocumentReader
  readonly sources: Sources
  readonly version: Version
  /** True if overlays have been applied, so that the parts that are moved now count as added by overlays. */
  readonly decided: boolean
  /** True if more overlays follow, which may add the targets of local references. */
  readonly isUnfinished: boolean
  readonly report: (finding: ProblemAtPath) => void
}

/**
 * Bundles a document in place. An object in another file is moved into a component section or, where OpenAPI
 * does not allow a reference, replaces the `$ref`. Afterwards, every `$ref` outside literals is local and has
 * a target. In a node that comes from another file according to `sources`, references are relative to that
 * file, but `#` means the document.
 * @returns true if all references have targets; some may be missing before the last overlay is applied.
 */
export function bundleDocument(document: Container, options: BundleOptions): boolean {
  return new Bundler(document, options).run()
}

/** The current node's origin. */
interface Visited {
  readonly file: string
  /** True if the node was moved from another file, to which `#` in the node refers. */
  readonly moved: boolean
}

class Bundler {
  readonly #document: Container
  readonly #options: BundleOptions
  readonly #references: BundleReferences
  readonly #components: BundledComponents
  readonly #inlining = new Set<string>()
  readonly #locals: LocalReferences
  readonly #omissions: Omissions
  /** Path of the current node in the bundled document; must be copied to be kept. */
  #way: string[] = []
  #isWhole = true

  constructor(document: Container, options: BundleOptions) {
    this.#document = document
    this.#options = options
    const references = new BundleReferences(document, options)
    this.#references = references
    this.#components = new BundledComponents(document, { ...options, references })
    this.#locals = new LocalReferences(document)
    this.#omissions = new Omissions(document, options.sources)
  }

  run(): boolean {
    const { file } = this.#options
    this.#components.claim()
    this.#visitMembers(this.#document, this.#options.version.table.document, { file, moved: false })
    for (let next = this.#components.next(); next !== undefined; next = this.#components.next()) {
      this.#way = [...next.path]
      this.#visitMembers(next.value, next.shape, { file: next.file, moved: next.file !== file })
    }
    this.#locals.settle({
      circular: (referrer, reference) => this.#drop(referrer, referenceCycle(reference)),
      lost: (referrer, reference) => {
        if (this.#options.isUnfinished) this.#isWhole = false
        else this.#drop(referrer, this.#references.explain(reference, file))
      },
    })
    this.#omissions.settle()
    return this.#isWhole
  }

  #visitMembers(node: Container, expected: Shape, at: Visited): void {
    const shape = chooseShape(expected, node)
    if (shape.is === 'literal' || shape.is === 'leaf') return
    if (this.#isSchema(shape)) this.#readNullablePart(node)
    const records = this.#options.sources.of(node)
    for (const name in node) {
      const value = node[name]
      const of = memberShape(shape, name)
      if (of.is === 'mapping') this.#visitMapping(node, name, at)
      if (!isContainer(value) || of.is === 'literal' || this.#components.has(value)) continue
      const file = records?.get(name)?.file ?? at.file
      const inside = file === at.file ? at : { ...at, file }
      this.#way.push(name)
      if (referenceInNode(value) === undefined) this.#visitMembers(value, of, inside)
      else this.#visitReference(node, name, { shape: of, at: inside })
      this.#way.pop()
    }
  }

  #visitReference(holder: Container, name: string, { shape, at }: { shape: Shape; at: Visited }): void {
    const node = holder[name]
    const reference = referenceInNode(node)
    if (!isObject(node) || reference === undefined) return
    const section = sectionOf(shape)
    const written = this.#options.reader.addresses.resolve(reference, at.file)
    if (section !== undefined) this.#keepSiblings(node, { shape, at })
    const referrer: Referrer = {
      holder,
      path: [...this.#way],
      text: { of: node, name: '$ref' },
      isSchema: this.#isSchema(shape),
    }
    if (section !== undefined && written !== undefined && this.#isRooted(written, reference, at)) {
      node['$ref'] = fragmentOf(written.path)
      this.#locals.add(referrer)
      return
    }
    const target = this.#find(referrer, reference, at)
    if (target === undefined) return
    if (section === undefined) this.#inline(holder, name, { target, shape })
    else if (this.#isRooted(target, '', at)) node['$ref'] = fragmentOf(target.path)
    else node['$ref'] = this.#components.refer(target, { shape, section })
  }

  #keepSiblings(node: Container, { shape, at }: { shape: Shape; at: Visited }): void {
    if (Object.keys(node).length === 1) return
    const { version } = this.#options
    if (version.schemasKeepSiblings && this.#isSchema(shape)) {
      this.#visitMembers(node, shape, at)
      return
    }
    const lost = dropReferenceSiblings(node, { version, isSchema: this.#isSchema(shape) })
    if (lost !== undefined) this.#options.report({ ...lost, path: [...this.#way] })
  }

  #readNullablePart(node: Container): void {
    const { version, report } = this.#options
    const { part, ...ignored } = readNullablePart(node, version) ?? {}
    if ('code' in ignored) report({ ...ignored, path: [...this.#way, 'allOf', String(part), 'nullable'] })
  }

  #visitMapping(holder: Container, name: string, at: Visited): void {
    const value = holder[name]
    if (typeof value !== 'string' || !looksLikeReference(value)) return
    const file = this.#options.sources.of(holder)?.get(name)?.file ?? at.file
    const here = { ...at, file }
    const written = this.#options.reader.addresses.resolve(value, file)
    const referrer: Referrer = {
      holder,
      path: [...this.#way, name],
      text: { of: holder, name },
      isSchema: false,
    }
    if (written !== undefined && this.#isRooted(written, value, here)) {
      setNodeMember(holder, name, fragmentOf(written.path))
      this.#locals.add(referrer)
      return
    }
    const target = this.#find(referrer, value, here)
    if (target === undefined) return
    const { schema } = this.#options.version.table
    const section = sectionOf(schema) ?? ''
    const component = this.#isRooted(target, '', here)
      ? fragmentOf(target.path)
      : this.#components.refer(target, { shape: schema, section })
    setNodeMember(holder, name, component)
  }

  /**
   * True if a target is in the document and stays where it is. In a node that was not moved, `#` means the
   * document.
   */
  #isRooted(target: NodeSource, reference: string, at: Visited): boolean {
    const inDocument = target.file === this.#options.file || (reference.startsWith('#') && !at.moved)
    return inDocument && this.#options.version.table.keepsPlace(target.path)
  }

  /** Resolves a reference, or drops and reports it. */
  #find(referrer: Referrer, reference: string, at: Visited): NodeSource | undefined {
    const file = reference.startsWith('#') && !at.moved ? this.#options.file : at.file
    const target = this.#references.resolve(reference, file)
    if (target === 'cycle') this.#drop(referrer, referenceCycle(reference))
    else if (target === undefined) this.#drop(referrer, this.#references.explain(reference, file))
    return target === 'cycle' ? undefined : target
  }

  /**
   * Drops a reference that cannot be followed. A schema becomes an unknown schema, and anything else is
   * removed.
   */
  #drop({ holder, path, text, isSchema }: Referrer, fault: ReferenceFault): void {
    if (fault.severity === 'error') this.#options.report({ ...fault, path })
    else this.#options.report({ ...fault, path, reading: isSchema ? UNKNOWN_READING : ABSENT_READING })
    if (isSchema) delete text.of[text.name]
    else this.#omissions.omit(holder, path)
  }

  /**
   * Replaces a reference with a copy of its target; siblings of the reference override the target's
   * properties.
   */
  #inline(holder: Container, name: string, { target, shape }: { target: NodeSource; shape: Shape }): void {
    const key = sourceKey(target)
    const path = [...this.#way]
    if (this.#inlining.has(key)) {
      this.#options.report({
        code: 'reference-cycle',
        severity: 'warning',
        path,
        message:
          'This "$ref" points to a node that contains it. Only references to components are allowed to do so.',
        reading: ABSENT_READING,
        fix: 'remove the reference from the cycle.',
      })
      this.#omissions.omit(holder, path)
      return
    }
    const { $ref: _, ...siblings } = isObject(holder[name]) ? holder[name] : {}
    const copy = this.#references.copy(target)
    const value = isObject(copy) ? Object.assign(copy, siblings) : copy
    setNodeMember(holder, name, value)
    const decided = this.#options.sources.of(holder)?.get(name)?.decided ?? false
    this.#options.sources.set(holder, name, { ...target, decided })
    if (!isContainer(value)) return
    this.#inlining.add(key)
    const moved = target.file !== this.#options.file
    this.#visitMembers(value, shape, { file: target.file, moved })
    this.#inlining.delete(key)
  }

  #isSchema(shape: Shape): boolean {
    const { schema } = this.#options.version.table
    return shape === schema || (shape.is === 'either' && shape.of.includes(schema))
  }
}
