import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../measure.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The folder is inside the repository, so that generated code can import the runtime by its package name. */
const FOLDER = join(ROOT, '.data/attack')

/** A script in this folder, and the code to generate for its imports from "./generated". */
export interface Program {
  readonly script: string
  /** Absolute path of a document. */
  readonly document: string
  readonly outputs: string
}

/**
 * Generates the code that a program imports, and copies the program's script next to it.
 * @returns the path of the copy.
 * @throws Error if generation fails.
 */
export async function generateFor(
  { script, document, outputs }: Program,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(FOLDER, script.replace(/\..*/, ''))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(import.meta.dirname, script), join(folder, script))
  const output = join(folder, 'generated')
  const args = ['generate', '--document', document, '--output', output, '--outputs', outputs]
  const { code, stderr } = await measure({
    args: [join(ROOT, 'generator/cli.ts'), ...args],
    cwd: folder,
    signal,
  })
  if (code !== 0) throw new Error(`"concordat generate" failed: ${stderr.slice(-500)}`)
  return join(folder, script)
}
