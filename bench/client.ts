import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../generator/errors/problem.ts'
import { bundle, bundleSize } from './client/bundle.ts'
import { callCosts } from './client/call-cost.ts'
import { mixedDocument, regularDocument } from './client/documents.ts'
import { LIMITS } from './client/limits.ts'
import {
  allExports,
  allOperations,
  FORMS_BY_NEED,
  heyApi,
  kubb,
  OWN,
  oneForm,
  openapiFetch,
  validatedGet,
} from './client/programs.ts'
import { runCommand } from './command.ts'
import { failureOf, runTool } from './generators/generation.ts'
import { PEERS } from './generators/peers.ts'
import { median } from './load/figure.ts'
import { measure } from './measure.ts'
import { formatTable } from './table.ts'

const HELP = `Prints the size of the generated client and of the form validation in a browser, and the cost of a call relative to a bare "fetch", each next to its limit, for this
repository's document and, if given, for another document.

  npm run bench:client -- [FILE [FOLDER]]
      --judge        exit with 1 if a limit is exceeded
      --help

FILE is an OpenAPI document. FOLDER is where "npm run bench:generators" installed the other clients, which are then measured too.

Exit codes: 0 success; 1 with --judge if a limit is exceeded; 2 wrong usage.`

/** Upper limit for each figure; `where` names the document for which it is meant, if it depends on one. */
const BARS: Readonly<Record<string, { readonly atMost: number; readonly where?: string }>> = {
  'one GET, ours': { atMost: LIMITS.oneGet },
  'one GET, ours with retry and refresh': { atMost: LIMITS.oneGetWithMiddlewares },
  'all operations, ours, this repository': { atMost: LIMITS.allOperations },
  'all operations, ours': { atMost: 25_000, where: "GitHub's document" },
  'client of 100 regular operations': { atMost: LIMITS.regular },
  'client of 104 mixed operations': { atMost: LIMITS.mixed },
  'client of 104 mixed operations, with dates': { atMost: LIMITS.mixedWithDates },
  'one GET checked by validate()': { atMost: LIMITS.validatedGet },
  'call, ours': { atMost: 1.8 },
  ...Object.fromEntries(
    Object.keys(FORMS_BY_NEED).map((need) => [`form, ${need}`, { atMost: LIMITS.oneForm }]),
  ),
}

