import type { OperationDescriptor, SecurityRequirement } from '@concordat/runtime/http'
import type { Pair } from '../schemas/difference.ts'
import { differenceValueText } from '../schemas/difference.ts'
import type { OperationContext, TellChange } from './context.ts'

/** Compares an operation's security requirements. */
export function compareSecurity(
  { old, new: now }: Pair<OperationDescriptor>,
  { scope }: OperationContext,
): void {
  const label = `${now.method} ${now.path}`
  const tell: TellChange = (kind, told) =>
    scope.add({ kind, label, old: old.pointer, new: now.pointer, ...told })
  const [before, after] = [old.security ?? [], now.security ?? []]
  const [was, is] = [before.map(textOf).join(' or '), after.map(textOf).join(' or ')]
  if (was === is) return
  if (isNone(before)) {
    if (after.some(isEmpty))
      tell('security-requirement-added', { is: after.filter(isMeant).map(textOf).join(' or ') })
    else tell('security-added', { is })
    return
  }
  if (isNone(after)) {
    tell('security-removed', { was })
    return
  }
  if (before.some(isEmpty) && !after.some(isEmpty)) tell('security-became-required')
  const [owned, own] = [before.filter(isMeant), after.filter(isMeant)]
  // If no credential is needed, a credential that is no longer accepted excludes nobody.
  if (!after.some(isEmpty)) for (const requirement of owned) compareRequirement(requirement, { own, tell })
  for (const requirement of own)
    if (!owned.some((other) => schemesOf(other) === schemesOf(requirement)))
      tell('security-requirement-added', { is: textOf(requirement) })
}

function compareRequirement(
  requirement: SecurityRequirement,
  { own, tell }: { readonly own: readonly SecurityRequirement[]; readonly tell: TellChange },
): void {
  const same = own.filter((other) => schemesOf(other) === schemesOf(requirement))
  if (same.length === 0) {
    tell('security-requirement-removed', { was: textOf(requirement) })
    return
  }
  const [fewest] = same
    .map((other) => ({ more: scopesBeyond(other, requirement), fewer: scopesBeyond(requirement, other) }))
    .sort((one, other) => one.more.length - other.more.length)
  if (fewest === undefined) return
  if (fewest.more.length > 0) tell('scope-added', { is: fewest.more.map(differenceValueText).join(', ') })
  else if (fewest.fewer.length > 0)
    tell('scope-removed', { was: fewest.fewer.map(differenceValueText).join(', ') })
}

/** Scopes of a requirement that another requirement for the same schemes does not have. */
function scopesBeyond(one: SecurityRequirement, other: SecurityRequirement): readonly string[] {
  return Object.entries(one).flatMap(([scheme, scopes]) =>
    scopes.filter((scope) => other[scheme]?.includes(scope) !== true),
  )
}

function isNone(requirements: readonly SecurityRequirement[]): boolean {
  return requirements.every(isEmpty)
}

function isEmpty(requirement: SecurityRequirement): boolean {
  return Object.keys(requirement).length === 0
}

function isMeant(requirement: SecurityRequirement): boolean {
  return !isEmpty(requirement)
}

function schemesOf(requirement: SecurityRequirement): string {
  return Object.keys(requirement).sort().join(' ')
}

function textOf(requirement: SecurityRequirement): string {
  const schemes = Object.entries(requirement).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} with ${scopes.join(', ')}`,
  )
  return schemes.length === 0 ? 'nothing' : schemes.join(' and ')
}
