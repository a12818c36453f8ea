import { isJson, type OperationDescriptor } from '@concordat/runtime/http'
import type { FormatPlan } from './format-plan.ts'
import { statesOfAll } from './formats-of.ts'
import { reachedStates } from './schema-states.ts'

/**
 * True for an operation that converts nothing but texts of JSON bodies and of parameters, whose containers
 * have one shape and the names that travel: `plainFormats` of the runtime suffices.
 */
export function isPlainlyFormatted(descriptor: OperationDescriptor, plan: FormatPlan): boolean {
  const states = plan.operation(descriptor)
  if (states === undefined || statesOfAll(states.headers).some((state) => plan.converts(state))) return false
  const { requestBody, responses } = descriptor
  const contents = [requestBody, ...Object.values(responses)].map((holder) => holder?.content ?? {})
  const isJsonAlone = contents
    .flatMap((content) => Object.entries(content))
    .every(([mediaType, { stream }]) => stream === undefined && isJson(mediaType))
  const roots = [states.parameters, new Map([['', states.body]]), states.responses].flatMap(statesOfAll)
  return (
    isJsonAlone &&
    [...reachedStates(roots.filter((state) => plan.converts(state)))].every(
      (state) =>
        state.discriminator === undefined &&
        plan.leaf(state).number === undefined &&
        plan.names(state).length === 0,
    )
  )
}
