import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundle, bundleSize } from './client/bundle.ts'
import { callCosts } from './client/call-cost.ts'
import { allOperations, heyApi, heyApiOperations, OWN, openapiFetch } from './client/programs.ts'
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

/** @returns the folder of what hey-api makes of a document; nothing where it is not installed. */
async function makeByHeyApi(input: string, name: string): Promise<string | undefined> {
  const script = join(peers ?? '', 'node_modules/@hey-api/openapi-ts/bin/run.js')
  if (peers === undefined || !existsSync(script)) return undefined
  const output = join(cache, name)
  await make(script, '--no-log-file', '--input', input, '--output', output)
  return output
}

const isThere = peers !== undefined && existsSync(join(peers, 'node_modules/openapi-fetch'))
const heyApiOutput = await makeByHeyApi(join(root, 'spec/openapi.yaml'), 'hey-api')
const gets = {
  ours: OWN.plain,
  'ours with retry and refresh': OWN.middlewares,
  ...(isThere && { 'openapi-fetch': openapiFetch(peers) }),
  ...(heyApiOutput && { 'hey-api': heyApi(heyApiOutput) }),
}
const all: Record<string, string> = { 'ours, this repository': allOperations() }
if (document !== undefined) {
  const output = join(cache, 'document')
  await make(join(root, 'generator/cli.ts'), 'generate', '--document', document, '--output', output)
  all['ours'] = allOperations(join(output, 'client.ts'))
  const other = await makeByHeyApi(document, 'hey-api-document')
  if (other !== undefined) all['hey-api'] = heyApiOperations(other)
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
