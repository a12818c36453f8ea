import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'

/** Resources that a program needed while something was done to it. */
export interface Observed<Result> {
  readonly result: Result
  /** Seconds of the processor that its event loop took for one turn, at most. */
  readonly silence: number
  /** Seconds of the processor, of all its threads. */
  readonly processor: number
  /** MB (2^20) of resident memory, at most, above those at its start; NaN if the system does not tell. */
  readonly megabytesAbove: number
}

/** A program that is watched: one that `probe.mjs` was loaded into. */
export class Watched {
  readonly #child: ChildProcess
  readonly #start: number

  constructor(child: ChildProcess) {
    this.#child = child
    this.#start = status(child, 'VmRSS')
  }

  /** Watches it during some work. @throws Error when it ends. */
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
        throw new Error(`The program ended with ${code ?? signal}.`)
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
