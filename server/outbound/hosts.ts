import dns from 'node:dns'
import type { Agent as HttpAgent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction, Socket } from 'node:net'
import type { AddressPolicy } from './address-policy.ts'
import { type AnswerLimits, AnswerTooLarge, limitOutboundAnswers } from './answer-limit.ts'

/**
 * Thrown if a host has no address that the policy allows. The message for a missing name is the same;
 * otherwise, callers could discover names in a private network.
 */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly code = 'ERR_ADDRESS_REFUSED'

  constructor(host: string) {
    super(`"${host}" has no public address. If its address is private, an operator has to allow it.`)
  }
}

/**
 * Finds an allowed address for a host, for clients that make their own connections. Connect to this address,
 * not to the name, whose address might have changed by then.
 * @param host a name or an address. An IPv6 address can have brackets, as in a URL.
 * @throws AddressRefused if the host has no allowed address.
 */
export async function assertAllowedHost(host: string, policy: AddressPolicy): Promise<string> {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  lookupAllowed(policy)(name, { all: false }, (error, address) => {
    if (error === null) resolve(String(address))
    else reject(error)
  })
  return await promise
}

/**
 * Creates a lookup function for sockets, so that they connect only to addresses that were checked. Sockets do
 * not call it if the host is already an address; `outboundAgents` handles that case.
 */
export function lookupAllowed(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = error === null ? addresses.filter(({ address }) => policy.allows(address)) : []
      const [first] = allowed
      if (first === undefined) callback(isPassing(error) ? error : new AddressRefused(hostname), '')
      else if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

/** True for a lookup failure that does not mean that the name is missing, and so might be temporary. */
function isPassing(error: NodeJS.ErrnoException | null): error is NodeJS.ErrnoException {
  return error !== null && error.code !== 'ENOTFOUND'
}

// Importing these would make Node load its "fetch" client at startup.
const http = process.getBuiltinModule('node:http')
const https = process.getBuiltinModule('node:https')

/** Agents that connect only to allowed addresses. */
export interface OutboundAgents {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  /**
   * The error with which the agents closed a connection because of the limits. A client that has begun to
   * read the response sees only that the connection was closed.
   */
  readonly tooLarge: AnswerTooLarge | undefined
}

/**
 * Creates agents for `node:http`, `node:https` and clients based on them.
 * @param limits limits for responses; unlimited if absent.
 */
export function outboundAgents(policy: AddressPolicy, limits?: AnswerLimits): OutboundAgents {
  let tooLarge: AnswerTooLarge | undefined
  const watch = (socket: Socket): void => {
    if (limits === undefined) return
    limitOutboundAnswers(socket, limits).once('error', (error) => {
      if (error instanceof AnswerTooLarge) tooLarge = error
    })
  }
  return {
    http: guard(new http.Agent(), { policy, watch }),
    https: guard(new https.Agent(), { policy, watch }),
    get tooLarge() {
      return tooLarge
    },
  }
}

interface Guarded {
  readonly policy: AddressPolicy
  /** Called with each new connection. */
  readonly watch: (socket: Socket) => void
}

function guard<Agent extends HttpAgent>(agent: Agent, { policy, watch }: Guarded): Agent {
  const lookup = lookupAllowed(policy)
  const connect: Agent['createConnection'] = agent.createConnection.bind(agent)
  agent.createConnection = (options, callback) => {
    const host = options.host ?? 'localhost'
    if (isIP(host) === 0 || policy.allows(host)) {
      const socket = connect({ ...options, lookup }, callback)
      if (socket instanceof Socket) watch(socket)
      return socket
    }
    // Not thrown: if the request had to wait for a connection, no one could catch the error.
    process.nextTick(() => callback?.(new AddressRefused(host), undefined as never))
    return undefined
  }
  return agent
}
