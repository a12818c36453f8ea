import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Time limit for anything that hangs, such as a poll or the start of a process. Tests and hooks have twice as
 * long. This is the only time limit in the tests, and no machine needs that long.
 */
export const HANG_MS = 600_000

/** Waits until a condition holds. The test's own limit ends a wait that hangs. */
export async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await sleep(5)
}

/**
 * Waits while nothing should happen; the expectations that follow hold on a slow machine too. @param ms long
 * enough for a mistake to become visible.
 */
export const quiet = (ms: number): Promise<void> => sleep(ms)
