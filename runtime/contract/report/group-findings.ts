import { subjectOf } from '../data/outcome/clause-subject.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { WEIGHTS } from '../data/outcome/weight.ts'
import { behaviourOf, causesOf, memberOf, unvalidatedSchemaOf } from './causes.ts'
import { likenessOf, matterOf } from './likeness.ts'

/** Findings of one thing that is wrong. Never empty. */
export type FindingGroup = readonly [Finding, ...Finding[]]

/** From this many on, faults of one kind are one: a server that accepts them all does not check that kind. */
const HABITUAL = 2
/** The same of what shows the data of others, where each may be a slip of its own. */
const HABITUAL_OF_GRAVE = 4
/**
 * Number of things from which on the same member, wrong in the same way, counts as one: a shared part has it.
 */
const SHARED = 4
/**
 * From this many kinds on, faults of one schema are one: a server that accepts them does not check that
 * schema.
 */
const UNCHECKED = 3

/**
 * One group for each thing that is wrong, worst first, else in the order in which they were found: a schema
 * or a component that is broken is one thing, whoever meets it; so is a finding that one rule makes alike on
 * several operations, for it is a fact of the whole server: no operation names the methods that it has.
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
  return asUnchecked(asShared(asBehaviours(withoutEchoes([...groups.values()]))))
    .map(validFirst)
    .sort((one, other) => weightOf(one) - weightOf(other))
}

/**
 * A crash that a valid request meets as well is told by that one, not by one that was to be refused: its own
 * fault does not matter.
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

/**
 * Requests at random that are taken, and wrong, tell no more than those of the same operation of which it is
 * known what is wrong.
 */
function withoutEchoes(groups: readonly [Finding, ...Finding[]][]): FindingGroup[] {
  const isAtRandom = ({ cause }: Finding): boolean => cause?.kind === 'unvalidated' && cause.isGuess === true
  const told = new Map<string, Finding[]>()
  for (const group of groups)
    for (const finding of group)
      if (finding.cause?.kind === 'unvalidated' && !isAtRandom(finding)) told.set(finding.operationId, group)
  return groups.flatMap((group): FindingGroup[] => {
    if (!isAtRandom(group[0])) return [group]
    for (const finding of group) told.get(finding.operationId)?.push(finding)
    const [first, ...others] = group.filter(({ operationId }) => !told.has(operationId))
    return first === undefined ? [] : [[first, ...others]]
  })
}

/**
 * Members that a server does not check are one finding, and so are those that it writes in the same wrong
 * form.
 */
function asBehaviours(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    ([first]) => behaviourOf(first),
    (alike) => alike.length >= (alike[0]?.[0].weight === "others' data" ? HABITUAL_OF_GRAVE : HABITUAL),
  )
}

/** A member that several kinds of items have, and that each of them loses, is one finding. */
function asShared(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    ([first]) => memberOf(first),
    (alike) => alike.length >= SHARED,
  )
}

/** A schema of which a server checks little is one finding, whatever it does not check. */
function asUnchecked(groups: readonly FindingGroup[]): FindingGroup[] {
  return mergeAlike(
    groups,
    (group) => {
      const [schema, ...others] = new Set(group.map(unvalidatedSchemaOf))
      return others.length === 0 ? schema : undefined
    },
    (alike) => alike.length >= UNCHECKED,
  )
}

/** Puts groups of one key together, at the place of the first, where they are enough. */
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
 * Names what is wrong, whatever the values of this run: the same text in every run that finds it. A crash is
 * another thing than an answer that breaks the same clause.
 */
export function findingIdentity(finding: Finding): string {
  const { rule, clause, weight } = finding
  const { isShared, isOfContent } = subjectOf(clause)
  // A schema's keyword, a component, or what one status is answered with says one thing; an operation as a
  // whole says many.
  if (!isShared && !isOfContent) return JSON.stringify([rule, clause, matterOf(finding)])
  return weight === 'crash' ? `crash ${clause}` : clause
}

/** Whoever shares one of these is of the same group. */
function keysOf(finding: Finding): string[] {
  return [...causesOf(finding), findingIdentity(finding), likenessOf(finding)]
}

/**
 * Place of a problem, the problem, and the number of its operations: "POST /pets answers 401 instead of 200
 * (and 3 more)".
 * @param nameOf The name of an operation for people, by its operationId.
 */
export function titleOf([first, ...others]: FindingGroup, nameOf: (operationId: string) => string): string {
  const names = new Set([first, ...others].map(({ operationId }) => operationId))
  const more = names.size - 1
  return `${nameOf(first.operationId)} ${first.wrong}${more === 0 ? '' : ` (and ${more} more)`}`
}
