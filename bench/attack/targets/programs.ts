import { join } from 'node:path'
import { measure } from '../../measure.ts'
import { type Attacking, CLI } from '../target.ts'

/** A run of the command line on something that means ill. */
export interface Run {
  readonly name: string
  readonly args: readonly string[]
  /** Exit codes that are right: never 3, which is a bug of ours. */
  readonly codes: readonly number[]
  /** Text that it prints once it has done its work: the code alone can refuse its options. Default: any. */
  readonly says?: RegExp
  /** Seconds of the processor that it may take. */
  readonly most: number
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command to its end, and tells what became of it. */
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

/** Absolute path of a file of the attack. */
export const fileIn = (folder: string, name: string): string => join(folder, name)