const root = resolve(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/bench-client')
const own = join(root, 'spec/openapi.yaml')

interface Inputs {
  readonly document: string | undefined
  /** Folder in which the other clients are installed. */
  readonly peers: string | undefined
  readonly signal: AbortSignal
}

interface Figure {
  readonly name: string
  readonly unit: string
  readonly value: number
}

/** Generates our output for a document. @returns its folder. */
async function make(
  document: string,
  { name, signal, more = [] }: { name: string; signal: AbortSignal; more?: readonly string[] },
): Promise<string> {
  const output = join(cache, name)
  mkdirSync(cache, { recursive: true })
  const args = [
    join(root, 'generator/cli.ts'),
    'generate',
    '--document',
    document,
    '--output',
    output,
    ...more,
  ] as const
  const { code, stderr } = await measure({ args, cwd: cache, signal })
  if (code !== 0) throw new Error(`"${args.join(' ')}" failed: ${stderr.slice(-500)}`)
  return output
}

/**
 * Generates another tool's output for a document. @returns its folder; `undefined` if the tool is not
 * installed.
 */
async function makeBy(
  id: 'hey-api' | 'kubb',
  { document, name, peers, signal }: { document: string; name: string } & Pick<Inputs, 'peers' | 'signal'>,
): Promise<string | undefined> {
  const tool = PEERS.find((peer) => peer.id === id)
  if (peers === undefined || !existsSync(join(peers, 'node_modules', tool?.script ?? ''))) return undefined
  const output = join(cache, name)
  mkdirSync(cache, { recursive: true })
  const made = tool && (await runTool(tool, output, { document, peersFolder: peers, signal }))
  const failure = made && failureOf(made, output)
  if (failure !== undefined) throw new Error(`${id} ${failure}`)
  return output
}

/** Programs that make one call, by the client they use. */
async function programsOfOneCall({ peers, signal }: Inputs): Promise<Readonly<Record<string, string>>> {
  const isThere = peers !== undefined && existsSync(join(peers, 'node_modules/openapi-fetch'))
  const heyApiOutput = await makeBy('hey-api', { document: own, name: 'hey-api', peers, signal })
  const kubbOutput = await makeBy('kubb', { document: own, name: 'kubb', peers, signal })
  return {
    ours: OWN.plain,
    'ours with retry and refresh': OWN.middlewares,
    ...(isThere && { 'openapi-fetch': openapiFetch(peers) }),
    ...(heyApiOutput && { 'hey-api': heyApi(heyApiOutput) }),
    ...(kubbOutput && { kubb: kubb(kubbOutput) }),
  }
}

/** Programs that use every operation of a document, by client. */
async function programsOfAll({ document, peers, signal }: Inputs): Promise<Readonly<Record<string, string>>> {
  const all: Record<string, string> = { 'ours, this repository': allOperations() }
  if (document === undefined) return all
  all['ours'] = allOperations(join(await make(document, { name: 'document', signal }), 'client.ts'))
  for (const id of ['hey-api', 'kubb'] as const) {
    const other = await makeBy(id, { document, name: `${id}-document`, peers, signal })
    if (other !== undefined) all[id] = allExports(other)
  }
  return all
}

/**
 * Programs by description. Each contains a whole client with about a hundred operations, or makes one call
 * and validates its response.
 */
async function programsOfHundred(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const written = (name: string, document: unknown): string => {
    const file = join(cache, `${name}.json`)
    writeFileSync(file, JSON.stringify(document))
    return file
  }
  mkdirSync(cache, { recursive: true })
  const mixed = written('mixed', mixedDocument())
  const regular = await make(written('regular', regularDocument()), {
    name: 'regular',
    signal,
    more: ['--outputs', 'client,responses'],
  })
  const whole = (output: string) => allOperations(join(output, 'client.ts'))
  const dated = ['--format', 'date-time=Date']
  return {
    'client of 100 regular operations': whole(regular),
    'client of 104 mixed operations': whole(await make(mixed, { name: 'mixed', signal })),
    'client of 104 mixed operations, with dates': whole(
      await make(mixed, { name: 'dated', signal, more: dated }),
    ),
    'one GET checked by validate()': validatedGet(regular),
  }
}

async function figuresOf(inputs: Inputs): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  const bundles: Record<string, string> = {}
  const oneCall = await programsOfOneCall(inputs)
  for (const [name, program] of Object.entries(oneCall)) {
    bundles[name] = await bundle(program)
    figures.push({ name: `one GET, ${name}`, unit: 'bytes gzipped', value: await bundleSize(program) })
  }
  for (const [name, program] of Object.entries(await programsOfAll(inputs)))
    figures.push({ name: `all operations, ${name}`, unit: 'bytes gzipped', value: await bundleSize(program) })
  for (const [name, program] of Object.entries(await programsOfHundred(inputs.signal)))
    figures.push({ name, unit: 'bytes gzipped', value: await bundleSize(program) })
  for (const [need, schema] of Object.entries(FORMS_BY_NEED))
    figures.push({ name: `form, ${need}`, unit: 'bytes gzipped', value: await bundleSize(oneForm(schema)) })
  const { bare = [], ...costs } = await callCosts(bundles, { rounds: 9, calls: 4_000 })
  figures.push({ name: 'bare fetch without a network', unit: 'µs of processor time', value: median(bare) })
  for (const [name, values] of Object.entries(costs))
    figures.push({ name: `call, ${name}`, unit: 'times a bare fetch', value: median(values) / median(bare) })
  return figures
}

function isBroken({ name, value }: Figure): boolean {
  const bar = BARS[name]
  return bar !== undefined && value > bar.atMost
}

function rowOf(figure: Figure): string[] {
  const { name, unit, value } = figure
  const bar = BARS[name]
  const where = bar?.where === undefined ? '' : ` for ${bar.where}`
  const verdict = bar === undefined ? '' : `<= ${bar.atMost}${where} ${isBroken(figure) ? 'broken' : 'holds'}`
  return [name, unit, Number.isInteger(value) ? String(value) : value.toFixed(2), verdict]
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { judge: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const [document, peers, ...more] = positionals.map((path) => resolve(path))
  if (more.length > 0) throw new UsageError('Give at most one document and one folder. See --help.')
  const missing = [document, peers].find((path) => path !== undefined && !existsSync(path))
  if (missing !== undefined) throw new UsageError(`"${missing}" does not exist. See --help.`)
  const figures = await figuresOf({ document, peers, signal })
  const header = ['figure', 'unit', 'value', 'bar']
  console.log(formatTable({ header, rows: figures.map(rowOf), textColumns: 2 }))
  return values.judge && figures.some(isBroken) ? 1 : 0
}

await runCommand(main)
