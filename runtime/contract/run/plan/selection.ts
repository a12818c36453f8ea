import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { fitsNamePattern } from '@concordat/runtime/nearest'
import { familyOfRule } from '../../data/outcome/assertion.ts'
import { GRADES, type Grade } from '../../data/outcome/grade.ts'
import type { Check } from '../../rules/check.ts'
import { checks } from '../../rules/checks/checks.ts'

/** Limits a run. Absent properties select everything. */
export interface Selection {
  /**
   * Selects operations by operationId, by their name in generated code, or by method and path, such as "GET
   * /pets"; "*" matches any string.
   */
  readonly operations?: readonly string[]
  /** Path templates: "/v2/*". */
  readonly paths?: readonly string[]
  readonly methods?: readonly string[]
  /** Selects operations with one of these tags. */
  readonly tags?: readonly string[]
  /** Rule families, such as "lifecycle", or single rules, such as "lifecycle/location". */
  readonly rules?: readonly string[]
  readonly grades?: readonly Grade[]
  /** Operations to exclude from those that the other properties select. */
  readonly skipOperations?: readonly string[]
  readonly skipPaths?: readonly string[]
  readonly skipTags?: readonly string[]
  readonly skipDeprecated?: boolean
  readonly skipRules?: readonly string[]
  /** Families of the user's own rules, run after the suite's. */
  readonly ownRules?: readonly Check[]
}

/** Returns all families to select from, in the order in which they run. */
export function rulesToSelect({ ownRules = [] }: Pick<Selection, 'ownRules'>): readonly Check[] {
  return [...checks, ...ownRules]
}

/** The part of a selection that limits the reported findings. */
export type ToldRules = Pick<Selection, 'grades' | 'rules' | 'skipRules'>

/**
 * True if a violation of a rule is reported. Selecting a family selects every rule that the family's requests
 * show to be violated, even a rule of another family.
 * @param met The family whose requests show the violation.
 */
export function isSelectedViolation(
  { rules, skipRules = [] }: ToldRules,
  rule: string,
  met: string,
): boolean {
  const isNamed = (name: string): boolean => name === rule || name === familyOfRule(rule)
  return !skipRules.some(isNamed) && (rules?.some((name) => name === rule || name === met) ?? true)
}

/** True if the user excludes an operation by its name, its path or a tag. */
export function isSkipped(select: Selection, operation: OperationDescriptor): boolean {
  return PATTERNS.some(
    ({ names, skip }) => skip && select[skip]?.some((pattern) => fitsNamePattern(pattern, names(operation))),
  )
}

/** True if a selection includes a rule family for an operation. */
export function isSelected(select: Selection, operation: OperationDescriptor, check: Check): boolean {
  const { skipDeprecated = false } = select
  return (
    PATTERNS.every(
      ({ names, only }) =>
        select[only]?.some((pattern) => fitsNamePattern(pattern, names(operation))) ?? true,
    ) &&
    !isSkipped(select, operation) &&
    !(skipDeprecated && operation.deprecated === true) &&
    check.assertions.some(({ rule }) => isSelectedViolation(select, rule, check.code))
  )
}

/** Kinds of patterns that select or exclude operations, each with the names that it is matched against. */
const PATTERNS = [
  { kind: 'operation', only: 'operations', skip: 'skipOperations', names: operationNames },
  { kind: 'path', only: 'paths', skip: 'skipPaths', names: ({ path }: OperationDescriptor) => [path] },
  { kind: 'method', only: 'methods', skip: undefined, names: ({ method }: OperationDescriptor) => [method] },
  { kind: 'tag', only: 'tags', skip: 'skipTags', names: tagsOf },
] as const

/**
 * Finds an operation by its operationId in the document, its name in generated code, or its method and path:
 * "GET /pets".
 */
export function operationToSelect(
  { operations }: Pick<DocumentDescriptor, 'operations'>,
  text: string,
): OperationDescriptor | undefined {
  const [method = '', path] = text.trim().split(/\s+/)
  return (
    operations.find(({ operationId }) => operationId === text) ??
    operations.find(({ name }) => name === text) ??
    operations.find((operation) => operation.method === method.toUpperCase() && operation.path === path)
  )
}

/** Returns the operations that have a name that matches a pattern. */
export function operationsToSelect(
  { operations }: Pick<DocumentDescriptor, 'operations'>,
  pattern: string,
): readonly OperationDescriptor[] {
  return operations.filter((operation) => fitsNamePattern(pattern, operationNames(operation)))
}

/** Thrown if a name in the selection matches nothing in the document or the suite. */
export class SelectionError extends RangeError {
  override readonly name = 'SelectionError'
}

/** A name in a selection that matches nothing. */
export interface UnknownName {
  readonly kind: 'operation' | 'path' | 'method' | 'tag' | 'rule' | 'grade'
  readonly name: string
  /** Known names of the same kind. */
  readonly known: readonly string[]
}

/** @throws SelectionError for a name or a pattern that matches nothing. */
export function assertKnownSelection(select: Selection, document: DocumentDescriptor): void {
  const [unknown] = unknownSelectedNames(select, document)
  if (unknown === undefined) return
  const { kind, name, known } = unknown
  throw new SelectionError(`There is no ${kind} "${name}". Expected one of: ${known.join(', ')}.`)
}

/** Returns all names and patterns in a selection that match nothing. */
export function unknownSelectedNames(
  select: Selection,
  document: DocumentDescriptor,
): readonly UnknownName[] {
  const { rules = [], skipRules = [], grades = [] } = select
  const named = (kind: UnknownName['kind'], wanted: readonly string[], known: readonly string[]) =>
    wanted.map((name) => ({ kind, name, known }))
  return [
    ...PATTERNS.flatMap(({ kind, only, skip, names }) => {
      const wanted = [...(select[only] ?? []), ...((skip && select[skip]) ?? [])]
      return named(kind, wanted, [...new Set(document.operations.flatMap(names))]).filter(
        ({ name, known }) => !fitsNamePattern(name, known),
      )
    }),
    ...[
      ...[...rules, ...skipRules].map(
        (name) => ({ kind: 'rule', name, known: namesLike(name, select) }) as const,
      ),
      ...named('grade', grades, GRADES),
    ].filter(({ name, known }) => !known.includes(name)),
  ]
}

/**
 * Returns the names that can replace an unknown one: for a rule of a known family, the rules of that family;
 * otherwise, all families.
 */
function namesLike(name: string, select: Selection): readonly string[] {
  const all = rulesToSelect(select)
  const own = name.includes('/') ? all.find(({ code }) => code === familyOfRule(name)) : undefined
  return own?.assertions.map(({ rule }) => rule) ?? all.map(({ code }) => code)
}

function operationNames({
  operationId,
  name = operationId,
  method,
  path,
}: OperationDescriptor): readonly string[] {
  return [...new Set([operationId, name, `${method} ${path}`])]
}

function tagsOf({ tag, moreTags = [] }: OperationDescriptor): readonly string[] {
  return [tag, ...moreTags]
}
