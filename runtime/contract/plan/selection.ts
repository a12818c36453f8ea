import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { checks } from '../checks/checks.ts'
import { GRADES, type Grade } from '../outcome/grade.ts'
import type { Check } from '../rule/check.ts'

/** Limits a run. An absent member selects everything. */
export interface Selection {
  readonly operations?: readonly string[]
  readonly rules?: readonly string[]
  readonly grades?: readonly Grade[]
  /** Operations with one of these tags. */
  readonly tags?: readonly string[]
  /** Left out of what the other members select. */
  readonly skipOperations?: readonly string[]
  readonly skipTags?: readonly string[]
  readonly skipRules?: readonly string[]
  /** Rules of the user's own, run after the suite's. */
  readonly ownRules?: readonly Check[]
}

/** Every rule that there is to select from, in the order in which they run. */
export function rulesOf({ ownRules = [] }: Pick<Selection, 'ownRules'>): readonly Check[] {
  return [...checks, ...ownRules]
}

/** Whether one rule is run on one operation. */
export function isSelected(select: Selection, operation: OperationDescriptor, { code }: Check): boolean {
  const { operations, tags, rules, skipOperations = [], skipTags = [], skipRules = [] } = select
  return (
    (operations?.includes(operation.operationId) ?? true) &&
    !skipOperations.includes(operation.operationId) &&
    (tags === undefined || tagsOf(operation).some((tag) => tags.includes(tag))) &&
    !tagsOf(operation).some((tag) => skipTags.includes(tag)) &&
    (rules?.includes(code) ?? true) &&
    !skipRules.includes(code)
  )
}

/**
 * The operation that a person means: by its operationId as the document spells it, by what generated code calls it, or by method
 * and path: "GET /pets".
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

/** A selection names what the document or the suite does not have. */
export class SelectionError extends RangeError {
  override readonly name = 'SelectionError'
}

/** A name in a selection that stands for nothing. */
export interface UnknownName {
  readonly kind: 'operation' | 'rule' | 'tag' | 'grade'
  readonly name: string
  /** What there is of its kind. */
  readonly known: readonly string[]
}

/** @throws SelectionError for an operation, a tag, a rule or a grade that does not exist. */
export function assertKnown(select: Selection, document: DocumentDescriptor): void {
  const [unknown] = unknownNames(select, document)
  if (unknown === undefined) return
  const { kind, name, known } = unknown
  throw new SelectionError(`There is no ${kind} "${name}". Expected one of: ${known.join(', ')}.`)
}

/** Every operation, rule, tag and grade of a selection that does not exist. */
export function unknownNames(select: Selection, document: DocumentDescriptor): readonly UnknownName[] {
  const { operations = [], tags = [], rules = [], grades = [] } = select
  const { skipOperations = [], skipTags = [], skipRules = [] } = select
  const operationIds = document.operations.map(({ operationId }) => operationId)
  const codes = rulesOf(select).map(({ code }) => code)
  const everyTag = [...new Set(document.operations.flatMap(tagsOf))]
  const missing = (kind: UnknownName['kind'], wanted: readonly string[], known: readonly string[]) =>
    wanted.filter((name) => !known.includes(name)).map((name) => ({ kind, name, known }))
  return [
    ...missing('operation', [...operations, ...skipOperations], operationIds),
    ...missing('rule', [...rules, ...skipRules], codes),
    ...missing('tag', [...tags, ...skipTags], everyTag),
    ...missing('grade', grades, GRADES),
  ]
}

function tagsOf({ tag, moreTags = [] }: OperationDescriptor): readonly string[] {
  return [tag, ...moreTags]
}
