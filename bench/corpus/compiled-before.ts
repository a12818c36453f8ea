import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiler } from './check-types.ts'

/**
 * Outputs in which a compiler found no errors, identified by a digest of everything that it read. They are
 * not compiled again. An interrupted run continues where it ended, and a run after a change compiles only the
 * outputs that the change affects.
 */
export class CompiledBefore {
  readonly #cache: string
  /** The compiler's package.json, and a digest of the runtime that every output imports. */
  readonly #surroundings: string

  /** @param root the checkout. */
  constructor(root: string, { program }: Compiler) {
    this.#cache = join(root, 'node_modules/.cache/concordat-corpus')
    mkdirSync(this.#cache, { recursive: true })
    const version = readFileSync(join(root, program, '../../package.json'), 'utf8')
    this.#surroundings = `${version}${digestOf(join(root, 'runtime'))}`
  }

  /** Returns true if an output is known to compile. @param output absolute path of its folder. */
  has(output: string): boolean {
    return existsSync(this.#file(output))
  }

  add(output: string): void {
    writeFileSync(this.#file(output), '')
  }

  #file(output: string): string {
    const digest = createHash('sha256').update(this.#surroundings).update(digestOf(output))
    return join(this.#cache, digest.digest('hex'))
  }
}

/** Digest of all TypeScript files below a folder. */
export function digestOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const hash = createHash('sha256')
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}
