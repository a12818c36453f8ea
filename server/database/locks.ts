import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'

/** PostgreSQL's error codes for a lock timeout and a deadlock. */
const lockCodes = ['55P03', '40P01']

/** True if a transaction failed because other transactions held the locks that it needed. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && lockCodes.includes(error.code ?? '')
}

/** Pauses so that transactions waiting behind a requested lock can proceed. */
export async function pauseBetweenLocks(): Promise<void> {
  await sleep(500)
}
