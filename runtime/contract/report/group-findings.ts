import { subjectOfBrokenClause } from '../data/outcome/clause-subject.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { WEIGHTS } from '../data/outcome/weight.ts'
import {
  behaviourBehindFinding,
  crashBehindFinding,
  echoBehindFinding,
  findingCauses,
  leniencyBehindFindings,
  memberBehindFinding,
  objectionBehindCrash,
  schemaBehindFinding,
} from './causes.ts'
import { findingLikeness, findingMatter, isOnlyObjection } from './likeness.ts'

/** The findings that one fault causes. Never empty. */
export type FindingGroup = readonly [Finding, ...Finding[]]

/**
 * Minimum number of faults with the same systematic behavior that are combined into one, because they
 * probably have a common cause.
 */
const HABITUAL = 2
/**
 * The value of `HABITUAL` for faults that reveal another tenant's data. It is higher because each of them can
 * be a separate mistake.
 */
const HABITUAL_OF_GRAVE = 4
/**
 * Minimum number of faults with the same property and kind, or of operations that crash with the same words,
 * that are combined into one, because shared code most likely causes them.
 */
const SHARED = 4
/**
 * Minimum number of faults in one schema that are combined into one, because a server that accepts so many of
 * them does not check that schema.
 */
const UNCHECKED = 3

/**
 * One group for each fault, the worst first; equally grave faults are in the order in which they were found.
 * A violated schema or component is one fault, no matter which rule finds it. If one rule finds the same
 * problem on several operations, that is also one fault, because it concerns the whole server: for example,
 * no operation lists the allowed methods.
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
  const own = withoutEchoes([...groups.values()])
  return asLenient(asUnchecked(asObjections(asCrashes(asShared(asBehaviours(asOpen(own)))))))
    .map(validFirst)
    .sort((one, other) => weightOf(one) - weightOf(other))
}

/**
 * If a valid request causes the same crash as a wrong one, the valid request is shown first, because the
 * crash does not depend on the fault in the wrong one.
 */
function validFirst(group: FindingGroup): FindingGroup {
  const [first, ...others] = group
  if (first.weight !== 'crash' || first.expecting !== 'refusal') return group
  const valid = others.find(({ weight, expecting }) => weight === 'crash' && expecting === 'success')
  return valid === undefined ? group : [valid, first, ...others.filter((finding) => finding !== valid)]
}

function weightOf(group: FindingGroup): number {
  return Math.min(...group.map(({ weight }) => WEIGHTS.indexOf(weight)))
}

/** Moves each finding that only repeats another one about its operation to the group of the other one. */
function withoutEchoes(groups: readonly [Finding, ...Finding[]][]): FindingGroup[] {
  const told = new Map<string, Finding[]>()
  for (const group of groups)
    for (const finding of group) {
      const { tells } = echoBehindFinding(finding)
      if (tells !== undefined) told.set(tells, group)
    }
  const targetOf = (finding: Finding): Finding[] | undefined =>
    told.get(echoBehindFinding(finding).repeats ?? '')
  const added = Map.groupBy(groups.flat(), targetOf)
  return groups.flatMap((group): FindingGroup[] => {
    const own = group.filter((finding) => targetOf(finding) === undefined)
    const [first, ...others] = [...own, ...(added.get(group) ?? [])]
    return first === undefined ? [] : [[first, ...others]]
  })
}

/**
 * Faults that show the same behavior of a server become one finding: for example, wrong values of one kind
 * that it accepts, or properties that it writes in the same wrong form.
 */
function asBehaviours(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    ([first]) => behaviourBehindFinding(first),
    (alike) => alike.length >= (alike.some(([first]) => isGrave(first)) ? HABITUAL_OF_GRAVE : HABITUAL),
  )
}

/** True for a fault that reveals others' data, except by what the server writes into all its responses. */
function isGrave({ weight, kind }: Finding): boolean {
  return weight === "others' data" && kind !== 'internals shown' && kind !== 'undocumented secret'
}

/**
 * A server that serves several operations to everybody checks no credential, so it also lets in the requests
 * that it then rejects for another reason. Operations that it serves come first.
 */
