import { setFlagsFromString } from 'node:v8'

/**
 * Sets V8 up for a process that lives for seconds. Its last compiler, which other threads run, is spared: a document is generated
 * before what it makes of the code pays. On large documents that is a seventh of all processor time. The young generation grows to
 * its full size at once, as nearly all that is made on the way is soon forgotten: 2 % of the time.
 */
export function expectShortRun(): void {
  setFlagsFromString('--no-turbofan')
  setFlagsFromString('--semi-space-growth-factor=16')
}
