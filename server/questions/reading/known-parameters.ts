import type { OperationDescriptor } from '@concordat/runtime/http'
import { didYouMean } from '@concordat/runtime/nearest'
import { Refusal } from '../../refusals/refusal.ts'
import { analysisRefusals } from '../refusals.ts'

/**
 * Rejects a view request that has a query parameter the document does not define, because ignoring it would
 * silently change the result.
 * @throws Refusal that identifies the parameter.
 */
export function assertKnownViewParameters(
  request: Request,
  { parameters = [] }: Pick<OperationDescriptor, 'parameters'>,
): void {
  const known = new Set(parameters.filter(({ in: location }) => location === 'query').map(({ name }) => name))
  for (const name of new URL(request.url).searchParams.keys()) {
    if (known.has(name)) continue
    const detail = analysisRefusals.parameterUnknown.detail + didYouMean(name.slice(0, longestName), known)
    throw new Refusal(analysisRefusals.parameterUnknown, name.slice(0, longestName).toWellFormed(), detail)
  }
}

/** Maximum number of characters of an unknown parameter's name to compare and repeat. */
const longestName = 100
