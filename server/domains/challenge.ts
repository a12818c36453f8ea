import { randomBytes } from 'node:crypto'
import type { ChallengeResolver } from './parts.ts'

const challengeBytes = 32

/** Creates the string that a domain's owner publishes as proof of ownership: 43 URL-safe characters. */
export function makeDomainChallenge(): string {
  return randomBytes(challengeBytes).toString('base64url')
}

/** True if the domain's owner has published its challenge. */
export async function isChallengePublished(
  resolver: ChallengeResolver,
  { domain, challenge }: { domain: string; challenge: string },
): Promise<boolean> {
  const records = await resolver.resolveTxt(`_posthog-challenge.${domain}.`)
  return records.includes(challenge)
}
