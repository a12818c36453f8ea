import type {
  DocumentDescriptor,
  SecurityRequirement,
  SecuritySchemeDescriptor,
} from '@concordat/runtime/http'
import { requirementOfRequest } from '../../data/exchange/request.ts'
import { anyCredential, leavesSecurityOpen } from '../../traffic/credentials/open-security.ts'
import type { Target } from '../../traffic/target/target.ts'
import type { Selection } from './selection.ts'
import { planSteps, type RunStep } from './step.ts'

/** Numbers of a run's operations and checks that need a security scheme. */
export interface SchemeCost {
  readonly name: string
  readonly scheme: SecuritySchemeDescriptor
  readonly isGiven: boolean
  /**
   * Number of operations whose requests use the scheme or, if its credential is missing, the number of
   * operations that require it.
   */
  readonly operations: number
  /**
   * Number of these operations' checks that need the credential: all except those that test access itself.
   */
  readonly checks: number
}

/** A run's credentials, and the number of checks for which it needs other credentials. */
export interface CredentialCosts {
  readonly schemes: readonly SchemeCost[]
  /** Number of checks that need another tenant's credential; 0 if one is configured. */
  readonly withoutOther: number
  readonly withoutScopes: number
}

/**
 * Counts the operations and checks of a run that need each security scheme, and the checks that need
 * credentials that are not configured.
 */
export function credentialCosts(
  document: DocumentDescriptor,
  { target, select }: { readonly target: Target; readonly select?: Selection | undefined },
): CredentialCosts {
  const steps = planSteps(document, select)
  const given = givenSchemes(document, target)
  const open = leavesSecurityOpen(document) ? [{}, ...anyCredential(document)] : []
  const checks = Map.groupBy(steps, ({ operation }) => operation)
  const uses = [...checks.keys()].map((operation) => ({
    operation,
    schemes: schemesThatCount(operation.security ?? open, given),
  }))
  const schemes = Object.entries(document.securitySchemes).map(([name, scheme]) => {
    const own = uses.filter((use) => use.schemes.includes(name))
    const lost = own.flatMap(({ operation }) => checks.get(operation) ?? []).filter(needsToGetIn)
    return {
      ...{ name, scheme, isGiven: Object.hasOwn(given, name) },
      ...{ operations: own.length, checks: lost.length },
    }
  })
  const wanting = (needs: string): number => steps.filter(({ check }) => check.needs === needs).length
  return {
    schemes,
    withoutOther: target.otherCredentials === undefined ? wanting('another tenant') : 0,
    withoutScopes: target.makeCredential === undefined ? wanting('chosen scopes') : 0,
  }
}

/** Returns the configured schemes, including mutual TLS if the connection has a certificate. */
function givenSchemes({ securitySchemes }: DocumentDescriptor, target: Target): Record<string, string> {
  const { credentials = {}, tls } = target
  const names = Object.entries(securitySchemes).flatMap(([name, { type }]) =>
    Object.hasOwn(credentials, name) || (type === 'mutualTLS' && tls?.certificate !== undefined)
      ? [name]
      : [],
  )
  return Object.fromEntries(names.map((name) => [name, 'given']))
}

/**
 * Returns the schemes whose credentials an operation's requests need. If no requirement can be satisfied,
 * returns the missing schemes of the requirement that lacks the fewest.
 */
function schemesThatCount(
  security: readonly SecurityRequirement[],
  given: Readonly<Record<string, string>>,
): readonly string[] {
  const chosen = requirementOfRequest(security, given)
  if (chosen !== undefined) return Object.keys(chosen)
  const lacks = (requirement: SecurityRequirement): readonly string[] =>
    Object.keys(requirement).filter((name) => !Object.hasOwn(given, name))
  const [nearest = []] = security.map(lacks).toSorted((one, other) => one.length - other.length)
  return nearest
}

function needsToGetIn({ check }: RunStep): boolean {
  return check.judgesAccess !== true
}
