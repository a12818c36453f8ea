import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'

/** The reason why no complete response was received, and the remedy if it is known. */
export interface TransportFailure {
  readonly reason: string
  readonly fix?: string
  /** True if no process that could respond is running. */
  readonly isAway?: true
  /** True if a process listens at the address. It may respond to other requests. */
  readonly isThere?: true
}

const UNTRUSTED =
  'Fix: specify its certificate authority with --ca FILE, "tls.authority" in the configuration, or NODE_EXTRA_CA_CERTS.'

/** Known failures, keyed by error code from the system or OpenSSL. */
const KNOWN: Readonly<Record<string, TransportFailure>> = {
  ECONNREFUSED: {
    ...{ reason: 'nothing is listening there', fix: 'Fix: start the server, or correct its URL.' },
    isAway: true,
  },
  ENOTFOUND: { reason: 'its host name is unknown', fix: 'Fix: correct its URL.' },
  EAI_AGAIN: {
    reason: 'its host name cannot be resolved at the moment',
    fix: 'Fix: try again, or correct its URL.',
  },
  ECONNRESET: { reason: 'it closed the connection', isThere: true },
  UND_ERR_SOCKET: { reason: 'it closed the connection', isThere: true },
  CERT_HAS_EXPIRED: { reason: 'its TLS certificate has expired', fix: 'Fix: renew it.' },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    reason: 'its TLS certificate is not valid for this host',
    fix: 'Fix: use a host name or IP address for which the certificate is valid.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { reason: 'its TLS certificate is self-signed', fix: UNTRUSTED },
  SELF_SIGNED_CERT_IN_CHAIN: {
    reason: 'its TLS certificate is signed by an unknown authority',
    fix: UNTRUSTED,
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    reason: 'its TLS certificate is signed by an unknown authority',
    fix: UNTRUSTED,
  },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: {
    reason: 'its TLS certificate is signed by an unknown authority',
    fix: UNTRUSTED,
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    reason: 'it does not speak TLS',
    fix: 'Fix: write http:// instead of https://.',
  },
  ERR_SSL_PACKET_LENGTH_TOO_LONG: {
    reason: 'it does not speak TLS',
    fix: 'Fix: write http:// instead of https://.',
  },
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: {
    reason: 'it requires a client certificate',
    fix: 'Fix: configure "tls.certificate" and "tls.key".',
  },
}

/** Thrown if the time limit was reached after a response had begun. */
export class Unending extends Error {
  override readonly name = 'TimeoutError'
  readonly status: number

  constructor(status: number) {
    super('The response did not end.')
    this.status = status
  }
}

/** Statuses of responses that have begun, keyed by the abort signal of the request. */
const begun = new WeakMap<AbortSignal, number>()

export function noteReplyBegun(signal: AbortSignal, status: number): void {
  begun.set(signal, status)
}

/** Returns the error that ends a request at its time limit. */
export function timeOutError(signal: AbortSignal): Error {
  const status = begun.get(signal)
  return status === undefined ? new DOMException('The time is up.', 'TimeoutError') : new Unending(status)
}

/** True if a request timed out, rather than being refused. */
export function isTimeOut(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** Explains why a request failed. @param timeoutMs The request's time limit. */
export function transportFailure(error: unknown, timeoutMs: number): TransportFailure {
  if (isTimeOut(error))
    return {
      reason:
        error instanceof Unending
          ? `status ${error.status}, but the body did not end within ${timeoutMs} ms`
          : `it timed out after ${timeoutMs} ms`,
      fix: `Fix: allow more time with --timeout.${aboutProxy()}`,
    }
  const chain = causesOf(error)
  const known = chain.map((cause) => KNOWN[codeOf(cause)]).find((failure) => failure !== undefined)
  const last = chain.at(-1)
  const message = exchangeExcerpt(last instanceof Error ? last.message || codeOf(last) : String(last))
  if (known === undefined) return { reason: message }
  const fix = known.fix === undefined ? {} : { fix: `${known.fix}${isOfName(chain) ? aboutProxy() : ''}` }
  const { reason, fix: _, ...state } = known
  return { ...fix, ...state, reason: `${reason} (${message})` }
}

function isOfName(chain: readonly unknown[]): boolean {
  return chain.some((cause) => ['ENOTFOUND', 'EAI_AGAIN'].includes(codeOf(cause)))
}

/**
 * Explains that the proxy in the environment is not used; empty if there is none. Behind a proxy, Node often
 * cannot resolve names in other networks.
 */
function aboutProxy(): string {
  const proxy = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'].find((name) => process.env[name])
  return proxy === undefined
    ? ''
    : ` Concordat does not use the proxy that ${proxy} names. Run Concordat where it can reach the server directly.`
}

/**
 * Returns the error and its causes. If there were several attempts to connect, returns the causes of the
 * first.
 */
function causesOf(error: unknown): unknown[] {
  const inner =
    error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined
  return inner === undefined ? [error] : [error, ...causesOf(inner)]
}

/**
 * Returns an error's code. For a TLS error while a request is being written, it is derived from the message,
 * which alone contains OpenSSL's reason.
 */
function codeOf(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  const [, reason] = code === 'EPROTO' ? (/SSL routines:[^:]*:([^:]+):/.exec(String(message)) ?? []) : []
  if (reason !== undefined) return `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`
  return typeof code === 'string' ? code : ''
}
