import { isObject } from '@concordat/runtime/json'
import { isAddress } from './file-name.ts'
import { parseReference, type Source } from './reference.ts'

/**
 * What documents call themselves, `$self`: a reference may name a document so, wherever its file lies. Files that lie side by side do so
 * under their own addresses as well: a reference to an address below that of a document leads to the file at the same place
 * beside the document's file.
 * @see OpenAPI 3.2.0, Establishing the Base URI
 */
export class Addresses {
  readonly #addresses = new Map<string, string>()
  readonly #files = new Map<string, string>()

  /** Notes what a file calls itself, if it does. */
  note(file: string, tree: unknown): void {
    const self = isObject(tree) && typeof tree['openapi'] === 'string' ? tree['$self'] : undefined
    const address = typeof self === 'string' ? URL.parse(self, file)?.href.replace(/#.*$/, '') : undefined
    if (address === undefined) return
    this.#addresses.set(file, address)
    this.#files.set(address, file)
  }

  /** What a reference that stands in a file means; `undefined` when it is not a URL, or leads from the network to the disk. */
  resolve(reference: string, file: string): Source | undefined {
    const target = this.#resolve(reference, file)
    return target !== undefined && leadsToDisk(target.file, file) ? undefined : target
  }

  #resolve(reference: string, file: string): Source | undefined {
    const address = this.#addresses.get(file)
    if (address === undefined) return this.#atFile(parseReference(reference, file))
    const named = parseReference(reference, address)
    if (named === undefined || named.file === address) return named && { ...named, file }
    if (this.#files.has(named.file)) return this.#atFile(named)
    const folder = new URL('.', address).href
    if (!file.startsWith('file:') || !named.file.startsWith(folder)) {
      // A relative reference leads from file to file; only what is fetched follows the address.
      const isRelative = URL.parse(reference) === null && file.startsWith('file:')
      return isRelative ? parseReference(reference, file) : named
    }
    return { ...named, file: new URL(named.file.slice(folder.length), file).href }
  }

  #atFile(source: Source | undefined): Source | undefined {
    const file = source && this.#files.get(source.file)
    return source && file !== undefined ? { ...source, file } : source
  }
}

/** A file of the network may not name what lies on the disk of who reads it. */
export function leadsToDisk(target: string, from: string): boolean {
  return target.startsWith('file:') && isAddress(from)
}
