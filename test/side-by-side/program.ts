import { spawn } from 'node:child_process'

/** A program that runs to its end. */
export interface Program {
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  /** The complete environment: nothing is inherited, so that both tools see only these settings. */
  readonly env: Readonly<Record<string, string>>
  /** The program is stopped after this many seconds. */
  readonly limitSeconds: number
  /** Stops the program at once, and makes the run throw. */
  readonly signal: AbortSignal
}

/** How a program ended. */
export interface Ended {
  /** `undefined` if the time limit stopped it. */
  readonly code: number | undefined
  /** Wall-clock time from start to end. */
  readonly seconds: number
  /** The end of its output, up to 20,000 characters. */
  readonly output: string
}

const OUTPUT_KEPT = 20_000

/**
 * Runs a program to its end.
 * @throws if the signal is aborted, or the program cannot be started. A program that fails is a result.
 */
export async function runProgram({ path, args, cwd, env, limitSeconds, signal }: Program): Promise<Ended> {
  signal.throwIfAborted()
  const limit = AbortSignal.timeout(limitSeconds * 1000)
  const begin = performance.now()
  const child = spawn(path, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, limit]),
    killSignal: 'SIGKILL',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_KEPT)
    })
  const code = await new Promise<number | undefined>((resolve, reject) => {
    child.once('error', (error) => {
      if (error.name !== 'AbortError') reject(error)
    })
    child.once('close', (status) => resolve(status ?? undefined))
  })
  signal.throwIfAborted()
  return { code, seconds: (performance.now() - begin) / 1000, output }
}
