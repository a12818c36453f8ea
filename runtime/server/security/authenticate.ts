import type {
  DocumentDescriptor,
  OperationDescriptor,
  SecuritySchemeDescriptor,
} from '../../http/operation.ts'
import type { Incoming } from '../incoming/incoming.ts'
import type { AppOptions, Authenticated } from '../options/app-options.ts'
import { HttpProblem } from '../problems/problem.ts'
import { challenge } from './challenge.ts'
import { readCredential } from './read-credential.ts'

/** Caller of the request; `principal` is `undefined` if no credentials are needed and none came. */
export type Caller<Principal> = Authenticated<Principal | undefined>

/** A request whose caller is to be identified, with its path's parameters, percent-decoded. */
export interface IdentifiedRequest {
  readonly incoming: Incoming
  readonly path: Readonly<Record<string, string>>
}

type Hooks<Principal> = Pick<AppOptions<unknown, Principal, unknown>, 'authenticate' | 'satisfies'>

export const NOBODY: Caller<never> = { principal: undefined, scopes: [] }

/**
 * Outcome of one requirement. The later in this list, the nearer to success: the caller is told the nearest.
 */
type Outcome<Principal> =
  | { readonly kind: 'credentials-missing' }
  | { readonly kind: 'credentials-rejected' }
  | { readonly kind: 'scope-missing'; readonly scopes: readonly string[] }
  | { readonly kind: 'met'; readonly caller: Caller<Principal> }

/** A security scheme of a requirement, with the scopes that it needs there. */
interface NeededScheme {
  readonly scheme: string
  readonly needed: readonly string[]
  readonly descriptor: SecuritySchemeDescriptor
}

const NEARNESS = { 'credentials-missing': 0, 'credentials-rejected': 1, 'scope-missing': 2, met: 3 } as const

/** A held scope covers a needed one when it is the same, or "*". */
export function holds(held: readonly string[], needed: string): boolean {
  return held.includes(needed) || held.includes('*')
}

/**
 * Compiles the check of an operation's security requirements: any one suffices, and each needs
 * all of its schemes. Of several schemes the first gives the principal. Bad credentials are
 * refused even where none are needed.
 * @returns `undefined` where everyone is let in unasked; else a function that throws an HttpProblem:
 * `credentials-missing`, `credentials-rejected`, `scope-missing`.
 * @see OpenAPI 3.1.1, Security Requirement Object
 */
export function compileSecurity<Principal>(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  hooks: Hooks<Principal>,
): ((identified: IdentifiedRequest) => Promise<Caller<Principal>>) | undefined {
  const { security = [] } = operation
  const requirements = security.filter((requirement) => Object.keys(requirement).length > 0)
  const { authenticate, satisfies = holds } = hooks
  if (requirements.length === 0) return undefined
  if (authenticate === undefined) {
    throw new TypeError(
      `Operation "${operation.operationId}" needs credentials, so the option "authenticate" is required.`,
    )
  }
  const isOptional = requirements.length < security.length

  async function attempt(
    requirement: readonly NeededScheme[],
    { incoming, path }: IdentifiedRequest,
  ): Promise<Outcome<Principal>> {
    const credentials = requirement.map(({ descriptor }) => readCredential(descriptor, incoming))
    const { request } = incoming
    const callers: Authenticated<Principal>[] = []
    const missing: string[] = []
    for (const [index, { scheme, needed, descriptor }] of requirement.entries()) {
      const credential = credentials[index]
      if (credential === undefined) return { kind: 'credentials-missing' }
      const caller = await authenticate?.({ scheme, descriptor, credential, operation, path, request })
      if (caller === undefined) return { kind: 'credentials-rejected' }
      callers.push(caller)
      missing.push(...needed.filter((scope) => !satisfies(caller.scopes, scope)))
    }
    if (missing.length > 0) return { kind: 'scope-missing', scopes: missing }
    const scopes = callers.length === 1 ? callers[0]?.scopes : callers.flatMap((caller) => caller.scopes)
    return { kind: 'met', caller: { principal: callers[0]?.principal, scopes: scopes ?? [] } }
  }

  const compiled = requirements.map((requirement) =>
    Object.entries(requirement).map(([scheme, needed]) => ({
      scheme,
      needed,
      descriptor: describe(document, scheme),
    })),
  )
  const schemes = compiled.flatMap((requirement) => requirement.map(({ descriptor }) => descriptor))
  const realm = document.title

  return async (identified) => {
    let nearest: Outcome<Principal> = { kind: 'credentials-missing' }
    for (const requirement of compiled) {
      const outcome = await attempt(requirement, identified)
      if (outcome.kind === 'met') return outcome.caller
      if (NEARNESS[outcome.kind] > NEARNESS[nearest.kind]) nearest = outcome
    }
    if (nearest.kind === 'scope-missing') {
      const names = nearest.scopes.map((scope) => `"${scope}"`).join(', ')
      const details = { realm, error: 'insufficient_scope', scopes: nearest.scopes } as const
      throw new HttpProblem({
        kind: 'scope-missing',
        detail: `The credentials lack the ${nearest.scopes.length === 1 ? 'scope' : 'scopes'} ${names}.`,
        missingScopes: nearest.scopes,
        headers: { 'www-authenticate': challenge(schemes, details) },
      })
    }
    if (nearest.kind === 'credentials-rejected') {
      const details = { realm, error: 'invalid_token' } as const
      throw new HttpProblem({
        kind: nearest.kind,
        headers: { 'www-authenticate': challenge(schemes, details) },
      })
    }
    if (isOptional) return NOBODY
    throw new HttpProblem({
      kind: 'credentials-missing',
      headers: { 'www-authenticate': challenge(schemes, { realm }) },
    })
  }
}

function describe({ securitySchemes }: DocumentDescriptor, scheme: string) {
  const descriptor = Object.hasOwn(securitySchemes, scheme) ? securitySchemes[scheme] : undefined
  if (descriptor === undefined) throw new TypeError(`The document has no security scheme "${scheme}".`)
  return descriptor
}
