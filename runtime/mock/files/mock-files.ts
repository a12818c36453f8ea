import type { MockFile } from './mock-file.ts'

/** Files by the path of their upload or of the item that was created from them. */
export class MockFiles {
  readonly #files = new Map<string, MockFile>()

  get size(): number {
    return [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  set(path: string, file: MockFile): void {
    this.#files.set(path, file)
  }

  /** The file at a path or at the nearest path above it. */
  at(path: string): MockFile | undefined {
    for (let own = path; own !== ''; own = own.slice(0, Math.max(0, own.lastIndexOf('/')))) {
      const file = this.#files.get(own)
      if (file !== undefined) return file
    }
    return undefined
  }

  /** Removes the files at a path and below it. */
  remove(path: string): void {
    for (const own of this.#files.keys())
      if (own === path || own.startsWith(`${path}/`)) this.#files.delete(own)
  }
}
