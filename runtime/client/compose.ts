import type { Call, Sending } from './call.ts'
import { type CredentialFunction, type CredentialSet, chooseSchemes, type Outgoing } from './credentials.ts'
import { writeJson, writePlain } from './write-plain.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Writes everything of a call but the credentials.
 * @throws SerializationError before anything is sent.
 */
export function compose(call: Call): Sending {
  const { client, operation, parts, request, options } = call
  const { operationId, method } = operation
  const parameters = (parts.parameters ?? writePlain)(call)
  const { baseUrl = client.options.baseUrl } = options
  return {
    operationId,
    method,
    url: call.url ?? (baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl) + parameters.target,
    call,
    parameters,
    body: request.body === undefined ? undefined : (parts.body ?? writeJson)(call),
  }
}

/** Gets a credential from the function that the user has for a security scheme. */
export type AskCredential = (ask: CredentialFunction, scheme: string) => ReturnType<CredentialFunction>

/**
 * Adds the credentials.
 * @returns URL and headers; what comes later wins: the client's headers, credentials, parameters, the body's, the call's.
 */
export async function authorize(
  { call, url, parameters, body }: Sending,
  askFor: AskCredential = (ask) => ask({ rejected: false }),
): Promise<Outgoing> {
  const { client, options, accept } = call
  const headers: Record<string, string> = accept === '' ? {} : { accept }
  const outgoing = { url, headers }
  add(headers, client.options.headers)
  if (parameters.cookie) headers['cookie'] = parameters.cookie
  for (const name of chooseSchemes(call)) {
    const scheme = client.schemes[name]
    const given = (client.options.credentials as CredentialSet | undefined)?.[name]
    const credential = typeof given === 'function' ? await askFor(given, name) : given
    if (credential !== undefined) scheme?.write?.(outgoing, credential, scheme)
  }
  add(headers, parameters.headers)
  if (body?.contentType) headers['content-type'] = body.contentType
  add(headers, options.headers)
  return outgoing
}

function add(headers: Record<string, string>, more: Headers | undefined): void {
  for (const name in more) headers[name.toLowerCase()] = more[name] as string
}
