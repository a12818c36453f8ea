import { asWritten, type DocumentDescriptor, type OperationDescriptor } from '@concordat/runtime/http'
import { openedDocument } from '../../data/address/opened.ts'
import { operationOf } from '../../data/document/resource-lookup.ts'
import type { StepName } from '../../data/outcome/run-event.ts'
import type { Check } from '../../rules/check.ts'
import { assertKnown, isSelected, rulesOf, type Selection } from './selection.ts'

/** One rule on one operation, to be run. */
export interface Step {
  readonly operation: OperationDescriptor
  readonly check: Check
}

/**
 * The steps of a run in the document's order, which is also that of reports.
 * @throws SelectionError if the selection has a name that does not exist.
 */
export function planSteps(document: DocumentDescriptor, select: Selection = {}): Step[] {
  assertKnown(select, document)
  const addressed = openedDocument(document)
  return addressed.operations.flatMap((operation) =>
    rulesOf(select)
      .filter(
        (check) => isSelected(select, asWritten(operation), check) && check.applies(operation, addressed),
      )
      .map((check) => ({ operation, check })),
  )
}

/** The step as plain data. */
export function stepName({ operation: { operationId }, check }: Step): StepName {
  return { operationId, rule: check.code }
}

/** Key of a step among the steps of one run. */
export function stepKey({ operationId, rule }: StepName): string {
  return `${rule} ${operationId}`
}

/** @throws RangeError for a step that the document cannot have. */
export function stepOf(
  document: DocumentDescriptor,
  { operationId, rule }: StepName,
  select: Pick<Selection, 'ownRules'> = {},
): Step {
  const operation = operationOf(openedDocument(document), operationId)
  const check = rulesOf(select).find(({ code }) => code === rule)
  if (operation === undefined || check === undefined)
    throw new RangeError(`There is no rule "${rule}" on an operation "${operationId}".`)
  return { operation, check }
}
