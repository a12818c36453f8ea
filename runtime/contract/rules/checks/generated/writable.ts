import { isJson, type ParameterDescriptor } from '@concordat/runtime/http'

/** True if values of a query parameter can be serialised: in its style, or as JSON. */
export function canGenerateQuery({ in: location, mediaType }: ParameterDescriptor): boolean {
  return location === 'query' && (mediaType === undefined || isJson(mediaType))
}
