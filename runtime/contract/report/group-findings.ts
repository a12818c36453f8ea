import type { Finding } from '../outcome/finding.ts'
import { likenessOf } from './likeness.ts'

/** Findings of one thing that is wrong. Never empty. */
export type FindingGroup = readonly [Finding, ...Finding[]]

/**
 * One group for each thing that is wrong, in the order in which they were found: a schema or a component that is
 * broken is one thing, whoever meets it; so is what one rule finds alike in several operations, for it is a fact of the
 * whole server: no operation names the methods that it has.
 */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, [Finding, ...Finding[]]>()
  const known = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const keys = keysOf(finding)
    const group = keys.map((key) => known.get(key)).find((candidate) => candidate !== undefined)
    if (group !== undefined) group.push(finding)
    const own: [Finding, ...Finding[]] = group ?? [finding]
    if (group === undefined) groups.set(keys.join('\n'), own)
    for (const key of keys) if (!known.has(key)) known.set(key, own)
  }
  return [...groups.values()]
}

/** Names what is wrong, whatever the values of this run: the same text in every run that finds it. */
export function identityOf({ rule, clause, expected }: Finding): string {
  return isShared(clause) ? clause : JSON.stringify([rule, clause, masked(expected)])
}

/** Whoever shares one of these is of the same group. */
function keysOf(finding: Finding): string[] {
  return [identityOf(finding), likenessOf(finding)]
}

/** A schema's keyword, or a component, says one thing; an operation as a whole says many. */
function isShared(clause: string): boolean {
  return clause.startsWith('#/components/') || /\/schema(\/|$)/.test(clause)
}

/** Values differ from request to request; what is asked for does not. */
function masked(text: string): string {
  return text.replace(/"[^"]*"|[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '…')
}
