import { Resolver } from 'node:dns/promises'
import { Refusal } from '../refusals/refusal.ts'
import { inSpan } from '../tracing/spans.ts'
import type { ChallengeResolver } from './parts.ts'
import { domainRefusals } from './refusals.ts'

/** Time limit for a name server's first response, in milliseconds. The second attempt waits twice as long. */
const patience = 2_000
const attempts = 2

/** The resolver's codes for a missing name or TXT record, which are answers, not failures. */
const absent: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Creates a resolver.
 * @param servers `address` or `address:port` of each name server, with brackets around an IPv6 address that
 * has a port. If absent, the system's servers are used. With an empty list, no name exists.
 */
export function createDnsResolver(servers: readonly string[] | undefined): ChallengeResolver {
  if (servers?.length === 0) return { resolveTxt: async () => [] }
  const resolver = new Resolver({ timeout: patience, tries: attempts })
  if (servers !== undefined) resolver.setServers([...servers])
  return {
    async resolveTxt(name) {
      try {
        // One record can consist of several strings of at most 255 bytes.
        const records = await inSpan({ name: 'resolve TXT', kind: 'client' }, () => resolver.resolveTxt(name))
        return records.map((strings) => strings.join(''))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error
        if (absent.has(error.code)) return []
        throw new Refusal(domainRefusals.nameSystemFailed)
      }
    },
  }
}

/**
 * Parses name servers separated by commas, or `none`; returns `undefined` if any of them is not an address.
 */
export function readNameServers(text: string): readonly string[] | undefined {
  if (text === 'none') return []
  const servers = text.split(',').map((server) => server.trim())
  try {
    new Resolver().setServers(servers)
    return servers
  } catch {
    return undefined // Node throws "Invalid IP address"; there is no other way to check.
  }
}
