import type { ParameterDescriptor } from '@concordat/runtime/http'
import { camelCase, isIdentifier } from './name.ts'

/** How parameters are called in code: as the document does, or in camelCase. */
export type ParameterNaming = 'camelCase'

/** Name of a parameter in code; `undefined` where it keeps its own. */
export function codeNameOf(name: string, naming: ParameterNaming | undefined): string | undefined {
  // A name without letters and digits has no camelCase.
  if (naming === undefined || !/[\p{L}\p{N}]/u.test(name)) return undefined
  const inCode = camelCase(name)
  return inCode === name || !isIdentifier(inCode) ? undefined : inCode
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
