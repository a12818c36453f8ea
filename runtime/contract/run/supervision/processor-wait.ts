import { readFileSync } from 'node:fs'

/**
 * Milliseconds that the first thread of a process, which runs the event loop, has waited for a processor
 * until now; 0 if the system does not provide it, or the process has ended. On a busy machine this explains a
 * part of a silence.
 * @see https://docs.kernel.org/scheduler/sched-stats.html, /proc/pid/schedstat
 */
export function processorWait(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0 // Only Linux has this file, and only for live processes.
  }
}
