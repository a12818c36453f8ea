import { isObject, valueAt } from '@concordat/runtime/json'
import { fragmentOf, pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { DocumentObject, TagObject } from '../document/document.ts'
import { OPENAPI, sectionOf, sectionShape } from '../document/object-shapes.ts'
import { documentOperations } from '../document/operations.ts'
import { chooseShape, memberShape, type Shape } from '../document/shape.ts'
import { Heirs, parentOfHeir } from './heirs.ts'
import { KeptComponents } from './kept-components.ts'

export interface Pruned {
  readonly document: DocumentObject
  /** Old JSON Pointers of moved nodes, keyed by the new ones. */
  readonly moved: ReadonlyMap<string, string>
}

/**
 * Removes parts that a document's operations do not need: components, security schemes, tags, and links to
 * removed operations. If something else refers to a part of a removed operation, that part becomes a
 * component.
 * @param chosen `whole` without the removed operations, otherwise unchanged.
 */
export function pruneDocument(chosen: DocumentObject, whole: DocumentObject): Pruned {
  return new Pruner(chosen, whole).run()
}

class Pruner {
  readonly #chosen: DocumentObject
  readonly #whole: DocumentObject
  readonly #heirs: Heirs
  readonly #ids: ReadonlySet<string | undefined>
  readonly #components: KeptComponents
  /** New references to moved nodes, keyed by the old ones. */
  readonly #moved = new Map<string, string>()
  readonly #queue: (() => void)[] = []
  readonly #schemes = new Set<string>()
  readonly #tags = new Set<string>()

  constructor(chosen: DocumentObject, whole: DocumentObject) {
    this.#chosen = chosen
    this.#whole = whole
    this.#heirs = new Heirs(whole.components?.schemas ?? {})
    this.#components = new KeptComponents(whole.components)
    this.#ids = new Set([...documentOperations(chosen)].map(({ operation }) => operation.operationId))
  }

  run(): Pruned {
    const { components, security, tags = [], ...rest } = this.#chosen
    const copy = this.#copy(rest, OPENAPI.document) as DocumentObject
    this.#drain()
    const isInherited = [...documentOperations(copy)].some(
      ({ operation }) => operation.security === undefined,
    )
    if (isInherited) for (const name of schemesIn(security)) this.#schemes.add(name)
    for (const name of [...this.#schemes, ...schemesOfNobody(this.#whole)])
      this.#need('securitySchemes', name)
    this.#drain()
    const used = withParents(this.#tags, tags)
    const kept = [...tags.entries()].filter(([, { name = '' }]) => used.has(name))
    return {
      document: {
        ...withoutDeadExtensions(copy, { chosen: this.#chosen, components: this.#components }),
        ...(security !== undefined && isInherited && { security }),
        ...(kept.length > 0 && { tags: kept.map(([, tag]) => tag) }),
        ...(components !== undefined || this.#components.size > 0
          ? { components: this.#components.ordered() }
          : {}),
      },
      moved: new Map([
        ...[...this.#moved].map(([before, now]) => [now, before] as const),
        ...kept.map(([before], now) => [`#/tags/${now}`, `#/tags/${before}`] as const),
      ]),
    }
  }

  #drain(): void {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) next()
  }

  #copy(node: unknown, expected: Shape): unknown {
    const shape = chooseShape(expected, node)
    if (shape.is === 'literal' || shape.is === 'leaf') return node
    if (Array.isArray(node)) return node.map((item) => this.#copy(item, memberShape(shape, '')))
    if (!isObject(node)) return node
    if (shape.is === 'object' && shape.name === 'operation') this.#noteOperation(node)
    return Object.fromEntries(
      Object.entries(node).flatMap(([name, value]) => {
        const of = memberShape(shape, name)
        if (this.#isDeadLink(value, of)) return []
        return [[name, this.#copyMember(value, { name, of, shape })]]
      }),
    )
  }

  #copyMember(value: unknown, { name, of, shape }: { name: string; of: Shape; shape: Shape }): unknown {
    if (typeof value !== 'string') return this.#copy(value, of)
    if (of.is === 'mapping') return this.#refer(mappedPointer(value), OPENAPI.schema) ?? value
    const section = name === '$ref' ? sectionOf(shape) : undefined
    return section === undefined ? value : (this.#refer(value, shape) ?? value)
  }

  /**
   * Keeps the target of a reference.
   * @returns the current reference; `undefined` if it has no target, which is possible for a name in a
   * mapping.
   */
  #refer(reference: string, shape: Shape): string | undefined {
    const [member, section = '', name = ''] = stepsOf(reference)
    const target = valueAt(this.#whole, stepsOf(reference))
    if (target === undefined) return undefined
    if (member === 'components') this.#need(section, name)
    else if (valueAt(this.#chosen, stepsOf(reference)) === undefined) return this.#move(reference, shape)
    return reference
  }

  #need(section: string, name: string): void {
    this.#keep(section, name)
    if (section === 'schemas') for (const heir of this.#heirs.of(name)) this.#keep('schemas', heir)
  }

  #keep(section: string, name: string): void {
    const map = valueAt(this.#whole, ['components', section])
    const known = this.#components.section(section)
    if (!isObject(map) || !Object.hasOwn(map, name) || known.has(name)) return
    known.set(name, undefined)
    const shape = sectionShape(OPENAPI, section)
    this.#queue.push(() =>
      known.set(name, section === 'schemas' ? this.#copySchema(map[name]) : this.#copy(map[name], shape)),
    )
  }

  /** Copies a schema component. The base schemas that it extends are kept without their other subtypes. */
  #copySchema(schema: unknown): unknown {
    if (!isObject(schema) || !Array.isArray(schema['allOf'])) return this.#copy(schema, OPENAPI.schema)
    const { allOf: _, ...rest } = schema
    const copies = Object(this.#copy(rest, OPENAPI.schema)) as Record<string, unknown>
    const parts = schema['allOf'].map((part: unknown) => {
      const parent = parentOfHeir(part)
      if (parent === undefined) return this.#copy(part, OPENAPI.schema)
      this.#keep('schemas', parent)
      return part
    })
    return Object.fromEntries(
      Object.keys(schema).map((name) => [name, name === 'allOf' ? parts : copies[name]]),
    )
  }

  /** Moves a part of a removed operation into a component, because something else refers to it. */
  #move(reference: string, shape: Shape): string {
    const before = this.#moved.get(reference)
    if (before !== undefined) return before
    const section = sectionOf(shape) ?? ''
    const name = this.#components.freeName(section, stepsOf(reference).at(-1) ?? '')
    const now = fragmentOf(['components', section, name])
    this.#moved.set(reference, now)
    const known = this.#components.section(section).set(name, undefined)
    const target = valueAt(this.#whole, stepsOf(reference))
    this.#queue.push(() => known.set(name, this.#copy(target, shape)))
    return now
  }

  #noteOperation({ security, tags }: Readonly<Record<string, unknown>>): void {
    for (const name of schemesIn(security as DocumentObject['security'])) this.#schemes.add(name)
    if (Array.isArray(tags)) for (const tag of tags) this.#tags.add(tag)
  }

  #isDeadLink(value: unknown, shape: Shape): boolean {
    if (shape.is !== 'object' || shape.name !== 'link' || !isObject(value)) return false
    const { $ref: reference, operationId, operationRef } = value
    if (typeof reference === 'string')
      return this.#isDeadLink(valueAt(this.#whole, stepsOf(reference)), shape)
    if (typeof operationRef === 'string' && operationRef.startsWith('#'))
      return valueAt(this.#chosen, stepsOf(operationRef)) === undefined
    return typeof operationId === 'string' && !this.#ids.has(operationId)
  }
}

/** Names of the schemes in security requirements. */
function schemesIn(security: DocumentObject['security'] = []): string[] {
  return security.flatMap(Object.keys)
}

/** Drops the document's own extensions that refer to a removed part, as `x-webhooks` can. */
function withoutDeadExtensions(
  copy: DocumentObject,
  { chosen, components }: { readonly chosen: DocumentObject; readonly components: KeptComponents },
): DocumentObject {
  const isGone = (reference: string): boolean => {
    const [member, section = '', name = ''] = stepsOf(reference)
    if (member === 'components') return !components.has(section, name)
    return reference.startsWith('#') && valueAt(chosen, stepsOf(reference)) === undefined
  }
  const isDead = (value: unknown): boolean =>
    isObject(value) || Array.isArray(value)
      ? Object.entries(value).some(([name, inner]) =>
          name === '$ref' && typeof inner === 'string' ? isGone(inner) : isDead(inner),
        )
      : false
  return Object.fromEntries(
    Object.entries(copy).filter(([name, value]) => !name.startsWith('x-') || !isDead(value)),
  ) as DocumentObject
}

/** Names of the tags in use, and of all their ancestors. */
function withParents(used: ReadonlySet<string>, tags: readonly TagObject[]): ReadonlySet<string> {
  const lineage = new Set(used)
  for (const tag of lineage) {
    const { parent } = tags.find(({ name }) => name === tag) ?? {}
    if (parent !== undefined) lineage.add(parent)
  }
  return lineage
}

/** Security schemes that no operation of the unfiltered document requires. They are kept. */
function schemesOfNobody(whole: DocumentObject): string[] {
  const { components, security = [] } = whole
  const required = new Set(
    [...documentOperations(whole)].flatMap(({ operation }) =>
      (operation.security ?? security).flatMap(Object.keys),
    ),
  )
  return Object.keys(components?.securitySchemes ?? {}).filter((name) => !required.has(name))
}

/** Pointer for a discriminator's mapping entry, which can be a bare name. */
function mappedPointer(text: string): string {
  return text.includes('/') ? text : pointerBelow('#/components/schemas', text)
}
