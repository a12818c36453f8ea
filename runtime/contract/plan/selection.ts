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

/** A selection names what the document or the suite does not have. */
export class SelectionError extends RangeError {
  override readonly name = 'SelectionError'
}

/** @throws SelectionError for an operation, a tag, a rule or a grade that does not exist. */
export function assertKnown(select: Selection, document: DocumentDescriptor): void {
  const { operations = [], tags = [], rules = [], grades } = select
  const { skipOperations = [], skipTags = [], skipRules = [] } = select
  const operationIds = document.operations.map(({ operationId }) => operationId)
  const codes = checks.map(({ code }) => code)
  const everyTag = [...new Set(document.operations.flatMap(tagsOf))]
  refuseUnknown('operation', [...operations, ...skipOperations], operationIds)
  refuseUnknown('rule', [...rules, ...skipRules], codes)
  refuseUnknown('tag', [...tags, ...skipTags], everyTag)
  refuseUnknown('grade', grades, GRADES)
}

function tagsOf({ tag, moreTags = [] }: OperationDescriptor): readonly string[] {
  return [tag, ...moreTags]
}

function refuseUnknown(kind: string, wanted: readonly string[] = [], known: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new SelectionError(`There is no ${kind} "${unknown}". Expected one of: ${known.join(', ')}.`)
}
