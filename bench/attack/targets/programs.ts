import { join } from 'node:path'
import { measure } from '../../measure.ts'
import { type Attacking, CLI } from '../target.ts'

/** A run of the command-line program on hostile input. */
export interface Run {
  readonly name: string
  readonly args: readonly string[]
  /** Acceptable exit codes; never 3, which means a bug in the program. */
  readonly codes: readonly number[]
  /**
   * Output expected after the program has done its work; the exit code alone could also mean that it rejected
   * its options. Default: any.
   */
  readonly says?: RegExp
  /** CPU seconds that the run may take. */
  readonly most: number
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command until it ends, and reports the outcome. */
export async function attackProgram(
  target: string,
  { name, args, codes, says, most, env = {} }: Run,
  { folder, signal, onRow }: Attacking,
): Promise<void> {
  const { code, stderr, stdout, megabytes, processorSeconds } = await measure({
    args: [CLI, ...args],
    cwd: folder,
    env,
    signal,
  })
  const isRight = codes.includes(code ?? -1) && (says?.test(stdout + stderr) ?? true)
  const last = (stderr || stdout).trim().split('\n').at(-1)?.slice(0, 100)
  onRow({
    ...{ target, name, has: 'key', tried: 1, megabytes: 0, mostProcessor: most },
    wrong: isRight ? [] : [`exit code ${code ?? 'none'}, "${last}"`],
    silence: Number.NaN,
    processor: processorSeconds,
    megabytesAbove: megabytes,
  })
}

/** Absolute path of a file in the attack's folder. */
export const fileIn = (folder: string, name: string): string => join(folder, name)
