import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Assigns one core to this process and another to the servers, if the system can. A process that moves
 * between cores would lose cached data, to a different extent in each start.
 * @returns the command that runs a server on its core; `undefined` if there is only one core, or no
 * `taskset`.
 */
export function shareCores(): readonly string[] | undefined {
  if (availableParallelism() < 2) return undefined
  try {
    execFileSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)], { stdio: 'ignore' })
    return ['taskset', '-c', '1']
  } catch {
    return undefined
  }
}
