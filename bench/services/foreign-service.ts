/** A service that is written with a framework of others, and has its dependencies in a folder of its own. */
export interface ForeignService {
  readonly name: string
  /** Absolute; it has the sources. */
  readonly folder: string
  /** Programs that the machine must have. */
  readonly needs: readonly string[]
  /** Files that the service is made of, below its folder. */
  readonly sources: readonly string[]
  /** Commands that make it ready, run in a folder with its sources. */
  readonly install: readonly (readonly [string, ...string[]])[]
  /** Command that runs it there: it prints its address as the first line. */
  readonly start: readonly [string, ...string[]]
}

/** Why a service cannot be run on this machine. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
