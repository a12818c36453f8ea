import type { Call, Sending } from '../call/call.ts'
import type { CredentialFunction, CredentialSet, Outgoing } from '../credentials/credentials.ts'

type Headers = Readonly<Record<string, string>>

/** Gets the credential for a security scheme from the user's function. */
export type AskCredential = (ask: CredentialFunction, scheme: string) => ReturnType<CredentialFunction>

/**
 * Adds credentials.
 * @returns the URL and the headers. In ascending order of precedence, headers come from the client,
 * credentials, parameters, the body and the call.
 */
export async function authorize(
  { call, url, headers: own, cookies, body }: Sending,
  askFor: AskCredential = (ask) => ask({ rejected: false }),
): Promise<Outgoing> {
  const { client, options, accept } = call
  const headers: Record<string, string> = accept ? { accept } : {}
  const outgoing = { url, headers }
  add(headers, client.options.headers)
  if (cookies) headers['cookie'] = cookies
  for (const name of chooseSchemes(call)) {
    const scheme = client.schemes[name]
    const given = (client.options.credentials as CredentialSet | undefined)?.[name]
    const credential = typeof given === 'function' ? await askFor(given, name) : given
    if (credential) scheme?.write?.(outgoing, credential, scheme)
  }
  add(headers, own)
  if (body?.contentType) headers['content-type'] = body.contentType
  add(headers, options.headers)
  return outgoing
}

function add(headers: Record<string, string>, more: Headers | undefined): void {
  for (const name in more) headers[name.toLowerCase()] = more[name] as string
}

/**
 * Names of the schemes that a call uses: the first list in `security` that is not empty and whose credentials
 * all exist. If there is no such list, the call uses all schemes that have credentials and that no operation
 * requires. Without any of these, the call is anonymous and the server decides.
 */
export function chooseSchemes({
  client: { schemes, options },
  operation,
}: Pick<Call, 'client' | 'operation'>): readonly string[] {
  const credentials = (options.credentials ?? {}) as CredentialSet
  const isReady = (name: string): unknown => credentials[name] || (schemes[name] && !schemes[name].write)
  return (
    operation.security?.find((names) => names.length > 0 && names.every(isReady)) ??
    Object.keys(credentials).filter((name) => credentials[name] && schemes[name]?.required === false)
  )
}
