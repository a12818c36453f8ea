import { asWritten, type DocumentDescriptor, type OperationDescriptor } from '@concordat/runtime/http'
import { addressedDocument } from '../address/addressed.ts'
import { checks } from '../checks/checks.ts'
import { operationOf } from '../document/resource-lookup.ts'
import type { StepName } from '../outcome/run-event.ts'
import type { Check } from '../rule/check.ts'
import { assertKnown, isSelected, rulesOf, type Selection } from './selection.ts'

/** One rule on one operation, to be run. */
export interface Step {
  readonly operation: OperationDescriptor
  readonly check: Check
}

/**
 * The steps of a run: operation by operation, so that shared items are used while they are fresh and a report grows in the
 * document's order.
 * @param isShort Whether the run may end before it comes to all: then what each operation answers at all comes first.
 * @throws SelectionError when the selection names what does not exist.
 */
export function planSteps(
  document: DocumentDescriptor,
  select: Selection = {},
  { isShort = false }: { readonly isShort?: boolean | undefined } = {},
): Step[] {
  assertKnown(select, document)
  const addressed = addressedDocument(document)
  const steps = addressed.operations.flatMap((operation) =>
    rulesOf(select)
      .filter(
        (check) => isSelected(select, asWritten(operation), check) && check.applies(operation, addressed),
      )
      .map((check) => ({ operation, check })),
  )
  if (!isShort) return steps
  const [first] = checks
  const isFirst = ({ check }: Step): boolean => check === first
  return [...steps.filter(isFirst), ...steps.filter((step) => !isFirst(step))]
}

/** The step as plain data. */
export function nameOf({ operation: { operationId }, check }: Step): StepName {
  return { operationId, rule: check.code }
}

/** Names a step among the steps of one run. */
export function keyOf({ operationId, rule }: StepName): string {
  return `${rule} ${operationId}`
}

/** @throws RangeError for a step that the document cannot have. */
export function stepOf(
  document: DocumentDescriptor,
  { operationId, rule }: StepName,
  select: Pick<Selection, 'ownRules'> = {},
): Step {
  const operation = operationOf(addressedDocument(document), operationId)
  const check = rulesOf(select).find(({ code }) => code === rule)
  if (operation === undefined || check === undefined)
    throw new RangeError(`There is no rule "${rule}" on an operation "${operationId}".`)
  return { operation, check }
}
