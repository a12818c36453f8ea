import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { fits } from '@concordat/runtime/nearest'
import { familyOf } from '../../data/outcome/assertion.ts'
import { GRADES, type Grade } from '../../data/outcome/grade.ts'
import type { Check } from '../../rules/check.ts'
import { checks } from '../../rules/checks/checks.ts'

/** Limits a run. An absent member selects everything. */
export interface Selection {
  /** By operationId, by the name in generated code, or as "GET /pets"; "*" stands for any text. */
  readonly operations?: readonly string[]
  /** Path templates: "/v2/*". */
  readonly paths?: readonly string[]
  readonly methods?: readonly string[]
  /** Operations with one of these tags. */
  readonly tags?: readonly string[]
  /** Families, "lifecycle", or single rules, "lifecycle/location". */
  readonly rules?: readonly string[]
  readonly grades?: readonly Grade[]
  /** Left out of what the other members select. */
  readonly skipOperations?: readonly string[]
  readonly skipPaths?: readonly string[]
  readonly skipTags?: readonly string[]
  readonly skipDeprecated?: boolean
  readonly skipRules?: readonly string[]
  /** Families of rules of the user's own, run after the suite's. */
  readonly ownRules?: readonly Check[]
}

/** Every family that there is to select from, in the order in which they run. */
export function rulesOf({ ownRules = [] }: Pick<Selection, 'ownRules'>): readonly Check[] {
  return [...checks, ...ownRules]
}

/** Part of a selection that limits the findings that are told. */
export type ToldRules = Pick<Selection, 'grades' | 'rules' | 'skipRules'>

/**
 * True if it is told that a rule is broken. A family stands for all its rules, and for all that its requests
 * show.
 * @param met The family whose requests show it.
 */
export function isTold({ rules, skipRules = [] }: ToldRules, rule: string, met: string): boolean {
  const isNamed = (name: string): boolean => name === rule || name === familyOf(rule)
  return !skipRules.some(isNamed) && (rules?.some((name) => name === rule || name === met) ?? true)
}

/** True if one family of rules is run on one operation. */
export function isSelected(select: Selection, operation: OperationDescriptor, check: Check): boolean {
  const { skipDeprecated = false } = select
  return (
    PATTERNS.every(({ names, only, skip }) => {
      const found = names(operation)
      const isFitting = (pattern: string): boolean => fits(pattern, found)
      return (select[only]?.some(isFitting) ?? true) && !(skip && select[skip]?.some(isFitting))
    }) &&
    !(skipDeprecated && operation.deprecated === true) &&
    check.assertions.some(({ rule }) => isTold(select, rule, check.code))
  )
}

/** How operations are selected by patterns: the names that an operation has of each kind. */
const PATTERNS = [
  { kind: 'operation', only: 'operations', skip: 'skipOperations', names: operationNames },
  { kind: 'path', only: 'paths', skip: 'skipPaths', names: ({ path }: OperationDescriptor) => [path] },
  { kind: 'method', only: 'methods', skip: undefined, names: ({ method }: OperationDescriptor) => [method] },
  { kind: 'tag', only: 'tags', skip: 'skipTags', names: tagsOf },
] as const

/**
 * The operation that a person means: by its operationId as the document spells it, by what generated code
 * calls it, or by method and path: "GET /pets".
 */
export function operationNamed(
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

/** The operations that a pattern means, by any of their names. */
export function operationsLike(
  { operations }: Pick<DocumentDescriptor, 'operations'>,
  pattern: string,
): readonly OperationDescriptor[] {
  return operations.filter((operation) => fits(pattern, operationNames(operation)))
}

/** A selection names what the document or the suite does not have. */
export class SelectionError extends RangeError {
  override readonly name = 'SelectionError'
}

/** A name in a selection that stands for nothing. */
export interface UnknownName {
  readonly kind: 'operation' | 'path' | 'method' | 'tag' | 'rule' | 'grade'
  readonly name: string
  /** Known names of its kind. */
  readonly known: readonly string[]
}

/** @throws SelectionError for a name or a pattern that stands for nothing. */
export function assertKnown(select: Selection, document: DocumentDescriptor): void {
  const [unknown] = unknownNames(select, document)
  if (unknown === undefined) return
  const { kind, name, known } = unknown
  throw new SelectionError(`There is no ${kind} "${name}". Expected one of: ${known.join(', ')}.`)
}

/** Every name and pattern of a selection that stands for nothing. */
export function unknownNames(select: Selection, document: DocumentDescriptor): readonly UnknownName[] {
  const { rules = [], skipRules = [], grades = [] } = select
  const named = (kind: UnknownName['kind'], wanted: readonly string[], known: readonly string[]) =>
    wanted.map((name) => ({ kind, name, known }))
  return [
    ...PATTERNS.flatMap(({ kind, only, skip, names }) => {
      const wanted = [...(select[only] ?? []), ...((skip && select[skip]) ?? [])]
      return named(kind, wanted, [...new Set(document.operations.flatMap(names))]).filter(
        ({ name, known }) => !fits(name, known),
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

/** The rules of the family that a name stands in; of no family, the families. */
function namesLike(name: string, select: Selection): readonly string[] {
  const all = rulesOf(select)
  const own = name.includes('/') ? all.find(({ code }) => code === familyOf(name)) : undefined
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
