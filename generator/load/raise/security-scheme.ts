import type { OAuthFlowsObject, SecuritySchemeObject } from '../../document/document.ts'
import type { SwaggerSecurityScheme } from '../../document/swagger.ts'
import { swaggerExtensions } from './raising.ts'

const FLOWS = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
} as const satisfies Record<NonNullable<SwaggerSecurityScheme['flow']>, keyof OAuthFlowsObject>

/** Converts a security scheme: `basic` becomes an HTTP scheme, and OAuth has a single flow. */
export function raiseSecurityScheme(scheme: SwaggerSecurityScheme): SecuritySchemeObject {
  const { type, description, name, in: location, flow, authorizationUrl, tokenUrl, scopes } = scheme
  const said = { ...(description !== undefined && { description }), ...swaggerExtensions(scheme) }
  if (type === 'basic') return { type: 'http', scheme: 'basic', ...said }
  if (type === 'apiKey')
    return {
      type,
      ...(name !== undefined && { name }),
      ...(location !== undefined && { in: location }),
      ...said,
    }
  const described = {
    ...(authorizationUrl !== undefined && { authorizationUrl }),
    ...(tokenUrl !== undefined && { tokenUrl }),
    ...(scopes !== undefined && { scopes }),
  }
  return { type, flows: flow === undefined ? {} : { [FLOWS[flow]]: described }, ...said }
}
