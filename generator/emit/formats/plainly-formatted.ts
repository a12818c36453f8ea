import { isJson, type OperationDescriptor } from '@concordat/runtime/http'
import type { FormatPlan } from './format-plan.ts'
import { formatStatesInTable } from './formats-of.ts'
import { reachedFormatStates } from './schema-states.ts'

/**
 * True if the runtime's `plainFormats` suffices: the operation converts only strings in JSON bodies and
 * parameters, and has neither discriminators nor renamed properties.
 */
export function isPlainlyFormatted(descriptor: OperationDescriptor, plan: FormatPlan): boolean {
  const states = plan.operation(descriptor)
  if (states === undefined || formatStatesInTable(states.headers).some((state) => plan.converts(state)))
    return false
  const { requestBody, responses } = descriptor
  const contents = [requestBody, ...Object.values(responses)].map((holder) => holder?.content ?? {})
  const isJsonAlone = contents
    .flatMap((content) => Object.entries(content))
    .every(([mediaType, { stream }]) => stream === undefined && isJson(mediaType))
  const roots = [states.parameters, new Map([['', states.body]]), states.responses].flatMap(
    formatStatesInTable,
  )
  return (
    isJsonAlone &&
    [...reachedFormatStates(roots.filter((state) => plan.converts(state)))].every(
      (state) =>
        state.discriminator === undefined &&
        plan.leaf(state).number === undefined &&
        plan.members.changed(state).length === 0,
    )
  )
}
