import { type Container, setNodeMember } from '../source/json.ts'
import type { Path } from '../source/reference.ts'
import type { Sources } from '../source/sources.ts'
import {
  isContentKey,
  isMediaTypeInDocument,
  mediaTypesMeantInDocument,
  noMediaTypeProblem,
} from './media-types.ts'
import type { LoadReport } from './misfit.ts'

export interface MediaTypeNamesOptions {
  readonly sources: Sources
  readonly report: LoadReport
}

/** Replaces a document's invalid media types with the media types that they probably mean. */
export class MediaTypeNames {
  readonly #document: Container
  readonly #sources: Sources
  readonly #report: LoadReport

  constructor(document: Container, { sources, report }: MediaTypeNamesOptions) {
    this.#document = document
    this.#sources = sources
    this.#report = report
  }

  /**
   * Replaces a map's invalid property names with the media types that they mean, unless the map already
   * contains these.
   */
  fitMembers(node: Container, path: Path): void {
    if (Object.keys(node).every(isContentKey)) return
    const members = Object.entries(node).map(([name, value]) => {
      const inside = [...path, name]
      const isFit = isContentKey(name)
      if (!isFit) this.#report(noMediaTypeProblem(name, inside))
      const names = isFit
        ? [name]
        : mediaTypesMeantInDocument(name).filter((meant) => !Object.hasOwn(node, meant))
      return { name, value, names, written: this.#sources.trace(this.#document, inside) }
    })
    for (const { name } of members) delete node[name]
    for (const { name, value, names, written } of members)
      for (const [index, meant] of names.entries()) {
        setNodeMember(node, meant, index === 0 ? value : structuredClone(value))
        if (meant !== name) this.#sources.set(node, meant, written)
      }
  }

  /** Replaces an invalid string in a field or a list item. */
  fitText(node: Container, name: string, path: Path): void {
    const text = String(node[name])
    const isList = !Array.isArray(node) && text.split(',').every(isMediaTypeInDocument)
    if (isMediaTypeInDocument(text) || isList) return
    this.#report(noMediaTypeProblem(text, [...path]))
    const [first, ...others] = mediaTypesMeantInDocument(text)
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
}
