import type { Model, Operation } from '../../model/model.ts'
import { type Code, propertyKeyCode } from '../print/code.ts'
import { importedValue } from '../print/modules.ts'
import type { FormatPlan } from './format-plan.ts'
import type { OperationStates } from './operation-states.ts'
import type { FormatState } from './schema-states.ts'

/** The `formats.ts` constant with an operation's formats; `undefined` if it has none. */
export function operationFormatsCode({ descriptor, name }: Operation, plan: FormatPlan): Code | undefined {
  const states = plan.operation(descriptor)
  if (states === undefined || !operationFormatStates(states).some((state) => plan.converts(state)))
    return undefined
  return importedValue(name, './formats')
}

/** Formats of all operations, by `operationId`. */
export function formatsCodeByOperation(
  { operations }: Pick<Model, 'operations'>,
  plan: FormatPlan,
): { key: Code; value: Code }[] {
  return operations.flatMap((operation) => {
    const value = operationFormatsCode(operation, plan)
    return value === undefined ? [] : [{ key: propertyKeyCode(operation.descriptor.operationId), value }]
  })
}

/** All states in an operation's requests and responses. */
export function operationFormatStates({
  parameters,
  body,
  responses,
  headers,
}: OperationStates): FormatState[] {
  return [parameters, new Map([['', body]]), responses, headers].flatMap(formatStatesInTable)
}

/** All states in a table with two keys, such as status and media type. */
export function formatStatesInTable(
  all: ReadonlyMap<string, ReadonlyMap<string, FormatState>>,
): FormatState[] {
  return [...all.values()].flatMap((states) => [...states.values()])
}
