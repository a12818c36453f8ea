import type { Middleware, Sending } from '../call/call.ts'
import type { CredentialFunction, CredentialSet, Outgoing } from '../credentials/credentials.ts'
import { authorize, chooseSchemes } from '../sending/authorize.ts'

/** A credential requested after a 401. */
interface Renewal {
  /** Sequence number of the renewal. */
  readonly number: number
  readonly credential: Promise<Awaited<ReturnType<CredentialFunction>>>
  isPending: boolean
}

/**
 * After a 401, calls the credential functions again, telling them that the last credential was rejected, and
 * repeats the call once. If several calls are rejected together, each function is called only once for all of
 * them.
 */
export function refresh(): Middleware {
  const renewals = new WeakMap<CredentialFunction, Renewal>()
  /** For each call, the number of renewals when it was first sent. */
  const before = new WeakMap<Sending, number>()
  let count = 0

  const renew = (ask: CredentialFunction, since: number): Renewal['credential'] => {
    const last = renewals.get(ask)
    if (last !== undefined && (last.isPending || last.number > since)) return last.credential
    count += 1
    const asked = async () => ask({ rejected: true })
    const renewal = { number: count, credential: asked(), isPending: true }
    renewals.set(ask, renewal)
    const end = (): void => {
      renewal.isPending = false
    }
    renewal.credential.then(end, () => renewals.delete(ask))
    return renewal.credential
  }

  return async (request, next, sending) => {
    if (!canRenew(sending)) return next(request)
    const since = before.get(sending) ?? count
    before.set(sending, since)
    const response = await next(request.clone())
    if (response.status !== 401) return response
    await response.body?.cancel()
    const renewed = await authorize(sending, (ask) => renew(ask, since))
    sending.outgoing = { ...renewed, ...sending.outgoing }
    return next(replace(request, { rejected: sending.outgoing, renewed }))
  }
}

function canRenew({ body, call }: Sending): boolean {
  const credentials = call.client.options.credentials as CredentialSet | undefined
  return (
    body?.replayable !== false &&
    chooseSchemes(call).some((name) => typeof credentials?.[name] === 'function')
  )
}

/** Returns the request with renewed credentials. Other changes that middlewares made to it are kept. */
function replace(
  request: Request,
  { rejected, renewed }: { rejected: Outgoing | undefined; renewed: Outgoing },
): Request {
  const headers = new Headers(request.headers)
  const before = rejected?.headers ?? {}
  for (const name in before) if (renewed.headers[name] === undefined) headers.delete(name)
  for (const [name, value] of Object.entries(renewed.headers))
    if (value !== before[name]) headers.set(name, value)
  const replaced = new Request(request, { headers })
  return renewed.url === rejected?.url ? replaced : new Request(renewed.url, replaced)
}
