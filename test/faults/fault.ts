import { createHash } from 'node:crypto'

export const SERVICES = ['go', 'python'] as const
export type ServiceName = (typeof SERVICES)[number]

export const SETS = ['seen', 'opened', 'sealed', 'principles'] as const
export type SetName = (typeof SETS)[number]

/** A bug of a public service or a breach of a principle, which a service of this folder has when its variable FAULT names it. */
export interface RealFault {
  readonly name: string
  readonly service: ServiceName
  /** The tags of all operations that have to do with it. */
  readonly tags: readonly string[]
  /** One sentence: what a client sees. */
  readonly does: string
  /** Where the bug was reported, or the principle with its ground in parentheses. */
  readonly source: string
}

/** Decides which of the first faults were sealed; changing it deals all of them anew. */
const SEED = 'real faults, November 2026'

/**
 * Deals the first faults of each service: those with the lower digests were seen from the beginning, and the
 * others were opened later.
 */
export function deal(
  names: readonly string[],
  service: ServiceName,
): Readonly<Record<'seen' | 'opened', string[]>> {
  const digestOf = (name: string) => createHash('sha256').update(`${SEED}/${service}/${name}`).digest('hex')
  const inOrder = names.toSorted((one, other) => (digestOf(one) < digestOf(other) ? -1 : 1))
  return { seen: inOrder.slice(0, inOrder.length / 2), opened: inOrder.slice(inOrder.length / 2) }
}
