import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Measured, measure } from '../measure.ts'
import { median } from './bar.ts'
import { OWN } from './install-own.ts'
import { PEER_ENVIRONMENT, PEERS } from './peers.ts'
import type { Tool } from './tool.ts'

export interface Figures {
  readonly seconds: number
  readonly processorSeconds: number
  readonly megabytes: number
}

/** Time and memory that one program needed for one document, over all rounds. */
export interface Result {
  readonly tool: Tool
  /** Medians; `undefined` if a run failed. */
  readonly figures?: Figures
  /** Why there are no figures, in the tool's own words. */
  readonly failure?: string
}

export interface Generation {
  readonly ours: Result
  readonly peers: readonly Result[]
  /** A second run of Concordat into the same folder. Nothing has changed, so it writes nothing. */
  readonly again: Figures
  /** `node -e 0`, the minimum for any command. */
  readonly nothing: Figures
}

export interface GenerationOptions {
  /** Absolute path. */
  readonly document: string
  readonly rounds: number
  /** Folder in which the peers are installed. */
  readonly peersFolder: string
  readonly signal: AbortSignal
  readonly onRun: (text: string) => void
}

/**
 * Runs all tools in turn for several rounds, so that other load on the machine affects them alike. A tool
 * that fails is not run again.
 */
export async function measureGeneration(options: GenerationOptions): Promise<Generation> {
  const tools = [OWN, ...PEERS]
  const runs = new Map<Tool, Measured[]>(tools.map((tool) => [tool, []]))
  const failures = new Map<Tool, string>()
  const again: Measured[] = []
  const nothing: Measured[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'concordat-round-'))
    // Every project has this folder, and the generator stores the record of a run in it.
    mkdirSync(join(folder, 'node_modules'))
    try {
      // Each round begins with a different tool, because its first tool runs while the disk is still removing
      // the previous round's files.
      const first = round % tools.length
      for (const tool of [...tools.slice(first), ...tools.slice(0, first)]) {
        if (failures.has(tool)) continue
        options.onRun(`round ${round} of ${options.rounds}: ${tool.name} (${tool.makes})`)
        const output = join(folder, tool.id)
        const measured = await runTool(tool, output, options)
        const failure = failureOf(measured, output)
        if (failure === undefined) runs.get(tool)?.push(measured)
        else failures.set(tool, failure)
        if (tool !== OWN) continue
        again.push(await runTool(tool, output, options))
        nothing.push(await measure({ args: ['-e', '0'], signal: options.signal }))
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const resultOf = (tool: Tool): Result => {
    const failure = failures.get(tool)
    return failure === undefined ? { tool, figures: medians(runs.get(tool) ?? []) } : { tool, failure }
  }
  return { ours: resultOf(OWN), peers: PEERS.map(resultOf), again: medians(again), nothing: medians(nothing) }
}

/** Runs a generator once. */
export function runTool(
  tool: Tool,
  output: string,
  { document, peersFolder, signal }: Pick<GenerationOptions, 'document' | 'peersFolder' | 'signal'>,
): Promise<Measured> {
  return measure({
    args: [resolve(peersFolder, 'node_modules', tool.script), ...tool.arguments(document, output)],
    // Other tools look for configuration in the folder in which they start, and the peers' folder contains
    // only the benchmark's configuration.
    cwd: peersFolder,
    env: { ...PEER_ENVIRONMENT, ...tool.environment?.(document, output) },
    signal,
  })
}

/**
 * The reason why a run failed. A run that wrote nothing counts as failed even if it exited with 0, as some
 * tools do.
 */
export function failureOf({ code, stdout, stderr }: Measured, output: string): string | undefined {
  if (code === 0 && existsSync(output) && readdirSync(output).length > 0) return undefined
  const said = (stderr.trim() || stdout.trim()).split('\n').map((line) => line.trim())
  const reason = said.find((line) => /error|cannot|invalid|fail|not /i.test(line)) ?? said[0] ?? ''
  const end = code === 0 ? 'wrote nothing' : code === undefined ? 'ended by a signal' : `exit ${code}`
  return `failed: ${end}: ${reason.slice(0, 120)}`
}

function medians(runs: readonly Measured[]): Figures {
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    processorSeconds: median(runs.map(({ processorSeconds }) => processorSeconds)),
    megabytes: median(runs.map(({ megabytes }) => megabytes)),
  }
}
