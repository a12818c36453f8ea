import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ends what hangs: a poll, the start of a process. Tests and hooks have twice as long. It is the only limit
 * of time in the tests, and no machine needs so much.
 */
export const HANG_MS = 600_000

/** Waits until a condition holds. The limit of its test ends a wait that hangs. */
export async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await sleep(5)
}

/**
 * Waits while nothing may happen: what is expected behind it holds on a slow machine too. @param ms
 * Long enough for a mistake to show.
 */
export const quiet = (ms: number): Promise<void> => sleep(ms)
