import {
  type DocumentDescriptor,
  isSafe,
  mediaTypeEssence,
  type OperationDescriptor,
  type SecuritySchemeDescriptor,
} from '@concordat/runtime/http'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Danger } from '../../../data/outcome/kinds/danger.ts'
import { endsAccess, isCallerPath, isCredentialsPath, isTokensPath } from '../../../lexicon/lexicon.ts'

/**
 * Describes the danger that an operation poses to the credentials and logins of its callers, which include
 * this run; `undefined` if there is none.
 */
export function endangersAccess(operation: OperationDescriptor): Danger | undefined {
  const { method, path, operationId, resource } = operation
  const last =
    path
      .split('?')[0]
      ?.split('/')
      .filter((part) => !part.includes('{'))
      .at(-1) ?? ''
  const isChange = !isSafe(method) && resource?.role !== 'create'
  const ends = [operationId, last].map(endsAccess)
  if (ends.includes('always') || (isChange && ends.includes('by writing')))
    return { kind: 'ends a credential' }
  if (isSafe(method)) return undefined
  if (isCallerPath(path)) return { kind: 'changes the caller' }
  return method === 'DELETE' && isCredentialsPath(path) ? { kind: 'ends a session' } : undefined
}

/**
 * True if an operation grants or revokes tokens, judging by its path, its query parameters, or its form
 * fields. The suite cannot make up the clients and grants that such an operation needs.
 */
export function isOfGrants(
  { path, parameters = [], requestBody }: OperationDescriptor,
  document: Pick<DocumentDescriptor, 'securitySchemes' | 'definitions'>,
): boolean {
  const own = Object.values(document.securitySchemes).flatMap(addressesOf)
  if (isTokensPath(path) || own.some((address) => address === path || address.endsWith(path))) return true
  const query = parameters.flatMap(({ in: location, name }) => (location === 'query' ? [name] : []))
  if (query.includes('response_type') && query.includes('client_id')) return true
  const names = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    mediaTypeEssence(type) === 'application/x-www-form-urlencoded'
      ? [...schemaIn(document, schema).properties.keys()]
      : [],
  )
  return names.includes('grant_type') || names.includes('token_type_hint')
}

function addressesOf({ tokenUrls = {}, flowUrls = [] }: SecuritySchemeDescriptor): readonly string[] {
  return [...Object.values(tokenUrls), ...flowUrls].flatMap((url) => {
    const path = URL.parse(url, 'http://server')?.pathname
    return path === undefined || path === '/' ? [] : [path]
  })
}
