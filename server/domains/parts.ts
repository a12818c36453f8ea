import type { Foundation } from '../feature/foundation.ts'

/** Asks the domain name system for the TXT records of a name. */
export interface ChallengeResolver {
  /**
   * @returns the records' texts; none when the name or the records do not exist.
   * @throws Refusal when nobody answers, or nobody knows.
   */
  resolveTxt(name: string): Promise<readonly string[]>
}

/** Parts that domains need beside the foundation. */
export interface DomainParts extends Foundation {
  readonly resolver: ChallengeResolver
}
