import { createHash } from 'node:crypto'

export const SERVICES = ['go', 'python'] as const
export type ServiceName = (typeof SERVICES)[number]

export const SETS = ['seen', 'sealed'] as const
export type SetName = (typeof SETS)[number]

/** A bug of a public service, which a service of this folder has when its variable FAULT names it. */
export interface RealFault {
  readonly name: string
  readonly service: ServiceName
  /** The tags of all operations that have to do with it. */
  readonly tags: readonly string[]
  /** One sentence: what a client sees. */
  readonly does: string
  /** Where the bug was reported. */
  readonly source: string
}

/** Decides which faults are sealed; changing it deals all of them anew. */
const SEED = 'real faults, November 2026'

/** Of each service, half of the faults are seen, those with the lower digests. People who write rules do not read the others. */
export function deal(names: readonly string[], service: ServiceName): Readonly<Record<SetName, string[]>> {
  const digestOf = (name: string) => createHash('sha256').update(`${SEED}/${service}/${name}`).digest('hex')
  const inOrder = names.toSorted((one, other) => (digestOf(one) < digestOf(other) ? -1 : 1))
  return { seen: inOrder.slice(0, inOrder.length / 2), sealed: inOrder.slice(inOrder.length / 2) }
}
