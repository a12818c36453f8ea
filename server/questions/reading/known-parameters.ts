import type { OperationDescriptor } from '@concordat/runtime/http'
import { didYouMean } from '@concordat/runtime/nearest'
import { Refusal } from '../../refusals/refusal.ts'
import { analysisRefusals } from '../refusals.ts'

/**
 * Refuses a view with a query parameter that is not in the document: ignoring it would silently change the
 * result.
 * @throws Refusal that names the parameter.
 */
export function assertKnownParameters(
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

/** Maximum number of characters of a caller's name that are compared and repeated. */
const longestName = 100
