import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'

/** Resources that a program used during some work. */
export interface Observed<Result> {
  readonly result: Result
  /** CPU seconds of the longest event loop turn. */
  readonly silence: number
  /** CPU seconds of all its threads. */
  readonly processor: number
  /**
   * Peak of resident memory during the work, less the memory in use when watching began, in MB (2^20); NaN if
   * the system does not report it.
   */
  readonly megabytesAbove: number
}

/** A program that is watched by means of `probe.mjs`, which was preloaded into it. */
export class Watched {
  readonly #child: ChildProcess
  readonly #start: number

  constructor(child: ChildProcess) {
    this.#child = child
    this.#start = status(child, 'VmRSS')
  }

  /** Watches the program during some work. @throws Error if the program ends. */
  async during<Result>(work: () => Promise<Result>): Promise<Observed<Result>> {
    if (process.platform === 'linux') writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5')
    await this.#ask('begin')
    const result = await work()
    const told = await this.#ask('end')
    return { result, ...told, megabytesAbove: status(this.#child, 'VmHWM') - this.#start }
  }

  async #ask(what: 'begin' | 'end'): Promise<{ readonly silence: number; readonly processor: number }> {
    const over = new AbortController()
    try {
      const answer = once(this.#child, 'message', over)
      const ended = once(this.#child, 'exit', over).then(([code, signal]) => {
        throw new Error(`The program exited with ${code ?? signal}.`)
      })
      this.#child.send(what)
      const [told] = await Promise.race([answer, ended])
      return told
    } finally {
      over.abort()
    }
  }
}

/** @see proc(5), /proc/pid/status */
function status({ pid }: ChildProcess, name: string): number {
  if (process.platform !== 'linux') return Number.NaN
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) / 1024
}
