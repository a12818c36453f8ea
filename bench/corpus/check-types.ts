import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../measure.ts'
import { STRICT } from '../strict-options.ts'

/** The compilers that must find no errors in the output, fastest first. */
export const COMPILERS = [
  { name: '7', program: 'node_modules/ts7/bin/tsc' },
  { name: '6', program: 'node_modules/ts6/bin/tsc' },
  { name: '5.9', program: 'node_modules/typescript/bin/tsc' },
] as const

export type Compiler = (typeof COMPILERS)[number]

/** Options that make the compiler report as many errors in the output as possible. */
const COMPILER_OPTIONS = {
  ...STRICT,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  isolatedModules: true,
  isolatedDeclarations: true,
  skipLibCheck: true,
  noEmit: true,
}

/**
 * Maximum size of a batch, so that it fits into memory; a larger output gets its own. Small outputs share a
 * run, because checking the runtime's own sources adds a second to each.
 */
const BATCH_BYTES = 8_000_000

/**
 * Divides outputs into groups that one compiler run can handle.
 * @param folders paths of the outputs.
 */
export function inBatches(folders: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = []
  let room = 0
  for (const folder of folders) {
    const size = sizeOf(folder)
    if (size > room || batches.length === 0) {
      batches.push([])
      room = BATCH_BYTES
    }
    batches.at(-1)?.push(folder)
    room -= size
  }
  return batches
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

export interface CheckTypesOptions {
  /** Folder that contains the outputs' folders, prepared by `prepareProject`. */
  readonly project: string
  /** The checkout. */
  readonly root: string
  readonly compiler: Compiler
  readonly signal: AbortSignal
}

/**
 * Type-checks outputs, and the runtime that they import, with one compiler.
 * @param names folders below the project.
 * @returns the errors by folder, as the compiler prints them: file, line, code, message. An error that
 * belongs to no output is listed for every folder.
 */
export async function checkTypes(
  names: readonly string[],
  options: CheckTypesOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { project, root, compiler, signal } = options
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: names.map((name) => `${name}/**/*.ts`) }),
  )
  const { code, stdout, stderr } = await measure({
    args: [join(root, compiler.program), '--pretty', 'false', '-p', '.'],
    cwd: project,
    signal,
  })
  const lines = stdout.split('\n').filter((line) => /\berror TS\d+:/.test(line))
  const isOf = (name: string, line: string): boolean => line.startsWith(`${name}/`)
  const shared = lines.filter((line) => !names.some((name) => isOf(name, line)))
  if (code !== 0 && lines.length === 0) {
    // Either the batch needs too much memory or the compiler has a defect. Dividing the batch shows which of
    // the two it is.
    const [first = '', ...others] = names
    if (others.length === 0) shared.push(stderr.trim() || stdout.trim() || 'it was killed')
    else return new Map([...(await checkTypes([first], options)), ...(await checkTypes(others, options))])
  }
  return new Map(names.map((name) => [name, [...lines.filter((line) => isOf(name, line)), ...shared]]))
}
