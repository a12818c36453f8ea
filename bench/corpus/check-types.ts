import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../measure.ts'

/** The compilers under which output must be free of errors. */
export const COMPILERS = [
  { name: '5.9', program: 'node_modules/typescript/bin/tsc' },
  { name: '7', program: 'node_modules/ts7/bin/tsc' },
] as const

export type Compiler = (typeof COMPILERS)[number]

export interface TypeCheck {
  readonly compiler: string
  readonly seconds: number
  /** Each as the compiler prints it: file, line, code, message. */
  readonly errors: readonly string[]
}

const COMPILER_OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

/**
 * Makes a folder a project that has our packages installed, so that `@concordat/runtime/client` resolves by the package's own exports.
 * @param root the checkout.
 */
export function prepareProject(folder: string, root: string): void {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/concordat'))
  for (const name of ['@concordat', 'vitest', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

/** Type-checks every file of an output, and of the runtime that it imports, under one compiler. */
export async function checkTypes(
  output: string,
  root: string,
  { compiler, signal }: { compiler: Compiler; signal: AbortSignal },
): Promise<TypeCheck> {
  writeFileSync(
    join(output, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] }),
  )
  const { code, seconds, stdout, stderr } = await measure({
    args: [join(root, compiler.program), '--pretty', 'false', '-p', '.'],
    cwd: output,
    signal,
  })
  const errors = stdout.split('\n').filter((line) => /\berror TS\d+:/.test(line))
  if (code !== 0 && errors.length === 0)
    errors.push(`tsc ${compiler.name} failed: ${stderr.trim() || stdout.trim() || 'it was killed'}`)
  return { compiler: compiler.name, seconds, errors }
}
