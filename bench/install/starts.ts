import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median } from '../generators/bar.ts'
import { failureOf, runTool } from '../generators/generation.ts'
import { PEER_ENVIRONMENT } from '../generators/peers.ts'
import { type Measured, measure } from '../measure.ts'
import { DOCUMENT, type Subject } from './subjects.ts'

/** One command line of one tool, and how long it took. */
export interface Start {
  readonly subject: Subject
  /** "verify --help". */
  readonly command: string
  /** Medians; `undefined` if it failed. */
  readonly seconds?: number
  /** Why it failed, in the tool's own words. */
  readonly failure?: string
}

export interface StartsOptions {
  readonly subjects: readonly Subject[]
  readonly rounds: number
  /** Returns the folder in which a tool is installed. */
  readonly folderOf: (subject: Subject) => string
  readonly signal: AbortSignal
  readonly onRun: (text: string) => void
}

interface Trial {
  readonly subject: Subject
  readonly command: string
  run(): Promise<Measured & { readonly wrong?: string | undefined }>
}

/**
 * Runs the commands of all tools in turn for several rounds, so that other load on the machine affects all
 * tools alike.
 */
export async function measureStarts(options: StartsOptions): Promise<readonly Start[]> {
  const trials = options.subjects.flatMap((subject) => trialsOf(subject, options))
  const runs = new Map<Trial, number[]>(trials.map((trial) => [trial, []]))
  const failures = new Map<Trial, string>()
  // The first round is not counted, because it fills the caches of the system and the tools.
  for (let round = 0; round <= options.rounds; round += 1)
    for (const trial of trials) {
      if (failures.has(trial)) continue
      options.onRun(`round ${round} of ${options.rounds}: ${trial.subject.name} ${trial.command}`)
      const { seconds, wrong } = await trial.run()
      if (wrong !== undefined) failures.set(trial, wrong)
      else if (round > 0) runs.get(trial)?.push(seconds)
    }
  return trials.map((trial) => {
    const { subject, command } = trial
    const failure = failures.get(trial)
    return {
      ...{ subject, command },
      ...(failure === undefined ? { seconds: median(runs.get(trial) ?? []) } : { failure }),
    }
  })
}

function trialsOf(subject: Subject, { folderOf, signal }: StartsOptions): readonly Trial[] {
  const folder = folderOf(subject)
  const { tool, helps } = subject
  const asking = [['--version'], ['--help'], ...helps].map((args): Trial => {
    const script = resolve(folder, 'node_modules', tool.script)
    return {
      ...{ subject, command: args.join(' ') },
      async run() {
        const measured = await measure({
          args: [script, ...args],
          ...{ cwd: folder, env: PEER_ENVIRONMENT, signal },
        })
        const { code, stdout, stderr } = measured
        return { ...measured, wrong: code === 0 ? undefined : (stderr || stdout).slice(0, 120) }
      },
    }
  })
  const generate: Trial = {
    ...{ subject, command: 'generate' },
    async run() {
      const output = mkdtempSync(join(tmpdir(), 'concordat-start-'))
      try {
        const measured = await runTool(tool, output, { document: DOCUMENT, peersFolder: folder, signal })
        return { ...measured, wrong: failureOf(measured, output) }
      } finally {
        rmSync(output, { recursive: true, force: true })
      }
    },
  }
  return [...asking, generate]
}
