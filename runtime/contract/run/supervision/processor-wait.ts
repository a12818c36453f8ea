import { readFileSync } from 'node:fs'

/**
 * Returns the total time, in milliseconds, that a process's first thread has waited for a processor; 0 if the
 * system does not provide this, or if the process has ended. This thread runs the event loop, so on a busy
 * machine the wait explains part of a worker's silence.
 * @see https://docs.kernel.org/scheduler/sched-stats.html, /proc/pid/schedstat
 */
export function processorWait(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0 // Only Linux has this file, and only for running processes.
  }
}
