import { statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'

/** Above this many bytes a document makes enough garbage that other threads are worth their start. */
const MEDIUM = 1_000_000
/** Above this many a larger young generation pays for itself. */
const LARGE = 8_000_000

/**
 * Sets V8 up for a process that lives for seconds. Its last compiler, which other threads run, is spared: a document is generated
 * before what it makes of the code pays. On large documents that is a seventh of all processor time. The young generation stays
 * small, which halves the memory and costs no time; for a large document it grows to its full size at once: 7 % of the time.
 * A small one is collected in less time than other threads need to join in.
 * @param documents file names or addresses of what will be read.
 */
export function expectShortRun(documents: readonly string[]): void {
  const sizes = documents.map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0)
  const largest = Math.max(0, ...sizes)
  setFlagsFromString('--no-turbofan')
  setFlagsFromString(`--semi-space-growth-factor=${largest > LARGE ? 16 : 1}`)
  if (largest < MEDIUM) setFlagsFromString('--no-parallel-scavenge')
}
