import type { Location, ParameterDescriptor } from '@concordat/runtime/http'
import { answeredName } from './answered-name.ts'
import { camelCase, isIdentifier } from './name.ts'

/** A parameter of which a name is made. */
export interface ParameterToName {
  readonly name: string
  readonly in: Location
}

/** Naming of parameters in code: in camelCase, or by a function. */
export type ParameterNaming = 'camelCase' | ((parameter: ParameterToName) => string)

/**
 * Name of a parameter in code; `undefined` where it keeps its own.
 * @throws {UsageError} for a name that is no text.
 */
export function codeNameOf(
  parameter: ParameterToName,
  naming: ParameterNaming | undefined,
): string | undefined {
  const { name, in: location } = parameter
  if (naming === undefined) return undefined
  const inCode =
    naming === 'camelCase'
      ? inCamelCase(name)
      : answeredName(naming({ name, in: location }), {
          option: 'parameterNames',
          subject: `the ${location} parameter "${name}"`,
        })
  return inCode === name ? undefined : inCode
}

/**
 * Name in camelCase; the same name if that is no identifier. A name without letters and digits has no
 * camelCase.
 */
export function inCamelCase(name: string): string {
  const inCode = /[\p{L}\p{N}]/u.test(name) ? camelCase(name) : name
  return isIdentifier(inCode) ? inCode : name
}

/** Parameters of one operation of which two would be called the same keep their names. */
export function withoutCollisions(
  parameters: readonly ParameterDescriptor[],
  onCopy: (copy: ParameterDescriptor, original: ParameterDescriptor) => void,
): readonly ParameterDescriptor[] {
  const keyOf = ({ in: location, name, as = name }: ParameterDescriptor): string => `${location} ${as}`
  const counts = Map.groupBy(parameters, keyOf)
  return parameters.map((parameter) => {
    const { as, ...copy } = parameter
    if (as === undefined || (counts.get(keyOf(parameter))?.length ?? 0) < 2) return parameter
    onCopy(copy, parameter)
    return copy
  })
}
