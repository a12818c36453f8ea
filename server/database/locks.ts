import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'

/** Codes of PostgreSQL: the lock was not to be had in time, two wanted each other's. */
const lockCodes = ['55P03', '40P01']

/** True if a transaction ended because others hold the locks that it needs. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && lockCodes.includes(error.code ?? '')
}

/** Lets those get on who have waited behind one that wanted a lock. */
export async function pauseBetweenLocks(): Promise<void> {
  await sleep(500)
}
