import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Compiler } from './check-types.ts'

/**
 * Outputs in which a compiler found no error, by a digest of all that it read: they are not compiled again. A
 * run that was cut goes on where it ended, and one after a change compiles what the change is seen in.
 */
export class CompiledBefore {
  readonly #cache: string
  /** Digest of the compiler, and of the runtime that every output imports. */
  readonly #surroundings: string

  /** @param root the checkout. */
  constructor(root: string, { program }: Compiler) {
    this.#cache = join(root, 'node_modules/.cache/concordat-corpus')
    mkdirSync(this.#cache, { recursive: true })
    const version = readFileSync(join(root, program, '../../package.json'), 'utf8')
    this.#surroundings = `${version}${digestOf(join(root, 'runtime'))}`
  }

  /** @param output absolute path of a folder. */
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

/** Digest of all TypeScript below a folder. */
export function digestOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const hash = createHash('sha256')
  for (const name of files.sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}
