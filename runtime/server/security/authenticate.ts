import type {
  DocumentDescriptor,
  OperationDescriptor,
  SecuritySchemeDescriptor,
} from '../../http/operation.ts'
import type { Incoming } from '../incoming/incoming.ts'
import type { AppOptions, Authenticated } from '../options/app-options.ts'
import { HttpProblem } from '../problems/problem.ts'
import { writeChallenge } from './challenge.ts'
import { readCredential } from './read-credential.ts'

/**
 * The caller of a request; `principal` is `undefined` if the operation uses no credentials, or if they are
 * optional and were not sent.
 */
export type Caller<Principal> = Authenticated<Principal | undefined>

/** A request whose caller is still unknown, with its percent-decoded path parameters. */
export interface IdentifiedRequest {
  readonly incoming: Incoming
  readonly path: Readonly<Record<string, string>>
}

type Hooks<Principal> = Pick<AppOptions<unknown, Principal, unknown>, 'authenticate' | 'satisfies'>

export const NOBODY: Caller<never> = { principal: undefined, scopes: [] }

/**
 * The outcome of one requirement. Kinds later in this list are nearer to success, and the nearest outcome is
 * reported.
 */
type Outcome<Principal> =
  | { readonly kind: 'credentials-missing' }
  | { readonly kind: 'credentials-rejected' }
  | { readonly kind: 'scope-missing'; readonly scopes: readonly string[] }
  | { readonly kind: 'met'; readonly caller: Caller<Principal> }

type Unmet = Exclude<Outcome<never>, { readonly kind: 'met' }>

/** A security scheme in a requirement, with the scopes that the requirement demands. */
interface NeededScheme {
  readonly scheme: string
  readonly needed: readonly string[]
  readonly descriptor: SecuritySchemeDescriptor
}

const NEARNESS = { 'credentials-missing': 0, 'credentials-rejected': 1, 'scope-missing': 2, met: 3 } as const

/** True if the held scopes include the needed scope or "*". */
export function holdsScope(held: readonly string[], needed: string): boolean {
  return held.includes(needed) || held.includes('*')
}

/**
 * Compiles the check of an operation's security requirements. A caller must meet one of them, with
 * credentials for all its schemes. The first scheme provides the principal. Bad credentials are rejected even
 * if credentials are optional.
 * @returns `undefined` if no check is needed; otherwise a function that returns the caller or throws an
 * HttpProblem: `credentials-missing`, `credentials-rejected`, `scope-missing`.
 * @see OpenAPI 3.1.1, Security Requirement Object
 */
export function compileSecurity<Principal>(
  document: DocumentDescriptor,
  operation: OperationDescriptor,
  hooks: Hooks<Principal>,
): ((identified: IdentifiedRequest) => Promise<Caller<Principal>>) | undefined {
  const { security = [] } = operation
  const requirements = security.filter((requirement) => Object.keys(requirement).length > 0)
  const { authenticate, satisfies = holdsScope } = hooks
  if (requirements.length === 0) return undefined
  if (authenticate === undefined) {
    throw new TypeError(
      `Operation "${operation.operationId}" needs credentials, so the "authenticate" option is required.`,
    )
  }
  const isOptional = requirements.length < security.length
  const compiled = requirements.map((requirement) =>
    Object.entries(requirement).map(([scheme, needed]) => ({
      scheme,
      needed,
      descriptor: describe(document, scheme),
    })),
  )
  const schemes = compiled.flatMap((requirement) => requirement.map(({ descriptor }) => descriptor))
  const refusalOf = (outcome: Unmet) => refusal(outcome, { schemes, realm: document.title })

  return async (identified) => {
    let nearest: Unmet = { kind: 'credentials-missing' }
    for (const requirement of compiled) {
      const outcome = await attempt(requirement, identified, { operation, authenticate, satisfies })
      if (outcome.kind === 'met') return outcome.caller
      if (NEARNESS[outcome.kind] > NEARNESS[nearest.kind]) nearest = outcome
    }
    if (isOptional && nearest.kind === 'credentials-missing') return NOBODY
    throw refusalOf(nearest)
  }
}

/** Tries the schemes of one requirement in order. */
async function attempt<Principal>(
  requirement: readonly NeededScheme[],
  { incoming, path }: IdentifiedRequest,
  { operation, authenticate, satisfies }: Required<Hooks<Principal>> & { operation: OperationDescriptor },
): Promise<Outcome<Principal>> {
  const credentials = requirement.map(({ descriptor }) => readCredential(descriptor, incoming))
  const { request } = incoming
  const callers: Authenticated<Principal>[] = []
  const missing: string[] = []
  for (const [index, { scheme, needed, descriptor }] of requirement.entries()) {
    const credential = credentials[index]
    if (credential === undefined) return { kind: 'credentials-missing' }
    const caller = await authenticate({ scheme, descriptor, credential, operation, path, request })
    if (caller === undefined) return { kind: 'credentials-rejected' }
    callers.push(caller)
    missing.push(...needed.filter((scope) => !satisfies(caller.scopes, scope)))
  }
  if (missing.length > 0) return { kind: 'scope-missing', scopes: missing }
  const scopes = callers.length === 1 ? callers[0]?.scopes : callers.flatMap((caller) => caller.scopes)
  return { kind: 'met', caller: { principal: callers[0]?.principal, scopes: scopes ?? [] } }
}

/** The error for a caller who met no requirement, with its challenge. */
function refusal(
  outcome: Unmet,
  { schemes, realm }: { readonly schemes: readonly SecuritySchemeDescriptor[]; readonly realm: string },
): HttpProblem {
  const { kind } = outcome
  if (kind === 'scope-missing') {
    const { scopes } = outcome
    const names = scopes.map((scope) => `"${scope}"`).join(', ')
    return new HttpProblem({
      kind,
      detail: `The credentials lack the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}.`,
      missingScopes: scopes,
      headers: {
        'www-authenticate': writeChallenge(schemes, { realm, error: 'insufficient_scope', scopes }),
      },
    })
  }
  const details = kind === 'credentials-rejected' ? ({ realm, error: 'invalid_token' } as const) : { realm }
  return new HttpProblem({ kind, headers: { 'www-authenticate': writeChallenge(schemes, details) } })
}

function describe({ securitySchemes }: DocumentDescriptor, scheme: string) {
  const descriptor = Object.hasOwn(securitySchemes, scheme) ? securitySchemes[scheme] : undefined
  if (descriptor === undefined) throw new TypeError(`The document has no security scheme "${scheme}".`)
  return descriptor
}
