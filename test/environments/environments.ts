import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../bench/command.ts'
import { formatTable } from '../../bench/table.ts'
import { createProgress } from '../../generator/commands/progress/progress.ts'
import { CALLERS, type Environment, SERVERS } from './environment.ts'
import { inlineRuntime } from './inlined.ts'
import { PROBES, type Probed, probe } from './probe.ts'
import { installed, prepare } from './project.ts'
import { REQUIRERS, type Requirer } from './requirers.ts'
import { ended, serving } from './running.ts'

const FOLDER = join(tmpdir(), 'concordat-environments')
const HELP = `Mounts a generated server in every supported framework and runtime, runs the generated client in every runtime,
loads it by "require" in projects of CommonJS, and prints what works.

  npm run environments
      --only TEXT    only environments whose names contain TEXT
      --help

Runtimes and frameworks are installed into ${FOLDER} on first use (1 GB). One that cannot be installed is skipped by name.

Exit codes: 0; 1 something does not work in an installed environment; 2 wrong usage.`

/** One row of the table. */
type Outcome = { readonly probed: Probed } | { readonly skipped: string } | { readonly failed: string }

async function main(signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const progress = createProgress(process.stderr)
  const chosen = (environments: readonly Environment[]) =>
    environments.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()))
  const outcomes: Outcome[] = []
  const table = async (title: string, environments: readonly Environment[], tried: Trial) => {
    const rows: string[][] = []
    const notes: string[] = []
    for (const environment of environments) {
      progress.step(environment.name)
      const outcome = await outcomeOf(environment, tried, signal)
      outcomes.push(outcome)
      rows.push([environment.name, ...cellsOf(outcome)])
      for (const [name, reason] of Object.entries(environment.limits ?? {}))
        notes.push(`${environment.name}, ${name}: ${reason}.`)
      if ('failed' in outcome) console.error(`${environment.name}: ${outcome.failed}`)
    }
    progress.clear()
    if (rows.length > 0)
      console.log(`\n${formatTable({ header: [title, ...PROBES], rows, textColumns: PROBES.length + 1 })}`)
    for (const note of notes) console.log(note)
  }
  await table('server in', chosen(SERVERS), serverTried)
  await table('client in', chosen(CALLERS), callerTried)
  const rows: string[][] = []
  for (const requirer of REQUIRERS.filter(({ name }) =>
    name.toLowerCase().includes(values.only.toLowerCase()),
  )) {
    progress.step(requirer.name)
    rows.push([requirer.name, await requiredIn(requirer, signal)])
  }
  progress.clear()
  if (rows.length > 0)
    console.log(`\n${formatTable({ header: ['loaded by require in', ''], rows, textColumns: 2 })}`)
  return outcomes.every(isGood) && rows.every(([, outcome = '']) => !outcome.startsWith('failed')) ? 0 : 1
}

/** Runs a CommonJS project; a package.json above its sources declares the module type. */
async function requiredIn(requirer: Requirer, signal: AbortSignal): Promise<string> {
  const folder = await installed(requirer, FOLDER, signal).catch((error: unknown) => ({ error }))
  signal.throwIfAborted()
  if (typeof folder === 'object') return `skipped, cannot be installed: ${lineOf(folder.error)}`
  try {
    await prepare({ ...requirer, prepare: undefined }, folder, signal)
    if (requirer.isInlined === true) await inlineRuntime(folder)
    for (const own of ['test', 'out']) {
      mkdirSync(join(folder, own), { recursive: true })
      writeFileSync(join(folder, own, 'package.json'), '{ "type": "commonjs" }')
    }
    const { command, environment, prints } = requirer
    for (const each of [requirer.prepare, command]) {
      if (each === undefined) continue
      const { status, text } = await ended(each, folder, signal, environment)
      if (status !== 0 || (each === command && !prints.test(text)))
        throw new Error(`ended with ${status}: ${text.slice(-2000)}`)
    }
    return 'works'
  } catch (error) {
    signal.throwIfAborted()
    console.error(error)
    return `failed: ${lineOf(error)}`
  }
}

type Trial = (environment: Environment, folder: string, signal: AbortSignal) => Promise<Probed>

/** Probes a server from this process, which runs on the repository's Node. */
const serverTried: Trial = async ({ command }, folder, signal) => {
  const { origin, stop } = await serving(command, folder, signal)
  try {
    return await probe(origin)
  } finally {
    await stop()
  }
}

/** Probes a service that runs on the repository's Node. */
const callerTried: Trial = async ({ command }, folder, signal) => {
  const mount = join(import.meta.dirname, 'mounts/node-http.ts')
  const { origin, stop } = await serving([process.execPath, mount], import.meta.dirname, signal)
  try {
    const { status, text } = await ended([...command, origin], folder, signal)
    const line = text.split('\n').find((each) => each.startsWith('{'))
    if (status !== 0 || line === undefined) throw new Error(`ended with ${status}: ${text.slice(-2000)}`)
    return JSON.parse(line) as Probed
  } finally {
    await stop()
  }
}

async function outcomeOf(environment: Environment, tried: Trial, signal: AbortSignal): Promise<Outcome> {
  const folder = await installed(environment, FOLDER, signal).catch((error: unknown) => ({ error }))
  signal.throwIfAborted()
  if (typeof folder === 'object') return { skipped: `skipped, cannot be installed: ${lineOf(folder.error)}` }
  try {
    await prepare(environment, folder, signal)
    return { probed: withLimits(await tried(environment, folder, signal), environment) }
  } catch (error) {
    signal.throwIfAborted()
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/** @throws if a probe in `limits` works by now. */
function withLimits(probed: Probed, { limits = {} }: Environment): Probed {
  const gone = PROBES.filter((name) => limits[name] !== undefined && probed[name] === 'works')
  if (gone.length > 0) throw new Error(`works by now, so take it out of "limits": ${gone.join(', ')}`)
  return { ...probed, ...Object.fromEntries(Object.keys(limits).map((name) => [name, 'lacks'])) }
}

function cellsOf(outcome: Outcome): string[] {
  if ('skipped' in outcome) return [outcome.skipped]
  if ('failed' in outcome) return [`failed: ${lineOf(outcome.failed)}`]
  return PROBES.map((name) => outcome.probed[name])
}

const isGood = (outcome: Outcome): boolean =>
  'skipped' in outcome ||
  ('probed' in outcome && PROBES.every((name) => ['works', '–', 'lacks'].includes(outcome.probed[name])))

const lineOf = (error: unknown): string => String(error).replaceAll(/\s+/g, ' ').slice(0, 200)

await runCommand(main)
