import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorWait } from '@concordat/contract'

/** What somebody else sees of a server while it is busy. */
export interface Observed<Result> {
  readonly result: Result
  /** Milliseconds of the longest wait for an answer that takes no work, without those in which others had the processor that the server wanted. */
  readonly silenceMs: number
  /** MB (2^20) of resident memory, at most, above those at the start; NaN where the system does not tell. */
  readonly megabytesAbove: number
}

/** A server process. */
export interface Watched {
  readonly url: string
  readonly pid: number
}

/** Milliseconds between two questions. */
const pause = 5

/** Asks a server for `/healthz` over and over while something is done to it, and a moment longer. */
export async function watch<Result>(
  { url, pid }: Watched,
  work: () => Promise<Result>,
): Promise<Observed<Result>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const before = startPeak(pid)
  let isOver = false
  let silenceMs = 0
  const ask = async () => {
    const [begin, delayed] = [performance.now(), processorWait(pid)]
    await new Promise<void>((resolve, reject) => {
      get(`${url}/healthz`, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject)
    })
    silenceMs = Math.max(silenceMs, performance.now() - begin - (processorWait(pid) - delayed))
  }
  const asking = (async () => {
    while (!isOver) {
      await ask()
      await sleep(pause)
    }
    // What is left of the work, such as garbage, is part of it.
    await ask()
  })()
  try {
    await ask()
    const result = await work()
    isOver = true
    await asking
    return { result, silenceMs, megabytesAbove: peak(pid) - before }
  } finally {
    isOver = true
    await asking.catch(() => undefined)
    agent.destroy()
  }
}

/** Forgets the peak of before. @returns MB now. */
function startPeak(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return statusOf(pid, 'VmRSS')
}

function peak(pid: number): number {
  return process.platform === 'linux' ? statusOf(pid, 'VmHWM') : Number.NaN
}

/** @see proc(5), /proc/pid/status */
function statusOf(pid: number, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1]
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) / 1024
}
