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
  return [...parameters.values(), body, ...responses.values(), ...headers.values()].flatMap((states) => [
    ...states.values(),
  ])
}
