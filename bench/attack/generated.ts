import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from '../measure.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Below the repository, so that what is generated finds the runtime by its name. */
const FOLDER = join(ROOT, '.data/attack')

/** A script of this folder, and its imports from "./generated". */
export interface Program {
  readonly script: string
  /** Absolute path of a document. */
  readonly document: string
  readonly outputs: string
}

/**
 * Generates what a program needs.
 * @returns the path of its script.
 * @throws Error when that fails.
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
