import type { SecurityRequirement } from '@concordat/runtime/http'
import { literalCode, propertyCode, sourceCode, stringLiteralCode } from '../../emit/print/code.ts'
import { docComment } from '../../emit/print/comment.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import {
  globalType,
  IMPORTED_MODULES,
  importedDefault,
  importedType,
  importedValue,
} from '../../emit/print/modules.ts'
import type { Model, Operation } from '../../model/model.ts'
import { clientDescriptor } from '../client/members/descriptor.ts'
import { clientSchemes } from '../client/members/security-schemes.ts'

/** Properties of a client's descriptor that belong to `RequestRules`. */
const RULES = ['accept', 'octets', 'parameters', 'body', 'server']

/**
 * `fetch.ts`: an openapi-fetch client with the types in `openapi.ts`. It writes requests as the document
 * declares them.
 */
export function emitFetch(model: Model, file: GeneratedFile): string {
  const declared = {
    factory: file.declare('createFetchClient'),
    Options: file.declare('FetchClientOptions'),
    securitySchemes: file.local('securitySchemes'),
    operations: file.local('operations'),
  }
  const security = usualSecurity(model.operations)
  const usual = model.baseUrl === undefined ? undefined : stringLiteralCode(model.baseUrl)
  const rules = model.operations.flatMap((operation) => {
    const { method, path, security: asked = [] } = operation.descriptor
    const own = Object.entries(clientDescriptor(operation)).filter(([name]) => RULES.includes(name))
    const schemes = schemeNames(asked)
    if (JSON.stringify(schemes) !== JSON.stringify(security)) own.push(['security', schemes])
    return own.length === 0 ? [] : [[`${method} ${path}`, Object.fromEntries(own)] as const]
  })
  return file.print('fetch', {
    ...declared,
    ClientOptions: importedType('ClientOptions', 'openapi-fetch'),
    Client: importedType('Client', 'openapi-fetch'),
    create: importedDefault('createClient', 'openapi-fetch'),
    paths: importedType('paths', './openapi'),
    Credential: importedType('Credential', IMPORTED_MODULES.client),
    write: importedValue('writeRequests', IMPORTED_MODULES.openapiFetch),
    rulesType: sourceCode`${globalType('Readonly')}<${globalType('Record')}<string, ${importedType('RequestRules', IMPORTED_MODULES.openapiFetch)}>>`,
    usualSecurity: literalCode(security),
    rules: literalCode(Object.fromEntries(rules)),
    schemes: clientSchemes(model.descriptor),
    operationsProperty: propertyCode('operations', declared.operations),
    securitySchemesProperty: propertyCode('securitySchemes', declared.securitySchemes),
    given: usual === undefined ? sourceCode`options` : sourceCode`{ baseUrl: ${usual}, ...options }`,
    // The base URL is passed on here only if an operation's own server can replace it.
    bases: model.operations.some(({ descriptor }) => descriptor.server !== undefined)
      ? [
          {
            baseUrl:
              usual === undefined ? sourceCode`options.baseUrl` : sourceCode`options.baseUrl ?? ${usual}`,
          },
        ]
      : [],
    factoryDoc: docComment([
      `A client for ${model.title} that uses openapi-fetch.`,
      'Parameters are serialized in their styles, and bodies in their media types. If a body has several media types, the `Content-Type` header of the call selects one.',
    ]),
  })
}

/**
 * The most common security of the operations. It is stated once, and the other operations state their
 * exceptions.
 */
function usualSecurity(operations: readonly Operation[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(operations, ({ descriptor: { security = [] } }) =>
    JSON.stringify(schemeNames(security)),
  )
  const [usual] = [...groups.values()].sort((one, other) => other.length - one.length)
  return schemeNames(usual?.[0]?.descriptor.security ?? [])
}

function schemeNames(security: readonly SecurityRequirement[]): readonly (readonly string[])[] {
  return security.map((requirement) => Object.keys(requirement))
}
