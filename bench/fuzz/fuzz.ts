import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Progress } from '../../generator/commands/progress/progress.ts'
import { COMPILERS, checkTypes, inBatches } from '../corpus/check-types.ts'
import { prepareProject } from '../corpus/project.ts'
import type { Round } from './round.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly rounds: number
  /** Folders with the documents to damage; if empty, the repository's own documents are used. */
  readonly folders: readonly string[]
  readonly progress: Progress
  readonly signal: AbortSignal
}

export interface FuzzReport {
  readonly generated: number
  readonly refused: number
  /**
   * The failures: hangs, defects, errors without a location, and output that does not compile. Each names its
   * round.
   */
  readonly failures: readonly string[]
}

/**
 * Time limit in milliseconds, which is far more than any of the documents needs. A process that is still
 * running after this time hangs.
 */
const HANG_MS = 20_000
/** Number of rounds whose outputs are compiled together and then removed. */
const ROUNDS_AT_A_TIME = 500

const root = resolve(import.meta.dirname, '../..')
const PLAY = join(import.meta.dirname, 'play.ts')

/**
 * Damages documents, one fault at a time. For each, the generator must create code that compiles or report an
 * error with a location, and it must never hang.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { rounds, progress } = options
  const all: Round[] = []
  const failures: string[] = []
  for (let from = 0; from < rounds; from += ROUNDS_AT_A_TIME) {
    const to = Math.min(from + ROUNDS_AT_A_TIME, rounds)
    const folder = mkdtempSync(join(tmpdir(), 'concordat-fuzz-'))
    try {
      const project = join(folder, 'outputs')
      prepareProject(project, root)
      const played = await playAll({ ...options, project, from, to })
      all.push(...played)
      failures.push(...(await compile(played, project, options)))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    progress.done(`${to} of ${rounds} rounds.`)
  }
  const defects = all.filter(({ outcome }) => outcome === 'defect')
  return {
    generated: all.filter(({ outcome }) => outcome === 'generated').length,
    refused: all.filter(({ outcome }) => outcome === 'refused').length,
    failures: [...defects.map(({ round, what, fact }) => `round ${round}, ${what}: ${fact}`), ...failures],
  }
}

interface Share extends FuzzOptions {
  readonly project: string
  readonly from: number
  /** Not included. */
  readonly to: number
}

/**
 * Plays all rounds of a share. If a process crashes or hangs, the next one continues after the round that
 * stopped it.
 */
async function playAll(share: Share): Promise<readonly Round[]> {
  const played: Round[] = []
  let { from } = share
  while (from < share.to) {
    const { rounds, stopped } = await play({ ...share, from })
    played.push(...rounds)
    if (stopped === undefined) return played
    played.push({ round: stopped.round, what: 'see the seed', outcome: 'defect', fact: stopped.fact })
    from = stopped.round + 1
  }
  return played
}

interface Played {
  readonly rounds: readonly Round[]
  /** The round that ended the process. */
  readonly stopped?: { readonly round: number; readonly fact: string }
}

async function play({ seed, folders, project, from, to, progress, signal }: Share): Promise<Played> {
  const values = { seed, from, to, project }
  const args = [
    ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...folders.flatMap((folder) => ['--folder', folder]),
  ]
  const child = spawn(process.execPath, [PLAY, ...args], { stdio: ['ignore', 'pipe', 'pipe'], signal })
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  const rounds: Round[] = []
  let current = from
  let hangs = false
  let watch: NodeJS.Timeout | undefined
  const wait = (): void => {
    clearTimeout(watch)
    watch = setTimeout(() => {
      hangs = true
      child.kill('SIGKILL')
    }, HANG_MS)
  }
  for await (const line of createInterface({ input: child.stdout })) {
    wait()
    if (line.startsWith('{')) rounds.push(JSON.parse(line))
    else current = Number(line)
    progress.live(`Round ${current}`)
  }
  clearTimeout(watch)
  const code = await ended
  signal.throwIfAborted()
  if (code === 0) return { rounds }
  return {
    rounds,
    stopped: { round: current, fact: hangs ? 'it hangs' : `the process exited with ${code}: ${said}` },
  }
}

async function compile(
  played: readonly Round[],
  project: string,
  { progress, signal }: FuzzOptions,
): Promise<readonly string[]> {
  const [compiler] = COMPILERS
  const whats = new Map(played.map(({ round, what }) => [String(round), what]))
  const outputs = [...whats.keys()].filter((name) => existsSync(join(project, name)))
  const failures: string[] = []
  for (const batch of inBatches(outputs.map((name) => join(project, name)))) {
    progress.live(`tsc ${compiler.name}: ${batch.length} outputs`)
    const names = batch.map((path) => path.slice(project.length + 1))
    for (const [name, errors] of await checkTypes(names, { project, root, compiler, signal }))
      if (errors.length > 0)
        failures.push(`round ${name}, ${whats.get(name)}: ${errors.slice(0, 3).join('; ')}`)
  }
  return failures
}
