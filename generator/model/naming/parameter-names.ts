import type { Location, ParameterDescriptor } from '@concordat/runtime/http'
import { answeredName } from './answered-name.ts'
import { isCodeIdentifier } from './identifier.ts'
import { camelCase } from './name.ts'

/** A parameter for which a name is needed. */
export interface ParameterToName {
  readonly name: string
  readonly in: Location
}

/** The way in which parameters are named in code: in camelCase, or by a function. */
export type ParameterNaming = 'camelCase' | ((parameter: ParameterToName) => string)

/**
 * A parameter's name in code; `undefined` if it keeps its own name.
 * @throws {UsageError} if a name from `naming` is empty or not a string.
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
 * Returns the name in camelCase, or the unchanged name if the result would not be an identifier. A name
 * without letters and digits cannot be written in camelCase.
 */
export function inCamelCase(name: string): string {
  const inCode = /[\p{L}\p{N}]/u.test(name) ? camelCase(name) : name
  return isCodeIdentifier(inCode) ? inCode : name
}

/** Drops code names that would collide within an operation's parameters. */
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
