import {
  type DocumentDescriptor,
  type OperationDescriptor,
  operationAsWritten,
} from '@concordat/runtime/http'
import { openedDocument } from '../../data/address/opened.ts'
import { operationById } from '../../data/document/resource-lookup.ts'
import type { StepName } from '../../data/outcome/run-event.ts'
import type { Check } from '../../rules/check.ts'
import { assertKnownSelection, isSelected, rulesToSelect, type Selection } from './selection.ts'

/** One rule to run on one operation. */
export interface RunStep {
  readonly operation: OperationDescriptor
  readonly check: Check
}

/**
 * Returns the steps of a run in the order of the document, which reports use too.
 * @throws SelectionError if the selection contains a name that does not exist.
 */
export function planSteps(document: DocumentDescriptor, select: Selection = {}): RunStep[] {
  assertKnownSelection(select, document)
  const addressed = openedDocument(document)
  return addressed.operations.flatMap((operation) =>
    rulesToSelect(select)
      .filter(
        (check) =>
          isSelected(select, operationAsWritten(operation), check) && check.applies(operation, addressed),
      )
      .map((check) => ({ operation, check })),
  )
}

/** Describes the step as plain data. */
export function runStepName({ operation: { operationId }, check }: RunStep): StepName {
  return { operationId, rule: check.code }
}

/** Returns a key that identifies a step among the steps of one run. */
export function runStepKey({ operationId, rule }: StepName): string {
  return `${rule} ${operationId}`
}

/** Finds a step by its name. @throws RangeError if the operation or the rule family does not exist. */
export function runStepNamed(
  document: DocumentDescriptor,
  { operationId, rule }: StepName,
  select: Pick<Selection, 'ownRules'> = {},
): RunStep {
  const operation = operationById(openedDocument(document), operationId)
  const check = rulesToSelect(select).find(({ code }) => code === rule)
  if (operation === undefined || check === undefined)
    throw new RangeError(`The operation "${operationId}" or the rule "${rule}" does not exist.`)
  return { operation, check }
}
