import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { parse } from 'yaml'
import { measure } from '../measure.ts'

/** Exact versions, so that two runs of the benchmark compare the same programs. */
export const PACKAGES = {
  fastify: '5.12.8',
  hono: '4.13.19',
  '@hono/node-server': '2.1.8',
  '@hono/zod-openapi': '1.6.3',
  zod: '4.6.7',
  express: '5.3.0',
  'express-openapi-validator': '5.6.2',
} as const

/** A server with the two operations. */
export interface Contestant {
  readonly name: string
  /** Absolute path. */
  readonly script: string
}

const ROOT = resolve(import.meta.dirname, '../..')
const SCRIPTS = join(import.meta.dirname, 'peers')
const DOCUMENT = join(import.meta.dirname, 'subjects.yaml')
/** The folder is inside the repository, so that generated code can import the runtime by its package name. */
const OWN_FOLDER = join(ROOT, '.data/bench-server')

/** The minimal server, with which the others are compared. */
export const BARE = 'node:http'

const PEERS: Readonly<Record<string, string>> = {
  [BARE]: 'bare.mjs',
  [`Fastify ${PACKAGES.fastify}`]: 'fastify.mjs',
  [`Hono + zod-openapi ${PACKAGES['@hono/zod-openapi']}`]: 'hono.mjs',
  [`express-openapi-validator ${PACKAGES['express-openapi-validator']}`]: 'express.mjs',
}

/**
 * Writes the servers. Those of peers go into the folder that contains their packages. Ours goes inside the
 * repository; it is generated from the same document and compiled to JavaScript as for a deployment.
 * @throws Error if our generator fails.
 */
export async function makeContestants(
  peersFolder: string,
  signal: AbortSignal,
): Promise<readonly Contestant[]> {
  const document = JSON.stringify(parse(readFileSync(DOCUMENT, 'utf8')))
  const scripts = ['tell.mjs', ...Object.values(PEERS)]
  for (const name of scripts) copyFileSync(join(SCRIPTS, name), join(peersFolder, name))
  writeFileSync(join(peersFolder, 'document.json'), document)
  rmSync(OWN_FOLDER, { recursive: true, force: true })
  mkdirSync(OWN_FOLDER, { recursive: true })
  for (const name of ['tell.mjs', 'concordat.mjs']) copyFileSync(join(SCRIPTS, name), join(OWN_FOLDER, name))
  const output = join(OWN_FOLDER, 'generated')
  const { code, stderr } = await measure({
    args: [join(ROOT, 'generator/cli.ts'), 'generate', '--document', DOCUMENT, '--output', output],
    cwd: OWN_FOLDER,
    signal,
  })
  if (code !== 0) throw new Error(`"concordat generate" failed: ${stderr.slice(-500)}`)
  const script = join(OWN_FOLDER, 'joined.mjs')
  const build = await rolldown({
    input: join(OWN_FOLDER, 'concordat.mjs'),
    platform: 'node',
    logLevel: 'silent',
  })
  await build.write({ format: 'esm', file: script, codeSplitting: false })
  await build.close()
  const peers = Object.entries(PEERS).map(([name, script]) => ({ name, script: join(peersFolder, script) }))
  return [{ name: 'Concordat', script }, ...peers]
}
