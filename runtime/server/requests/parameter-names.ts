import type { Location, ParameterDescriptor } from '../../http/operation.ts'
import { defineOwnProperty } from '../values/define.ts'
import type { ParameterValues } from './parse-parameters.ts'

/**
 * Compiles the renaming of parameters whose names in handlers differ from those in the document.
 * @returns `undefined` if no names differ.
 */
export function compileParameterNames(
  parameters: readonly ParameterDescriptor[],
): ((values: ParameterValues) => ParameterValues) | undefined {
  const renamed = parameters.filter(({ as }) => as !== undefined)
  if (renamed.length === 0) return undefined
  const byLocation = [...Map.groupBy(renamed, (parameter) => parameter.in)].map(
    ([location, own]): [Location, ReadonlyMap<string, string>] => [
      location,
      new Map(own.map(({ name, as = name }) => [name, as])),
    ],
  )
  return (values) => {
    const named: Record<string, Readonly<Record<string, unknown>>> = { ...values }
    for (const [location, names] of byLocation) named[location] = withNames(values[location], names)
    return named as ParameterValues
  }
}

function withNames(
  values: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const named = {}
  for (const [name, value] of Object.entries(values)) defineOwnProperty(named, names.get(name) ?? name, value)
  return named
}
