import type {
  DocumentDescriptor,
  SecurityRequirement,
  SecuritySchemeDescriptor,
} from '@concordat/runtime/http'
import { chooseRequirement } from '../../data/exchange/request.ts'
import { anyOfThem, leavesSecurityOpen } from '../../traffic/credentials/open-security.ts'
import type { Target } from '../../traffic/target/target.ts'
import type { Selection } from './selection.ts'
import { planSteps, type Step } from './step.ts'

/** Cost of a security scheme for a run. */
export interface SchemeCost {
  readonly name: string
  readonly scheme: SecuritySchemeDescriptor
  readonly isGiven: boolean
  /** Operations that are asked with it; where it is missing, those that want it and cannot do without. */
  readonly operations: number
  /** Checks of those operations that a missing credential costs: all but those that try to get in without. */
  readonly checks: number
}

/** Credentials of a run, and the tests that it loses for want of others. */
export interface CredentialCosts {
  readonly schemes: readonly SchemeCost[]
  /** Checks that want a credential of another tenant, or one with chosen scopes, where there is none. */
  readonly withoutOther: number
  readonly withoutScopes: number
}

/**
 * Counts, before anything is sent, the operations that each credential opens and the checks that each missing
 * one costs.
 */
export function credentialCosts(
  document: DocumentDescriptor,
  { target, select }: { readonly target: Target; readonly select?: Selection | undefined },
): CredentialCosts {
  const steps = planSteps(document, select)
  const given = givenSchemes(document, target)
  const open = leavesSecurityOpen(document) ? [{}, ...anyOfThem(document)] : []
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

/** The schemes that something is configured for; the connection itself carries a certificate. */
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
 * The schemes that an operation is asked with; where no requirement is met, those that the nearest one lacks.
 */
function schemesThatCount(
  security: readonly SecurityRequirement[],
  given: Readonly<Record<string, string>>,
): readonly string[] {
  const chosen = chooseRequirement(security, given)
  if (chosen !== undefined) return Object.keys(chosen)
  const lacks = (requirement: SecurityRequirement): readonly string[] =>
    Object.keys(requirement).filter((name) => !Object.hasOwn(given, name))
  const [nearest = []] = security.map(lacks).toSorted((one, other) => one.length - other.length)
  return nearest
}

function needsToGetIn({ check }: Step): boolean {
  return check.judgesAccess !== true
}
