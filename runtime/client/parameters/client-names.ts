import type { Location } from '../../http/operation.ts'
import type { ClientFormats, OperationRequest } from '../call/call.ts'

/** By location, and by what code calls a parameter: its name in the document. */
export type ParameterNames = Readonly<Partial<Record<Location, Readonly<Record<string, string>>>>>

/**
 * Lets code use other names for parameters than the document. The document's names
 * replace them before anything else.
 * @param formats of the operation, if its values have some.
 */
export function clientNames(names: ParameterNames, formats?: ClientFormats): ClientFormats {
  return {
    send(request) {
      const named = Object.entries(names).map(([location, own]) => [
        location,
        withNames(request[location as Location], own),
      ])
      const sent: OperationRequest = { ...request, ...Object.fromEntries(named) }
      return formats?.send(sent) ?? sent
    },
    receive: (answer) => formats?.receive(answer) ?? answer,
  }
}

/** A walk through pages adds names of the wire, which override the names that the call began with. */
function withNames(
  values: object | undefined,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> | undefined {
  if (values === undefined) return undefined
  const sent = Object.entries(values).flatMap(([name, value]) => {
    const wire = Object.hasOwn(names, name) ? (names[name] ?? name) : name
    return wire !== name && Object.hasOwn(values, wire) ? [] : [[wire, value] as const]
  })
  return Object.fromEntries(sent)
}
