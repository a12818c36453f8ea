import type { Location } from '../../http/operation.ts'
import type { ClientFormats, OperationRequest } from '../call/call.ts'

/** The document's parameter names, keyed by location and by name in code. */
export type ParameterNames = Readonly<Partial<Record<Location, Readonly<Record<string, string>>>>>

/**
 * Lets code use parameter names that differ from the document's. The names are replaced before anything else
 * happens.
 * @param formats the operation's conversions, if its values have formats.
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

/**
 * Replaces names in code with the document's names. A walk through pages adds values under the document's
 * names, which override the values that the call started with.
 */
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
