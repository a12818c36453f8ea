import { isObject } from '@concordat/runtime/json'
import { isNetworkSource } from './file-name.ts'
import { mayHaveIdentifiers, resolveIdentifiers } from './identifiers.ts'
import { type NodeSource, parseReference } from './reference.ts'

/**
 * URLs that documents declare with `$self`. References can use such a URL to identify a document regardless
 * of the location of its file. For a local document, a reference to a URL in the declared URL's folder points
 * to the file at the same relative path from the document's file. Schemas are also found by `$id` and
 * anchors.
 * @see OpenAPI 3.2.0, Establishing the Base URI; JSON Schema Core 2020-12, 8.2
 */
export class SelfAddresses {
  readonly #addresses = new Map<string, string>()
  readonly #files = new Map<string, string>()
  /** The absolute `$id`s of files that consist of a single schema. */
  readonly #ids = new Map<string, string>()
  /** Schemas with an `$id` or anchor in any file, keyed by URI. An anchor is the fragment of its URI. */
  readonly #schemas = new Map<string, NodeSource>()

  /**
   * Registers the URL that a file declares and the URIs of its schemas. Replaces the file's references to its
   * own schemas with pointers.
   */
  note(file: string, tree: unknown, text: string): void {
    const address = selfOf(tree, file)
    if (address !== undefined) {
      this.#addresses.set(file, address)
      this.#files.set(address, file)
    }
    if (!mayHaveIdentifiers(text)) return
    const own = address === undefined ? idOf(tree) : undefined
    if (own !== undefined) this.#ids.set(file, own)
    for (const [uri, path] of resolveIdentifiers(tree, address ?? file)) {
      // A file URL from a relative "$id" is not registered, because it could be the URL of another file.
      const isOwn = !uri.startsWith('file:') || uri.startsWith(`${file}#`)
      if (isOwn && !this.#schemas.has(uri)) this.#schemas.set(uri, { file, path })
      // Also registers the schema's anchors under the file's name.
      if (own !== undefined && uri.startsWith(`${own}#`))
        this.#schemas.set(file + uri.slice(own.length), { file, path })
    }
  }

  /**
   * Resolves references by `$id` or anchor in a document that overlays changed, including references that the
   * overlays added.
   */
  noteChanged(file: string, tree: unknown, texts: readonly string[]): void {
    if (texts.some(mayHaveIdentifiers)) resolveIdentifiers(tree, this.#addresses.get(file) ?? file)
  }

  /** Returns the schema that a source identifies, or the source itself if it identifies none. */
  settle(source: NodeSource): NodeSource {
    const [anchor, ...rest] = source.path
    const anchored = rest.length === 0 ? this.#schemas.get(`${source.file}#${anchor}`) : undefined
    if (anchored !== undefined) return anchored
    const schema = this.#schemas.get(source.file)
    return schema === undefined ? source : { file: schema.file, path: [...schema.path, ...source.path] }
  }

  /**
   * Target of a reference in a file; `undefined` if it is not a URL, or if it points from the network to the
   * disk.
   */
  resolve(reference: string, file: string): NodeSource | undefined {
    const found = this.#resolve(reference, file)
    const target = found && this.settle(found)
    return target !== undefined && referenceLeadsToDisk(target.file, file) ? undefined : target
  }

  #resolve(reference: string, file: string): NodeSource | undefined {
    const isAbsolute = URL.canParse(reference)
    // A file's "$id" matters only for absolute references, because relative ones are paths from the file.
    const address = this.#addresses.get(file) ?? (isAbsolute ? this.#ids.get(file) : undefined)
    if (address === undefined) return this.#atFile(parseReference(reference, file))
    const named = parseReference(reference, address)
    if (named === undefined || named.file === address) return named && { ...named, file }
    if (this.#files.has(named.file)) return this.#atFile(named)
    if (this.#schemas.has(named.file)) return named
    const folder = new URL('.', address).href
    if (!file.startsWith('file:') || !named.file.startsWith(folder)) {
      // A relative reference in a local file is relative to that file; only in a network file is it relative
      // to the declared URL.
      return !isAbsolute && file.startsWith('file:') ? parseReference(reference, file) : named
    }
    return { ...named, file: new URL(named.file.slice(folder.length), file).href }
  }

  #atFile(source: NodeSource | undefined): NodeSource | undefined {
    const file = source && this.#files.get(source.file)
    return source && file !== undefined ? { ...source, file } : source
  }
}

/** The URL that a document declares for itself. */
function selfOf(tree: unknown, file: string): string | undefined {
  const self = isObject(tree) && typeof tree['openapi'] === 'string' ? tree['$self'] : undefined
  return typeof self === 'string' ? URL.parse(self, file)?.href.replace(/#.*$/, '') : undefined
}

/** The absolute `$id` of a file that consists of a schema. */
function idOf(tree: unknown): string | undefined {
  const id = isObject(tree) ? tree['$id'] : undefined
  return typeof id === 'string' && URL.canParse(id) ? id.replace(/#.*$/, '') : undefined
}

/** True if a network file refers to a local file, which is not allowed. */
export function referenceLeadsToDisk(target: string, from: string): boolean {
  return target.startsWith('file:') && isNetworkSource(from)
}
