import type { Foundation } from '../feature/foundation.ts'

/** Queries a name's TXT records. */
export interface ChallengeResolver {
  /**
   * @returns the text of each record; empty if the name or its records do not exist.
   * @throws Refusal if no server responds, or if none of them gives a definite answer.
   */
  resolveTxt(name: string): Promise<readonly string[]>
}

/** Everything that domains depend on in addition to the foundation. */
export interface DomainParts extends Foundation {
  readonly resolver: ChallengeResolver
}
