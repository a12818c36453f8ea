import { isObject } from '@concordat/runtime/json'
import { fragmentOf } from '@concordat/runtime/pointer'
import { OPENAPI } from '../../document/object-shapes.ts'
import { chooseShape, memberShape, type Shape } from '../../document/shape.ts'
import { type Container, isContainer, referenceInNode } from './json.ts'
import { followPath, type Path, parseReference } from './reference.ts'

/** Position of a node in a file. */
interface Position {
  readonly path: Path
  /**
   * Base URI for references: that of the nearest enclosing schema with an `$id` or, if there is none, that of
   * the file.
   */
  readonly base: string
  /** The outermost enclosing schema, whose anchors take precedence. */
  readonly outermost?: Path
}

/** A reference, and the node that contains it. */
interface Reference extends Position {
  readonly of: Container
  readonly name: string
}

/** True if schemas in a text could have identifiers. This check is faster than walking the tree. */
export function mayHaveIdentifiers(text: string): boolean {
  return /\$(?:id|anchor|dynamicAnchor)\b/.test(text)
}

/**
 * Replaces references with pointers if they identify a schema in the same file by `$id` or anchor, or are
 * relative to an `$id`. All other references are already pointers, or point to other files.
 * @param uri the file's URI, without a fragment.
 * @returns paths of identified schemas by URI; an anchor is the URI's fragment.
 * @see JSON Schema Core 2020-12, 8.2
 */
export function resolveIdentifiers(tree: unknown, uri: string): ReadonlyMap<string, Path> {
  const identifiers = new Identifiers()
  const { document, schema } = OPENAPI
  identifiers.visit(tree, isObject(tree) && 'openapi' in tree ? document : schema, { path: [], base: uri })
  for (const reference of identifiers.references) {
    const target = identifiers.find(reference)
    if (target === undefined || isHolder(target, reference)) continue
    const step = followPath(tree, target)
    if (step.found || step.reference !== undefined) reference.of[reference.name] = fragmentOf(target)
  }
  return identifiers.named
}

/**
 * True for a reference that would lead to the schema that contains it. Such a reference could mean a file
 * with that name.
 */
function isHolder(target: Path, { path }: Reference): boolean {
  return fragmentOf(target) === fragmentOf(path)
}

class Identifiers {
  readonly named = new Map<string, Path>()
  readonly references: Reference[] = []
  /**
   * Anchors, stored by outermost schema because components combined into one document can use the same names.
   */
  readonly #nearby = new Map<string, Path>()

  visit(node: unknown, expected: Shape, position: Position): void {
    const shape = chooseShape(expected, node)
    if (shape.is === 'literal' || !isContainer(node)) return
    const here = shape === OPENAPI.schema ? this.#enter(node, position) : position
    for (const name in node) {
      const of = memberShape(shape, name)
      const value = node[name]
      if (of.is === 'mapping' && typeof value === 'string' && /[#/:]/.test(value))
        this.references.push({ of: node, name, ...here })
      this.visit(value, of, { ...here, path: [...here.path, name] })
    }
  }

  /** Registers the names and references in a schema. @returns its position, for the nodes nested in it. */
  #enter(schema: Container, { path, base, outermost = path }: Position): Position {
    const { $id, $anchor, $dynamicAnchor } = schema
    const own = typeof $id === 'string' && !$id.startsWith('#') ? withoutFragment($id, base) : undefined
    const here = { path, base: own ?? base, outermost }
    if (own !== undefined) this.#note(own, path)
    // Before draft 2019-09, an anchor was an "$id" that consisted of a fragment.
    const former = typeof $id === 'string' && $id.startsWith('#') ? $id.slice(1) : undefined
    for (const anchor of [$anchor, $dynamicAnchor, former]) {
      if (typeof anchor !== 'string') continue
      const name = `${here.base}#${anchor}`
      this.#note(name, path)
      this.#nearby.set(nearbyKey(outermost, name), path)
    }
    if (referenceInNode(schema) !== undefined) this.references.push({ of: schema, name: '$ref', ...here })
    return here
  }

  #note(name: string, path: Path): void {
    if (!this.named.has(name)) this.named.set(name, path)
  }

  /** The schema that a reference identifies by `$id`, by anchor, or by a pointer relative to an `$id`. */
  find({ of, name, base, outermost = [] }: Reference): Path | undefined {
    const text = String(of[name])
    const target = parseReference(text, base)
    if (target === undefined) return undefined
    const { file, path } = target
    if (/#[^/]+$/.test(text)) {
      const anchor = `${file}#${path[0]}`
      return this.#nearby.get(nearbyKey(outermost, anchor)) ?? this.named.get(anchor)
    }
    const resource = this.named.get(file)
    return resource && [...resource, ...path]
  }
}

function nearbyKey(outermost: Path, name: string): string {
  return `${fragmentOf(outermost)} ${name}`
}

function withoutFragment(id: string, base: string): string | undefined {
  return URL.parse(id, base)?.href.replace(/#.*$/, '')
}
