import type { Issue } from '../evaluation/issue.ts'
import { type Check, type Collected, pass, type Run } from '../evaluation/run.ts'
import { isObject, memberOf } from '../json/json.ts'
import { failureOf, listAt } from '../vocabulary/keyword-value.ts'
import type { Compile, Discriminator, Site } from '../vocabulary/vocabulary.ts'

/** Branches of which one has to hold, and what tells them apart. */
interface Alternatives {
  readonly checks: readonly Check[]
  readonly discriminator: Discriminator | undefined
}

function alternativesAt(site: Site, keyword: string): Alternatives {
  const branches = listAt(site, keyword)
  const checks = branches.map((_, index) => site.here(keyword, index))
  const discriminator = site.vocabulary.keywords.get('discriminator')?.discriminate?.(site, branches)
  return { checks, discriminator }
}

export const anyOf: Compile = (site, keyword) => {
  const known = alternativesAt(site, keyword)
  const { checks } = known
  return (value, run) => {
    const named = run.evaluated === undefined ? namedBranch(known, value) : undefined
    if (named !== undefined && run.branch(checks[named] ?? pass, value)) return true
    let holds = false
    for (const [index, check] of checks.entries()) {
      // What a later branch evaluates counts too; where no keyword asks for that, one branch decides.
      if (index !== named && run.branch(check, value)) holds = true
      if (holds && run.evaluated === undefined) return true
    }
    if (holds || run.isDone) return holds
    return explain(known, { value, run }, (branches) =>
      failureOf(site, keyword, {
        params: { branches },
        message: 'must match at least one of the alternatives',
      }),
    )
  }
}

/**
 * Of several alternatives that a value matches, a discriminator names the one that is meant. Documents leave it to tell apart what
 * differs in nothing else: without it, nobody could send a value of any of them. So it is asked first, and the others only for what they evaluate.
 */
export const oneOf: Compile = (site, keyword) => {
  const known = alternativesAt(site, keyword)
  const { checks } = known
  return (value, run) => {
    const named = namedBranch(known, value)
    const isOfNamed = named !== undefined && run.branch(checks[named] ?? pass, value)
    if (isOfNamed && run.evaluated === undefined) return true
    const matching: number[] = []
    for (const [index, check] of checks.entries()) {
      if (index === named ? isOfNamed : run.branch(check, value)) matching.push(index)
      if (matching.length > 1 && run.isDone && !isOfNamed) return false
    }
    if (matching.length === 1 || isOfNamed) return true
    if (run.isDone) return false
    if (matching.length > 1) {
      const message = `must match only one of the alternatives, not ${matching.length}`
      return run.report(
        failureOf(site, keyword, { params: { matching, branches: checks.map(() => []) }, message }),
      )
    }
    return explain(known, { value, run }, (branches) =>
      failureOf(site, keyword, {
        params: { matching, branches },
        message: 'must match one of the alternatives',
      }),
    )
  }
}

/** The alternative that the discriminator names, if there is one and it names one alone. */
function namedBranch({ discriminator }: Alternatives, value: unknown): number | undefined {
  const given = discriminator && isObject(value) ? memberOf(value, discriminator.property) : undefined
  const branch = given === undefined ? undefined : discriminator?.branchOf(given)
  return branch === 'none' ? undefined : branch
}

/**
 * Says why a value matches none of the branches: the issues of the one that was meant, where that can be told, by the
 * discriminator or because the value fits no other; else one issue, with those of all branches.
 */
function explain(
  { checks, discriminator }: Alternatives,
  { value, run }: { readonly value: unknown; readonly run: Run },
  failureWith: (branches: readonly (readonly Issue[])[]) => Parameters<Run['report']>[0],
): false {
  const named = discriminator && explainNamed(discriminator, { checks, value, run })
  if (named === false) return false
  const collected = checks.map((check) => run.collect(check, value))
  const meant = onlyFitting(collected, value)
  return meant === undefined
    ? run.report(failureWith(collected.map(({ issues }) => issues)))
    : run.adopt(meant)
}

/** @returns `undefined` when the discriminator does not tell. */
function explainNamed(
  { property, branchOf, otherwise, unknown, missing }: Discriminator,
  { checks, value, run }: { readonly checks: readonly Check[]; readonly value: unknown; readonly run: Run },
): false | undefined {
  if (!isObject(value)) return undefined
  const given = memberOf(value, property)
  if (given === undefined && otherwise === undefined) return run.report(missing)
  const branch = given === undefined ? otherwise : branchOf(given)
  if (branch === undefined) return undefined
  if (branch === 'none') {
    run.child((_, inner) => inner.report(unknown), given, property)
    return false
  }
  return checks[branch]?.(value, run) === false ? false : undefined
}

/**
 * The branch that alone fits the value: no other allows a value of its type. Of several that do, the one that lists values of its
 * type, where it lists any (`{ const: null }` is no object's), and whose fixed members are those of the value, which tell
 * alternatives apart as a discriminator does.
 */
function onlyFitting(collected: readonly Collected[], value: unknown): Collected | undefined {
  // A branch without issues was not looked into: there are issues enough.
  if (collected.some(({ issues }) => issues.length === 0)) return undefined
  const fitting = collected.filter(
    ({ issues, place }) => !issues.some((issue) => isOfOtherType(issue, place)),
  )
  if (fitting.length < 2) return fitting[0]
  const alike = fitting.filter(
    ({ issues, place }) =>
      !issues.some((issue) => isOtherMember(issue, place) || listsOtherTypes(issue, { place, value })),
  )
  return alike.length === 1 ? alike[0] : undefined
}

function isOfOtherType({ instancePath, keyword, params }: Issue, place: string): boolean {
  if (instancePath !== place) return false
  if (keyword === 'type' || keyword === 'false') return true
  const branches: unknown = params['branches']
  return (
    Array.isArray(branches) &&
    branches.length > 0 &&
    branches.every((issues: readonly Issue[]) => issues.some((issue) => isOfOtherType(issue, place)))
  )
}

function listsOtherTypes(
  { instancePath, keyword, params }: Issue,
  { place, value }: { readonly place: string; readonly value: unknown },
): boolean {
  if (instancePath !== place || (keyword !== 'const' && keyword !== 'enum')) return false
  const listed: unknown = keyword === 'const' ? [params['allowedValue']] : params['allowedValues']
  return Array.isArray(listed) && !listed.some((other) => typeName(other) === typeName(value))
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function isOtherMember({ instancePath, keyword }: Issue, place: string): boolean {
  const below = instancePath.slice(place.length + 1)
  return (keyword === 'const' || keyword === 'enum') && below !== '' && !below.includes('/')
}
