import { adoptBranch, type Collected, collectBranches } from '../evaluation/branches.ts'
import type { Issue } from '../evaluation/issue.ts'
import type { Check, Run } from '../evaluation/run.ts'
import { isObject, jsonTypeOf, memberOf } from '../json/json.ts'
import { keywordFailure, keywordList } from '../vocabulary/keyword-value.ts'
import type { Compile, Discriminator, Site } from '../vocabulary/vocabulary.ts'

interface Alternatives {
  readonly checks: readonly Check[]
  readonly discriminator: Discriminator | undefined
}

function alternativesAt(site: Site, keyword: string): Alternatives {
  const branches = keywordList(site, keyword)
  const checks = branches.map((_, index) => site.here(keyword, index))
  const discriminator = site.vocabulary.keywords.get('discriminator')?.discriminate?.(site, branches, checks)
  return { checks, discriminator }
}

export const checkAnyOf: Compile = (site, keyword) => {
  const known = alternativesAt(site, keyword)
  const { checks } = known
  return judged(known, (value, run, among = checks) => {
    let holds = false
    for (const check of among) {
      // Parts evaluated by later branches count too, so stop at the first passing branch only if no keyword
      // needs those parts.
      if (run.branch(check, value)) holds = true
      if (holds && run.evaluated === undefined) return true
    }
    if (holds || run.isDone) return holds
    const missing = missingIn(known, value)
    if (missing) return run.report(missing)
    return explain(collectBranches(among, value, run), { value, run }, (branches) =>
      keywordFailure(site, keyword, {
        params: { branches },
        message: 'must match at least one of the alternatives',
      }),
    )
  })
}

export const checkOneOf: Compile = (site, keyword) => {
  const known = alternativesAt(site, keyword)
  const { checks } = known
  return judged(known, (value, run, among = checks) => {
    const matching: number[] = []
    for (const [index, check] of checks.entries()) {
      if ((among === checks || among.includes(check)) && run.branch(check, value)) matching.push(index)
      if (matching.length > 1 && run.isDone) return false
    }
    if (matching.length === 1) return true
    if (run.isDone) return false
    if (matching.length > 1) {
      const message = `must match only one of the alternatives, not ${matching.length}`
      return run.report(
        keywordFailure(site, keyword, { params: { matching, branches: checks.map(() => []) }, message }),
      )
    }
    const missing = missingIn(known, value)
    if (missing) return run.report(missing)
    return explain(collectBranches(among, value, run), { value, run }, (branches) =>
      keywordFailure(site, keyword, {
        params: { matching, branches },
        message: 'must match one of the alternatives',
      }),
    )
  })
}

/** `among` contains some of the alternatives; if it is absent, all are checked. */
type CheckAmong = (value: unknown, run: Run, among?: readonly Check[]) => boolean

/**
 * Checks an object only against the alternative that the discriminator identifies, because the alternatives
 * might not differ in anything else, and because the generated types narrow to that alternative. If the
 * discriminator identifies several alternatives or does not distinguish them, they are checked as usual.
 */
function judged({ discriminator }: Alternatives, judge: CheckAmong): Check {
  if (discriminator === undefined) return judge
  const { property, checksFor, unknown, missing } = discriminator
  return (value, run) => {
    if (!isObject(value)) return judge(value, run)
    const given = memberOf(value, property)
    const left = checksFor(given)
    const [only] = left
    if (only === undefined)
      return given === undefined
        ? run.report(missing)
        : run.child((_, inner) => inner.report(unknown), given, property)
    return left.length === 1 ? only(value, run) : judge(value, run, left)
  }
}

/** The failure for an object without the discriminator's property; `undefined` for any other value. */
function missingIn({ discriminator }: Alternatives, value: unknown): Discriminator['missing'] | undefined {
  return discriminator && isObject(value) && memberOf(value, discriminator.property) === undefined
    ? discriminator.missing
    : undefined
}

/**
 * Explains why no branch matches. Reports the issues of the only branch that fits the value or, if there is
 * no such branch, one issue that contains all branches' issues. It runs no branch itself, because the value
 * might already be as deep as the stack allows.
 */
function explain(
  collected: readonly Collected[],
  { value, run }: { readonly value: unknown; readonly run: Run },
  failureWith: (branches: readonly (readonly Issue[])[]) => Parameters<Run['report']>[0],
): false {
  const meant = onlyFitting(collected, value)
  return meant === undefined
    ? run.report(failureWith(collected.map(({ issues }) => issues)))
    : adoptBranch(meant, run)
}

/**
 * The only branch that allows the value's type. If several branches allow it, the only one of them whose
 * listed values include this type (`{ const: null }` excludes objects) and whose constant properties equal
 * those of the value, as with a discriminator.
 */
function onlyFitting(collected: readonly Collected[], value: unknown): Collected | undefined {
  // A branch without issues was not checked, because there were enough issues already, so it might fit as
  // well.
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
  return Array.isArray(listed) && !listed.some((other) => jsonTypeOf(other) === jsonTypeOf(value))
}

function isOtherMember({ instancePath, keyword }: Issue, place: string): boolean {
  const below = instancePath.slice(place.length + 1)
  return (keyword === 'const' || keyword === 'enum') && below !== '' && !below.includes('/')
}