function asOpen(groups: readonly FindingGroup[]): FindingGroup[] {
  const isServed = ({ exchange: { response } }: Finding): boolean =>
    response !== undefined && response.status >= 200 && response.status < 300
  const isOpen = ({ kind, rule }: Finding): boolean =>
    kind === 'let in' && rule === 'authentication/credential'
  const servedOf = (group: FindingGroup): readonly Finding[] => group.filter(isServed)
  return mergeAlike(
    groups,
    ([first]) => (isOpen(first) ? first.grade : undefined),
    (alike) =>
      new Set(alike.flatMap(servedOf).map(({ operationId }) => operationId)).size >= HABITUAL_OF_GRAVE,
  ).map((group) => {
    const [first, ...others] = isOpen(group[0]) ? servedOf(group) : []
    return first === undefined ? group : [first, ...others, ...group.filter((finding) => !isServed(finding))]
  })
}

/** Combines server errors of several operations with the same words. */
function asCrashes(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    ([first]) => crashBehindFinding(first),
    (alike) => operationsOf(alike) >= SHARED,
  )
}

/**
 * Combines server errors that only say what is wrong with the requests. A server that responds so to several
 * operations responds with a server error to all requests that it rejects.
 */
function asObjections(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    ([first]) => objectionBehindCrash(first),
    (alike) => operationsOf(alike) >= SHARED,
  )
}

/**
 * A server that accepts several kinds of wrong requests, at least one of them on several operations, checks
 * hardly any.
 */
function asLenient(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    leniencyBehindFindings,
    (alike) => alike.length >= HABITUAL && alike.some((group) => operationsOf([group]) > 1),
  )
}

/** The number of operations with these findings. */
function operationsOf(groups: readonly FindingGroup[]): number {
  return new Set(groups.flat().map(({ operationId }) => operationId)).size
}

/** Combines findings in which the same property of several kinds of items is lost, or wrongly kept. */
function asShared(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    ([first]) => memberBehindFinding(first),
    (alike) => alike.length >= SHARED,
  )
}

/** A schema that a server hardly checks becomes one finding, no matter which parts are unchecked. */
function asUnchecked(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    (group) => {
      const [schema, ...others] = new Set(group.map(schemaBehindFinding))
      return others.length === 0 ? schema : undefined
    },
    (alike) => alike.length >= UNCHECKED,
  )
}

/** Merges groups that have the same key, at the position of the first, if there are enough of them. */
function mergeAlike(
  groups: readonly FindingGroup[],
  keyOf: (group: FindingGroup) => string | undefined,
  areEnough: (alike: readonly FindingGroup[]) => boolean,
): FindingGroup[] {
  const merged = new Set<FindingGroup>()
  const wholes = new Map<FindingGroup, FindingGroup>()
  for (const [key, alike] of Map.groupBy(groups, keyOf)) {
    const [first, ...others] = alike
    if (key === undefined || first === undefined || !areEnough(alike)) continue
    wholes.set(first, [...first, ...others.flat()])
    for (const other of others) merged.add(other)
  }
  return groups.filter((group) => !merged.has(group)).map((group) => wholes.get(group) ?? group)
}

/**
 * Identifies a fault, independent of the values in this run, so that every run that finds it produces the
 * same string. A crash and a response that violates the same clause are different faults.
 */
export function findingIdentity(finding: Finding): string {
  const { rule, clause, weight } = finding
  const { isShared, isOfContent } = subjectOfBrokenClause(clause)
  // A schema's keyword, a component, or the response for one status is a single subject. An operation as a
  // whole has many subjects, so its key includes the problem.
  if (!isShared && !isOfContent) return JSON.stringify([rule, clause, findingMatter(finding)])
  return weight === 'crash' ? `crash ${clause}` : clause
}

/** Findings that share one of these keys belong to the same group. */
function keysOf(finding: Finding): string[] {
  // A server error that only rejects a request hides no crash with the same clause.
  const identity = `${findingIdentity(finding)}${isOnlyObjection(finding) ? ' objection' : ''}`
  return [...findingCauses(finding), identity, findingLikeness(finding)]
}

/**
 * The title of a group: the operation, the problem, and the number of other operations, such as "POST /pets
 * answers 401 instead of 200 (and 3 more)".
 * @param nameOf returns an operation's readable name for its operationId.
 */
export function findingGroupTitle(
  [first, ...others]: FindingGroup,
  nameOf: (operationId: string) => string,
): string {
  const names = new Set([first, ...others].map(({ operationId }) => operationId))
  const more = names.size - 1
  const isHabit = names.size >= SHARED && [first, ...others].every(isOnlyObjection)
  const wrong = isHabit
    ? `rejects requests with ${first.exchange.response?.status} instead of a 4xx`
    : first.wrong
  return `${nameOf(first.operationId)} ${wrong}${more === 0 ? '' : ` (and ${more} more)`}`
}
