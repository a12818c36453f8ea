import { createHash } from 'node:crypto'
import type { Fault } from '../mutants/fault.ts'

/** So many faults, drawn by the seed from all alike; in their own order. */
export function sampleFaults(
  faults: readonly Fault[],
  { seed, count }: { seed: string; count: number },
): readonly Fault[] {
  const drawn = new Set(faults.toSorted((a, b) => (draw(seed, a) < draw(seed, b) ? -1 : 1)).slice(0, count))
  return faults.filter((fault) => drawn.has(fault))
}

function draw(seed: string, { id }: Fault): string {
  return createHash('sha256').update(`${seed}/${id}`).digest('hex')
}
