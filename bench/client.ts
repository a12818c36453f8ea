import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundle, bundleSize } from './client/bundle.ts'
import { callCosts } from './client/call-cost.ts'
import { allExports, allOperations, heyApi, kubb, OWN, openapiFetch } from './client/programs.ts'
import { failureOf, runTool } from './generators/generation.ts'
import { PEERS } from './generators/peers.ts'
import { median } from './load/figure.ts'
import { measure } from './measure.ts'
import { formatTable } from './table.ts'

/**
 * Prints what the generated client weighs in a browser, and what a call costs beside a bare `fetch`, each beside its bar: of this repository's
 * document, and of another one where the first argument names it. The second argument is the folder into which `bench:generators` installs
 * the peers; those that are there are measured too.
 */
const [document, peers] = process.argv.slice(2).map((path) => resolve(path))
const root = resolve(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/bench-client')
const { signal } = new AbortController()

async function make(...args: readonly [script: string, ...string[]]): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const { code, stderr } = await measure({ args, cwd: cache, signal })
  if (code !== 0) throw new Error(`"${args.join(' ')}" failed: ${stderr.slice(-500)}`)
}

/** @returns the folder of what another generator makes of a document; nothing where it is not installed. */
async function makeBy(id: 'hey-api' | 'kubb', input: string, name: string): Promise<string | undefined> {
  const tool = PEERS.find((peer) => peer.id === id)
  if (peers === undefined || !existsSync(join(peers, 'node_modules', tool?.script ?? ''))) return undefined
  const output = join(cache, name)
  mkdirSync(cache, { recursive: true })
  const made = tool && (await runTool(tool, output, { document: input, peersFolder: peers, signal }))
  const failure = made && failureOf(made, output)
  if (failure !== undefined) throw new Error(`${id} ${failure}`)
  return output
}

const isThere = peers !== undefined && existsSync(join(peers, 'node_modules/openapi-fetch'))
const own = join(root, 'spec/openapi.yaml')
const heyApiOutput = await makeBy('hey-api', own, 'hey-api')
const kubbOutput = await makeBy('kubb', own, 'kubb')
const gets = {
  ours: OWN.plain,
  'ours with retry and refresh': OWN.middlewares,
  ...(isThere && { 'openapi-fetch': openapiFetch(peers) }),
  ...(heyApiOutput && { 'hey-api': heyApi(heyApiOutput) }),
  ...(kubbOutput && { kubb: kubb(kubbOutput) }),
}
const all: Record<string, string> = { 'ours, this repository': allOperations() }
if (document !== undefined) {
  const output = join(cache, 'document')
  await make(join(root, 'generator/cli.ts'), 'generate', '--document', document, '--output', output)
  all['ours'] = allOperations(join(output, 'client.ts'))
  for (const id of ['hey-api', 'kubb'] as const) {
    const other = await makeBy(id, document, `${id}-document`)
    if (other !== undefined) all[id] = allExports(other)
  }
}

const bars: Readonly<Record<string, string>> = {
  'one GET, ours': '≤ 4000',
  'one GET, ours with retry and refresh': '≤ 5500',
  'all operations, ours': "≤ 25000 for GitHub's document",
  'call, ours': '≤ 1.8',
}
const rows: string[][] = []
const add = (figure: string, unit: string, value: string): void => {
  rows.push([figure, unit, value, bars[figure] ?? ''])
}
const bundles: Record<string, string> = {}
for (const [name, program] of Object.entries(gets)) {
  bundles[name] = await bundle(program)
  add(`one GET, ${name}`, 'bytes gzipped', String(await bundleSize(program)))
}
for (const [name, program] of Object.entries(all))
  add(`all operations, ${name}`, 'bytes gzipped', String(await bundleSize(program)))
const { bare = [], ...costs } = await callCosts(bundles, { rounds: 9, calls: 4_000 })
add('bare fetch without a network', 'µs of processor time', median(bare).toFixed(1))
for (const [name, values] of Object.entries(costs))
  add(`call, ${name}`, 'times a bare fetch', (median(values) / median(bare)).toFixed(2))
console.log(formatTable({ header: ['figure', 'unit', 'value', 'bar'], rows, textColumns: 2 }))
