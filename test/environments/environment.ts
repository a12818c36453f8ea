import { join, resolve } from 'node:path'
import type { ProbeName } from './probe.ts'

/** The repository, as its packages and sources are copied from it. */
export const root = resolve(import.meta.dirname, '../..')
/** This folder, seen from the top of the repository and of every project that is made of it. */
export const HERE = 'test/environments'

/** Where generated code or its server runs: a project with what that takes, and the command lines for it. */
export interface Environment {
  /** As the table says it. */
  readonly name: string
  /**
   * Packages to install, in exact versions, so that two runs try the same. A package of a
   * whole runtime has its program.
   */
  readonly packages: Readonly<Record<string, string>>
  /** A module that is joined with all it imports into `bundle.js` of the project. */
  readonly bundled?: { readonly entry: string; readonly format: 'esm' | 'iife' }
  /** Commands to run first, from the top of the project. */
  readonly prepare?: readonly string[] | undefined
  /**
   * Probes known not to work, and why. They are tried nevertheless: those that work by now have to be taken
   * out.
   */
  readonly limits?: Partial<Readonly<Record<ProbeName, string>>>
  /** The program and what follows it, from the top of the project. */
  readonly command: readonly string[]
}

const own = (file: string): string => join(HERE, file)
const NODES = { 22: '22.23.3', 24: '24.21.0', 26: '26.9.0' } as const
/** Node by npm: the package is called after the system. */
export const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
export const nodeOf = `node_modules/${nodePackage}/bin/node`
const HONO_ADAPTER = { '@hono/node-server': '2.1.8' }
const BUN = { bun: '1.4.5' }
const DENO = { deno: '2.9.6' }
/** Sources import one another with their endings, and packages from `node_modules`. */
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

/** Where a server is mounted. */
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
      // Its build would install these by itself, and take out what was copied.
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

/** Where the generated client runs. */
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

/** Folders of the repository that a project has as well. */
export const SOURCES = [
  HERE,
  'test/golden/upload-stream-and-webhook/expected',
  'test/golden/list-with-offset-and-next/expected',
] as const

/** A folder's name for what is installed: environments with the same packages share it. */
export function folderOf({ packages }: Environment): string {
  return Object.entries(packages)
    .map(([name, version]) => `${name.replaceAll(/[^\w.-]/g, '-')}-${version}`)
    .join('_')
}
