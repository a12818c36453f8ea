import type { Foundation } from '../feature/foundation.ts'

/** Queries the TXT records of a name. */
export interface ChallengeResolver {
  /**
   * @returns the records' texts; none if the name or the records do not exist.
   * @throws Refusal if no server answers, or none knows.
   */
  resolveTxt(name: string): Promise<readonly string[]>
}

/** Dependencies of domains besides the foundation. */
export interface DomainParts extends Foundation {
  readonly resolver: ChallengeResolver
}
