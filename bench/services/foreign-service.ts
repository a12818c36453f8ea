/** A service written with a third-party framework, with its dependencies in its own folder. */
export interface ForeignService {
  readonly name: string
  /** Absolute path of the folder with the sources. */
  readonly folder: string
  /** Programs that must be installed on the machine. */
  readonly needs: readonly string[]
  /** Files of the service, relative to its folder. */
  readonly sources: readonly string[]
  /** Commands that prepare the service, run in a folder with its sources. */
  readonly install: readonly (readonly [string, ...string[]])[]
  /** Command that starts the service in that folder. The service prints its address when it listens. */
  readonly start: readonly [string, ...string[]]
}

/** Thrown if a service cannot be run on this machine. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
