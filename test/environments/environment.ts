import { join, resolve } from 'node:path'
import type { ProbeName } from './probe.ts'

/** The repository, from which packages and sources are copied. */
export const root = resolve(import.meta.dirname, '../..')
/** The path of this folder, relative to the root of the repository and of every project created from it. */
export const HERE = 'test/environments'

/**
 * An environment in which generated code or its server runs: a project with what that needs, and its command
 * lines.
 */
export interface Environment {
  /** The name in the table. */
  readonly name: string
  /**
   * Packages to install, in exact versions, so that every run tries the same ones. The program of a whole
   * runtime is in its package.
   */
  readonly packages: Readonly<Record<string, string>>
  /** A module that is bundled with all its imports into the project's `bundle.js`. */
  readonly bundled?: { readonly entry: string; readonly format: 'esm' | 'iife' }
  /** Command to run first, from the project's root. */
  readonly prepare?: readonly string[] | undefined
  /**
   * Probes that are known not to work, and why. They are tried nevertheless, and must be removed from here
   * once they work.
   */
  readonly limits?: Partial<Readonly<Record<ProbeName, string>>>
  /** The program and its arguments, from the project's root. */
  readonly command: readonly string[]
}

const own = (file: string): string => join(HERE, file)
const NODES = { 22: '22.23.3', 24: '24.21.0', 26: '26.9.0' } as const
/** Node as an npm package, which is named after the system. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
export const nodeOf = `node_modules/${nodePackage}/bin/node`
const HONO_ADAPTER = { '@hono/node-server': '2.1.8' }
const BUN = { bun: '1.4.5' }
const DENO = { deno: '2.9.6' }
/** Sources import one another with file extensions, and packages come from `node_modules`. */
const DENO_RUN = [
  'node_modules/deno/deno',
  'run',
  '--quiet',
  '--no-config',
  '--node-modules-dir=manual',
  '-A',
]

const onNode = (name: string, mount: string, packages: Readonly<Record<string, string>>): Environment => ({
  name,
  packages,
  command: [process.execPath, own(`mounts/${mount}.ts`)],
})

/** Environments in which a server is mounted. */
export const SERVERS: readonly Environment[] = [
  ...Object.values(NODES).map((version) => ({
    name: `node:http, Node ${version}`,
    packages: { [nodePackage]: version },
    command: [nodeOf, own('mounts/node-http.ts')],
  })),
  onNode('Express 5.3.0', 'express', { express: '5.3.0' }),
  onNode('Fastify 5.12.8', 'fastify', { fastify: '5.12.8' }),
  onNode('Hono 4.13.19', 'hono', { hono: '4.13.19', ...HONO_ADAPTER }),
  {
    name: 'Next.js 16.4.6',
    packages: {
      next: '16.4.6',
      react: '19.3.1',
      'react-dom': '19.3.1',
      // The build would otherwise install these itself, and remove the copied files.
      typescript: '5.9.3',
      '@types/node': '24.19.2',
      '@types/react': '19.3.0',
    },
    prepare: [process.execPath, 'node_modules/next/dist/bin/next', 'build', own('next')],
    command: [
      process.execPath,
      'node_modules/next/dist/bin/next',
      'start',
      own('next'),
      '--hostname',
      '127.0.0.1',
      '--port',
      '0',
    ],
  },
  { name: 'Bun 1.4.5', packages: BUN, command: ['node_modules/.bin/bun', own('mounts/bun.ts')] },
  { name: 'Deno 2.9.6', packages: DENO, command: [...DENO_RUN, own('mounts/deno.ts')] },
  {
    name: 'workerd, by miniflare 4.20260730.0',
    packages: { miniflare: '4.20260730.0' },
    bundled: { entry: 'mounts/worker.ts', format: 'esm' },
    limits: { leaving: 'the stream of an answer is not told that its caller is gone' },
    command: [process.execPath, own('runtimes/miniflare.mjs'), 'bundle.js'],
  },
  {
    name: 'edge-runtime 4.0.1',
    packages: { 'edge-runtime': '4.0.1' },
    bundled: { entry: 'mounts/edge-runtime.ts', format: 'iife' },
    command: [process.execPath, own('runtimes/edge-runtime.mjs'), 'bundle.js'],
  },
]

const CALLER = own('callers/program.ts')

/** Environments in which the generated client runs. */
export const CALLERS: readonly Environment[] = [
  ...Object.values(NODES).map((version) => ({
    name: `Node ${version}`,
    packages: { [nodePackage]: version },
    command: [nodeOf, CALLER],
  })),
  { name: 'Bun 1.4.5', packages: BUN, command: ['node_modules/.bin/bun', CALLER] },
  { name: 'Deno 2.9.6', packages: DENO, command: [...DENO_RUN, CALLER] },
  {
    name: 'Chromium',
    packages: { 'playwright-core': '1.65.1' },
    bundled: { entry: 'callers/page.ts', format: 'iife' },
    command: [process.execPath, own('callers/chromium.mjs'), 'bundle.js'],
  },
]

/** Folders of the repository that a project contains as well. */
export const SOURCES = [
  HERE,
  'test/golden/upload-stream-and-webhook/expected',
  'test/golden/list-with-offset-and-next/expected',
] as const

/**
 * Returns the name of the folder for the installed packages; environments with the same packages share it.
 */
export function folderOf({ packages }: Environment): string {
  return Object.entries(packages)
    .map(([name, version]) => `${name.replaceAll(/[^\w.-]/g, '-')}-${version}`)
    .join('_')
}
