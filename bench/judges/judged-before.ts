import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Skipped, Verdict } from './judge.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FILE = join(ROOT, 'node_modules/.cache/judges.json')

/** The verdicts of an interrupted run, which the next one keeps as long as it would judge the same. */
export class JudgedBefore {
  /** Names the repository's state and the folders; `undefined` outside of Git, where nothing is kept. */
  readonly #key: string | undefined
  readonly #verdicts = new Map<string, Verdict | Skipped>()

  constructor(folders: readonly string[]) {
    const state = stateOfRepository()
    this.#key = state === undefined ? undefined : JSON.stringify([state, ...folders])
    const { key, verdicts } = kept()
    if (key !== undefined && key === this.#key) this.#verdicts = new Map(verdicts)
  }

  verdictOf(judge: string): Verdict | Skipped | undefined {
    return this.#verdicts.get(judge)
  }

  add(judge: string, verdict: Verdict | Skipped): void {
    this.#verdicts.set(judge, verdict)
    // JSON has no NaN.
    if (this.#key === undefined || ('figure' in verdict && Number.isNaN(verdict.figure))) return
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, JSON.stringify({ key: this.#key, verdicts: [...this.#verdicts] }))
  }

  /** A run that ended keeps nothing: the next one judges anew. */
  clear(): void {
    rmSync(FILE, { force: true })
  }
}

function kept(): { readonly key?: string; readonly verdicts?: readonly [string, Verdict | Skipped][] } {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'))
  } catch {
    return {}
  }
}

/** The commit and all that differs from it. */
function stateOfRepository(): string | undefined {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    const changes = git('diff', 'HEAD') + git('status', '--porcelain')
    return `${git('rev-parse', 'HEAD').trim()} ${createHash('sha256').update(changes).digest('hex')}`
  } catch {
    return undefined
  }
}
