import { statSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'

/** Bytes from which documents make enough garbage that other threads are worth their start. */
const MEDIUM = 1_000_000
/** Bytes from which a larger young generation pays for itself. */
const LARGE = 8_000_000

/**
 * Sets V8 up for a process that lives for seconds. Its optimising compiler, which runs in other threads,
 * stays off: a document is generated before optimised code pays. On large documents that saves a seventh of
 * all processor time. The young generation stays small, which halves the memory and costs no time; for large
 * documents it grows to its full size at once: 7 % of the time. For smaller ones, everything fits into a few
 * times what the first full collection leaves, and another full collection shortly before the end would take
 * 5 % of the time. The garbage of small documents is collected faster than other threads could join in.
 * @param documents file names or addresses of what will be read.
 */
export function expectShortRun(documents: readonly string[]): void {
  const bytes = documents.reduce(
    (sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
  setFlagsFromString('--no-turbofan')
  setFlagsFromString(`--semi-space-growth-factor=${bytes < LARGE ? 1 : 16}`)
  if (bytes < LARGE) setFlagsFromString('--heap-growing-percent=600')
  if (bytes < MEDIUM) setFlagsFromString('--no-parallel-scavenge')
}
