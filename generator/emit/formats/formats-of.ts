import type { Model, Operation } from '../../model/model.ts'
import { type Code, propertyKey } from '../print/code.ts'
import { importedValue } from '../print/modules.ts'
import type { FormatPlan, OperationStates } from './format-plan.ts'
import type { State } from './schema-states.ts'

/** The constant of `formats.ts` that has the formats of an operation; nothing where it has none. */
export function formatsOf({ descriptor, name }: Operation, plan: FormatPlan): Code | undefined {
  const states = plan.operation(descriptor)
  if (states === undefined || !statesIn(states).some((state) => plan.converts(state))) return undefined
  return importedValue(name, './formats')
}

/** All of them, by `operationId`. */
export function formatsByOperation(
  { operations }: Pick<Model, 'operations'>,
  plan: FormatPlan,
): { key: Code; value: Code }[] {
  return operations.flatMap((operation) => {
    const value = formatsOf(operation, plan)
    return value === undefined ? [] : [{ key: propertyKey(operation.descriptor.operationId), value }]
  })
}

/** The states of all that an operation takes and answers. */
export function statesIn({ parameters, body, responses, headers }: OperationStates): State[] {
  return [parameters, new Map([['', body]]), responses, headers].flatMap(statesOfAll)
}

/** The states of values by two names each, such as status and media type. */
export function statesOfAll(all: ReadonlyMap<string, ReadonlyMap<string, State>>): State[] {
  return [...all.values()].flatMap((states) => [...states.values()])
}
