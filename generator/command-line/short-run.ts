import { setFlagsFromString } from 'node:v8'

/**
 * Spares V8's last compiler, which other threads run: a document is generated before what it makes of the code pays. On large
 * documents that is a seventh of all processor time.
 */
export function expectShortRun(): void {
  setFlagsFromString('--no-turbofan')
}
