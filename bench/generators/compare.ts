import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Measured, measure } from '../measure.ts'
import { OWN_SCRIPT } from './install-own.ts'
import { PEER_ENVIRONMENT, PEERS } from './peers.ts'
import type { Tool } from './tool.ts'

/** What one tool needed for one document, over all rounds. */
export interface Result {
  readonly tool: Tool
  /** Medians; `undefined` when a run failed. */
  readonly figures?: { readonly seconds: number; readonly megabytes: number }
  /** Why there are no figures, in the tool's own words. */
  readonly failure?: string
}

export interface Comparison {
  readonly ours: Result
  /** Ours again into the same folder: nothing changed, so nothing is written. */
  readonly again: Result
  readonly peers: readonly Result[]
}

const OURS: Tool = {
  name: 'Concordat',
  makes: 'types, client, server, contract tests',
  script: OWN_SCRIPT,
  arguments: (document, output) => ['generate', '--document', document, '--output', output],
}

const AGAIN: Tool = {
  ...OURS,
  name: 'Concordat, nothing changed',
  bound: { limit: 0.5, isInclusive: false },
}

export interface CompareOptions {
  /** Absolute path. */
  readonly document: string
  readonly runs: number
  /** Where the peers are installed. */
  readonly peersFolder: string
  readonly signal: AbortSignal
  readonly onRun: (text: string) => void
}

/**
 * Runs all tools in turn, round after round, so that whatever else the machine does falls on all of them alike. A tool that
 * fails is not run again.
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const tools = [OURS, AGAIN, ...PEERS]
  const runs = new Map<Tool, Measured[]>(tools.map((tool) => [tool, []]))
  const failures = new Map<Tool, string>()
  for (let round = 1; round <= options.runs; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'concordat-round-'))
    // As in any project: the record of a run lies there.
    mkdirSync(join(folder, 'node_modules'))
    try {
      for (const [index, tool] of tools.entries()) {
        if (failures.has(tool)) continue
        options.onRun(`round ${round} of ${options.runs}: ${tool.name} (${tool.makes})`)
        const output = join(folder, tool === AGAIN ? '0' : String(index))
        const measured = await runTool(tool, output, options)
        const failure = failureOf(measured, output)
        if (failure === undefined) runs.get(tool)?.push(measured)
        else failures.set(tool, failure)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const resultOf = (tool: Tool): Result => {
    const failure = failures.get(tool)
    return failure === undefined ? { tool, figures: medians(runs.get(tool) ?? []) } : { tool, failure }
  }
  return { ours: resultOf(OURS), again: resultOf(AGAIN), peers: PEERS.map(resultOf) }
}

function runTool(
  tool: Tool,
  output: string,
  { document, peersFolder, signal }: CompareOptions,
): Promise<Measured> {
  return measure({
    args: [resolve(peersFolder, 'node_modules', tool.script), ...tool.arguments(document, output)],
    // Peers look for configuration where they are started: there is none but ours.
    cwd: peersFolder,
    env: { ...PEER_ENVIRONMENT, ...tool.environment?.(document, output) },
    signal,
  })
}

/** Some peers end with 0 though they wrote nothing. */
function failureOf({ code, stdout, stderr }: Measured, output: string): string | undefined {
  if (code === 0 && existsSync(output) && readdirSync(output).length > 0) return undefined
  const said = (stderr.trim() || stdout.trim()).split('\n').map((line) => line.trim())
  const reason = said.find((line) => /error|cannot|invalid|fail|not /i.test(line)) ?? said[0] ?? ''
  const end = code === 0 ? 'wrote nothing' : code === undefined ? 'ended by a signal' : `exit ${code}`
  return `failed: ${end}: ${reason.slice(0, 120)}`
}

function medians(runs: readonly Measured[]): { seconds: number; megabytes: number } {
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    megabytes: median(runs.map(({ megabytes }) => megabytes)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = low] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (low + high) / 2
}
