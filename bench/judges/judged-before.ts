import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Skipped, Verdict } from './judge.ts'

/**
 * The verdicts of an interrupted run. The next run keeps them if nothing has changed that could affect them.
 */
export class JudgedBefore {
  readonly #file: string
  /**
   * Identifies the state of the repository and the folders; `undefined` outside Git, in which case nothing is
   * stored.
   */
  readonly #key: string | undefined
  readonly #verdicts = new Map<string, Verdict | Skipped>()

  /** @param root absolute path of the repository; `folders` are absolute too. */
  constructor(folders: readonly string[], root = resolve(import.meta.dirname, '../..')) {
    this.#file = join(root, 'node_modules/.cache/judges.json')
    const state = stateOfRepository(root)
    this.#key =
      state === undefined
        ? undefined
        : JSON.stringify([state, ...folders.map((folder) => [folder, stateOfFolder(folder)])])
    const { key, verdicts } = kept(this.#file)
    if (key !== undefined && key === this.#key) this.#verdicts = new Map(verdicts)
  }

  verdictOf(judge: string): Verdict | Skipped | undefined {
    return this.#verdicts.get(judge)
  }

  add(judge: string, verdict: Verdict | Skipped): void {
    this.#verdicts.set(judge, verdict)
    // JSON has no NaN.
    if (this.#key === undefined || ('figure' in verdict && Number.isNaN(verdict.figure))) return
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify({ key: this.#key, verdicts: [...this.#verdicts] }))
  }

  /** Discards the verdicts after a completed run, so that the next run starts anew. */
  clear(): void {
    rmSync(this.#file, { force: true })
  }
}

function kept(file: string): {
  readonly key?: string
  readonly verdicts?: readonly [string, Verdict | Skipped][]
} {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Identifies the current commit and all differences from it. */
function stateOfRepository(root: string): string | undefined {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    const hash = createHash('sha256').update(git('diff', 'HEAD'))
    const untracked = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean)
    for (const name of untracked) hash.update(JSON.stringify(name)).update(readFileSync(join(root, name)))
    return `${git('rev-parse', 'HEAD').trim()} ${hash.digest('hex')}`
  } catch {
    return undefined
  }
}

/** Digest of the folder's file names, sizes and modification times. */
function stateOfFolder(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, name))
    hash.update(JSON.stringify([name, size, mtimeMs]))
  }
  return hash.digest('hex')
}
