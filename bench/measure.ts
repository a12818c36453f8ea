import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Node program to measure. */
export interface Command {
  /** A script and its arguments, for the current Node executable. */
  readonly args: readonly string[]
  readonly cwd?: string
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Time limit for the program. Default: 10 minutes. */
  readonly timeoutMs?: number
  /** Ends the program and makes `measure` throw. */
  readonly signal: AbortSignal
}

export interface Measured {
  /** Exit code; `undefined` if a signal ended the program, as happens when its heap is exhausted. */
  readonly code: number | undefined
  /** Wall time. */
  readonly seconds: number
  /** CPU seconds of all Node processes that the command started and that could report them. */
  readonly processorSeconds: number
  /** Peak resident memory of the largest of these processes, in MiB; NaN if it is unknown. */
  readonly megabytes: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Time limit in milliseconds, which is far more than any generator needs. A process that is still running
 * after this time hangs.
 */
const TIMEOUT_MS = 10 * 60_000

/**
 * Runs a Node program until it ends.
 * @throws if the signal is aborted; a failed program is a normal result.
 */
export async function measure(command: Command): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-peak-'))
  try {
    const result = await run(command, folder)
    command.signal.throwIfAborted()
    return { ...result, ...toldBy(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(command: Command, folder: string): Promise<Omit<Measured, 'megabytes' | 'processorSeconds'>> {
  const preload = `--require ${JSON.stringify(join(import.meta.dirname, 'tell-usage.cjs'))}`
  return new Promise((resolve, reject) => {
    const begin = performance.now()
    const child = spawn(process.execPath, command.args, {
      cwd: command.cwd,
      env: {
        ...process.env,
        ...command.env,
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${preload}`,
        CONCORDAT_USAGE: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([command.signal, AbortSignal.timeout(command.timeoutMs ?? TIMEOUT_MS)]),
      killSignal: 'SIGKILL',
    })
    const stdout: string[] = []
    const stderr: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text))
    child.on('error', (error) => {
      if (error.name !== 'AbortError') reject(error)
    })
    child.on('close', (code) =>
      resolve({
        code: code ?? undefined,
        seconds: (performance.now() - begin) / 1000,
        stdout: stdout.join(''),
        stderr: stderr.join(''),
      }),
    )
  })
}

/**
 * Reads the figures that the processes left in the folder. Each process reports its peak memory in kB and its
 * CPU time in microseconds.
 */
function toldBy(folder: string): Pick<Measured, 'megabytes' | 'processorSeconds'> {
  const told = readdirSync(folder).map((name) =>
    readFileSync(join(folder, name), 'utf8').split(' ').map(Number),
  )
  if (told.length === 0) return { megabytes: Number.NaN, processorSeconds: Number.NaN }
  return {
    megabytes: Math.max(...told.map(([peak = Number.NaN]) => peak)) / 1024,
    processorSeconds: told.reduce((sum, [, microseconds = Number.NaN]) => sum + microseconds, 0) / 1e6,
  }
}
