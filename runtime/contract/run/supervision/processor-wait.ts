import { readFileSync } from 'node:fs'

/**
 * Milliseconds that the first thread of a process, which has the event loop, has waited for a processor until
 * now; 0 where the system does not tell, and when the process has ended. On a busy machine that is the
 * machine's part of a silence.
 * @see https://docs.kernel.org/scheduler/sched-stats.html, /proc/pid/schedstat
 */
export function processorWait(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0 // Linux alone has such a file, and only for processes that live.
  }
}
