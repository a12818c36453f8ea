import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../../generator/generate.ts'
import { writeFiles } from '../../../generator/write/write.ts'

const root = resolve(import.meta.dirname, '../../..')
const document = join(root, 'test/golden/list-with-offset-and-next/openapi.yaml')

/** Calls a service and then an app with the same handlers in the same process. */
const PROGRAM = (ending: string) => `
import { createClient } from './generated/client${ending}'
import { ApiError, retry } from './generated/runtime/client/client${ending}'
import { createApp } from './generated/server${ending}'

const page = { count: 1, next: null, previous: null, results: [{ id: 7, name: 'Rex' }] }
const app = createApp({
  handlers: {
    listPets: async () => ({ status: 200, body: page }),
    createPet: async ({ body }) => ({ status: 201, body: { ...body, id: 2 } }),
    getPet: async ({ path }) => ({ status: 200, body: { id: path.petId, name: 'Rex' } }),
    deletePet: async () => ({ status: 204 }),
    feedPet: async () => ({ status: 200, body: { id: 1, name: 'Rex' } }),
  },
})

async function main(): Promise<void> {
  const remote = createClient({ baseUrl: process.argv[2] ?? '', middlewares: [retry()] })
  const local = createClient({ baseUrl: 'http://service.test', fetch: app })
  const names: string[] = []
  for await (const pet of remote.listPets.items()) names.push(pet.name)
  for await (const pet of local.listPets.items()) names.push(pet.name)
  const refused: unknown = await remote.getPet({ path: { petId: 8 } }).catch((error: unknown) => error)
  names.push(refused instanceof ApiError ? String(refused.status) : 'no ApiError')
  console.log(names.join(' '))
}
void main()
`

let server: Server
let address: string
let project: string
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'concordat-inline-'))
  // Node's types, and none of our packages.
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true })
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
  server = createServer(({ url = '' }, response) => {
    const pets = { count: 1, next: null, previous: null, results: [{ id: 1, name: 'Ada' }] }
    const isList = /^\/pets\/?(?:\?|$)/.test(url)
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isList ? pets : {}))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(project, { recursive: true })
})

/** Creates a project with its own settings, the generated code and the program. */
async function made(
  name: string,
  importExtension: '.js' | '',
  compilerOptions: Readonly<Record<string, unknown>>,
): Promise<string> {
  const folder = join(project, name)
  const output = join(folder, 'generated')
  const outputs = ['client', 'server', 'schemas', 'responses'] as const
  const { files } = await generate({ document, output, outputs, importExtension, runtime: 'inline' })
  await writeFiles(output, files)
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  write('program.ts', PROGRAM(importExtension))
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['program.ts', 'generated'] }))
  write('package.json', JSON.stringify({ type: name === 'commonjs' ? 'commonjs' : 'module' }))
  return folder
}

/**
 * Returns the compiled program's output. The program runs in another process, so this process's server can
 * respond meanwhile.
 */
async function printed(folder: string): Promise<string> {
  const child = spawn(process.execPath, [join(folder, 'out/program.js'), address])
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (text += piece))
  await new Promise((ended) => child.on('close', ended))
  return text
}

const COMMON = { strict: true, target: 'es2022', types: ['node'], outDir: 'out', rootDir: '.' }

test.each([
  [
    'modules, and all that TypeScript can refuse',
    {
      name: 'module',
      ending: '.js',
      program: 'ts7',
      options: {
        ...COMMON,
        module: 'nodenext',
        declaration: true,
        isolatedDeclarations: true,
        verbatimModuleSyntax: true,
        erasableSyntaxOnly: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: true,
        noImplicitReturns: true,
        noImplicitOverride: true,
        noFallthroughCasesInSwitch: true,
        noUnusedParameters: true,
        allowUnreachableCode: false,
      },
    },
  ],
  [
    'CommonJS, as older projects are set up',
    {
      name: 'commonjs',
      ending: '',
      program: 'typescript',
      options: { ...COMMON, module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true },
    },
  ],
] as const)(
  'what is inlined compiles and runs without a package: %s',
  async (_, { name, ending, program, options }) => {
    const folder = await made(name, ending, options)
    const tsc = join(root, 'node_modules', program, 'bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(status).toBe(0)
    expect(await printed(folder)).toBe('Ada Rex 404\n')
  },
)
