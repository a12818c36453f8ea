import { createHash } from 'node:crypto'
import type { Fault } from '../mutants/fault.ts'

/** Returns `count` faults, drawn with the seed from all faults equally and kept in their original order. */
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
