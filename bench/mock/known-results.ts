import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../corpus/compiled-before.ts'

/** The rules' findings about one document's mock. */
export interface MockResult {
  readonly pairs: number
  readonly run: number
  readonly findings: number
  readonly requests: number
  readonly seconds: number
  /** The reason why there is no report. */
  readonly failure?: string
  /**
   * Findings, the mock's complaints about its own responses, defects, and reasons why pairs were not run, one
   * per line.
   */
  readonly remarks: readonly string[]
}

/** Results of earlier runs, by a digest of the document, the budget and the sources that run them. */
export class KnownResults {
  readonly #cache: string
  readonly #surroundings: string

  /** @param root the checkout. */
  constructor(root: string, budget: string) {
    this.#cache = join(root, 'node_modules/.cache/concordat-mock')
    mkdirSync(this.#cache, { recursive: true })
    const folders = ['runtime', 'generator/load', 'generator/model'].map((folder) => join(root, folder))
    this.#surroundings = [budget, ...folders.map(digestOf)].join(' ')
  }

  get(document: string): MockResult | undefined {
    const file = this.#file(document)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MockResult) : undefined
  }

  set(document: string, result: MockResult): void {
    writeFileSync(this.#file(document), JSON.stringify(result))
  }

  #file(document: string): string {
    const digest = createHash('sha256').update(this.#surroundings).update(readFileSync(document))
    return join(this.#cache, `${digest.digest('hex')}.json`)
  }
}
