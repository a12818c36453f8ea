import { readFileSync } from 'node:fs'

/**
 * Returns the milliseconds that a process's first thread, which runs the event loop, has waited for a
 * processor so far; 0 if the system does not provide this, or if the process has ended. On a busy machine,
 * this explains part of a silence.
 * @see https://docs.kernel.org/scheduler/sched-stats.html, /proc/pid/schedstat
 */
export function processorWait(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0 // Only Linux has this file, and only for running processes.
  }
}
