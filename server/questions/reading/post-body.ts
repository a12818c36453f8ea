import { createValidator } from '@concordat/runtime/schema'
import { document } from '../../../generated/operations.ts'
import type {
  PersonQuery,
  PropertyFilter,
  PropertyFilterGroup,
  PropertyFilters,
} from '../../../generated/types.ts'
import { Refusal } from '../../refusals/refusal.ts'
import { analysisRefusals } from '../refusals.ts'
import type { ViewParameters } from './parameters.ts'

/** A body in the form of the same view's GET parameters. */
export type BodyParameters = Omit<PersonQuery, 'funnel_correlation_person_converted' | 'properties'> &
  Pick<ViewParameters, 'properties'> & { readonly funnel_correlation_person_converted?: boolean }

/**
 * Parses the body of a view requested by POST. Page parameters in the query take precedence, so that the same
 * body can be sent to the next page's address.
 * @throws Refusal if `properties` looks like a group of conditions but is invalid.
 */
export function readViewBody(
  { properties, funnel_correlation_person_converted: converted, ...body }: PersonQuery,
  { limit = body.limit, offset = body.offset }: { limit?: number | undefined; offset?: number | undefined },
): BodyParameters {
  return {
    ...body,
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(converted === undefined ? {} : { funnel_correlation_person_converted: String(converted) === 'true' }),
    properties: readProperties(properties ?? {}),
  }
}

const issuesOfGroup = createValidator(document.definitions)({ $ref: '#/$defs/PropertyFilterGroup' })

/** Parses conditions. An object without a group's properties lists the values that the person must have. */
function readProperties(properties: NonNullable<PersonQuery['properties']>): PropertyFilters {
  if (Array.isArray(properties)) return properties
  if (looksLikeGroup(properties)) {
    if (issuesOfGroup(properties).length > 0) throw new Refusal(analysisRefusals.filterSyntax)
    return properties
  }
  const conditions = Object.entries(properties).map(([key, value]): PropertyFilter => ({ key, value }))
  return { type: 'AND', values: conditions }
}

function looksLikeGroup(properties: object): properties is PropertyFilterGroup {
  return 'type' in properties && 'values' in properties && Array.isArray(properties.values)
}
