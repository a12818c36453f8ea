import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { STRICT } from '../strict-options.ts'
import { runChild } from './run-child.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(import.meta.dirname, 'documents')

/** Names of document files other than `openapi.json`, by program. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  asana: 'openapi.yaml',
  linode: 'openapi.yaml',
  museum: 'openapi.yaml',
  openai: 'openapi.yaml',
  petstore: 'openapi.yaml',
  stripe: 'openapi.yaml',
  'train-travel': 'openapi.yaml',
}

/** The programs, by their document's name. */
export const PROGRAMS = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .map((name) => ({ name, document: join(name, DOCUMENTS[name] ?? 'openapi.json') }))

const COMPILER_OPTIONS = {
  ...STRICT,
  noPropertyAccessFromIndexSignature: true,
  emitDeclarationOnly: true,
  outDir: 'declarations',
  skipLibCheck: false,
}

/** Generates a document's client and server, compiles its program beside them, and runs it. */
export async function runProgram({
  name,
  document,
  signal,
}: {
  readonly name: string
  readonly document: string
  readonly signal: AbortSignal
}): Promise<{ readonly lines: number; readonly failure?: string }> {
  const place = mkdtempSync(join(tmpdir(), 'concordat-program-'))
  try {
    const source = readFileSync(join(folder, `${name}.ts`), 'utf8')
    writeFileSync(join(place, 'program.ts'), source)
    cpSync(join(import.meta.dirname, 'only.ts'), join(place, 'only.ts'))
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['program.ts'] }),
    )
    symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
    const generate = ['generate', '--document', document, '--output', join(place, 'generated')]
    const steps = [
      [join(root, 'generator/cli.ts'), ...generate],
      [join(root, 'node_modules/ts7/bin/tsc'), '-p', place],
      [join(place, 'program.ts')],
    ]
    const lines = source.split('\n').filter((line) => line.trim() !== '').length
    for (const step of steps) {
      const { code, output } = await runChild(step, { signal })
      if (code !== 0) return { lines, failure: output.trim().split('\n').slice(0, 12).join('\n') }
    }
    return { lines }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
