import { METHODS } from '@concordat/runtime/http'
import type {
  ComponentsObject,
  DocumentObject,
  ParameterObject,
  PathItemObject,
  PathsObject,
} from '../../document/document.ts'
import { documentNamedMembers } from '../../document/shape.ts'
import type { SwaggerDocument, SwaggerPathItem } from '../../document/swagger.ts'
import type { Sources } from '../source/sources.ts'
import type { LoadReport } from '../structure/misfit.ts'
import { swaggerMediaTypes } from './media-types.ts'
import { placedParameters, raiseOperation } from './operation.ts'
import { isRaisedParameter, raiseParameter, raiseParameters } from './parameter.ts'
import { type Placed, Raising, swaggerExtensions } from './raising.ts'
import { raiseResponse } from './response.ts'
import { raiseDefinitions } from './schema.ts'
import { raiseSecurityScheme } from './security-scheme.ts'
import { raiseServers } from './server.ts'

/**
 * Converts a Swagger 2.0 document to OpenAPI 3.0. For messages, each node keeps the location of its origin in
 * the 2.0 document.
 * @param document bundled and validated document.
 * @param report receives paths in the 2.0 document.
 */
export function raiseDocument(
  document: SwaggerDocument,
  options: { readonly sources: Sources; readonly report: LoadReport },
): DocumentObject {
  const raising = new Raising(document, options)
  const { info, paths = {}, security, tags, externalDocs } = document
  const servers = raiseServers(document)
  const raised = raising.carry(document, {
    openapi: '3.0.4',
    info,
    ...(servers.length > 0 && { servers }),
    paths: raisePaths(paths, raising),
    components: raiseComponents(raising),
    ...(security !== undefined && { security }),
    ...(tags !== undefined && { tags }),
    ...(externalDocs !== undefined && { externalDocs }),
    ...swaggerExtensions(document),
  })
  raising.place(raised, 'openapi', ['swagger'])
  for (const [index] of servers.entries())
    raising.place(servers, index, [document.host === undefined ? 'basePath' : 'host'])
  return raised
}

function raisePaths(paths: NonNullable<SwaggerDocument['paths']>, raising: Raising): PathsObject {
  const items = documentNamedMembers(paths).map(([template, item]): [string, PathItemObject] => [
    template,
    raisePathItem({ value: item, path: ['paths', template] }, raising),
  ])
  return raising.carry(paths, Object.assign(Object.fromEntries(items), swaggerExtensions(paths)))
}

function raisePathItem({ value, path }: Placed<SwaggerPathItem>, raising: Raising): PathItemObject {
  const inherited = placedParameters(value.parameters, path)
  const parameters = raiseParameters(inherited, raising)
  const operations = METHODS.flatMap((method) => {
    const field = method.toLowerCase() as Lowercase<typeof method>
    const operation = value[field]
    if (operation === undefined) return []
    return [
      [field, raiseOperation({ value: operation, path: [...path, field] }, inherited, raising)] as const,
    ]
  })
  return raising.carry(value, {
    ...Object.fromEntries(operations),
    ...(parameters.length > 0 && { parameters }),
    ...swaggerExtensions(value),
  })
}

function raiseComponents(raising: Raising): ComponentsObject {
  const { definitions = {}, parameters = {}, responses = {}, securityDefinitions = {} } = raising.document
  const components: ComponentsObject = {
    schemas: raiseDefinitions(definitions, raising),
    parameters: raiseSharedParameters(parameters, raising),
    responses: raiseSharedResponses(responses, raising),
    securitySchemes: raiseSecurityDefinitions(securityDefinitions, raising),
  }
  for (const [section, field] of [
    ['schemas', 'definitions'],
    ['parameters', 'parameters'],
    ['responses', 'responses'],
    ['securitySchemes', 'securityDefinitions'],
  ] as const)
    raising.place(components, section, [field])
  return components
}

/** Converts shared parameters, except body parts, which are copied into each operation. */
function raiseSharedParameters(
  parameters: NonNullable<SwaggerDocument['parameters']>,
  raising: Raising,
): NonNullable<ComponentsObject['parameters']> {
  const raised = Object.entries(parameters).flatMap(([name, parameter]): [string, ParameterObject][] => {
    const { value, path } = raising.resolve({ value: parameter, path: ['parameters', name] })
    return isRaisedParameter(value) ? [[name, raiseParameter({ value, path }, raising)]] : []
  })
  return raising.carry(parameters, Object.fromEntries(raised))
}

function raiseSharedResponses(
  responses: NonNullable<SwaggerDocument['responses']>,
  raising: Raising,
): NonNullable<ComponentsObject['responses']> {
  const produces = swaggerMediaTypes('produces', { value: raising.document, path: [] }, raising)
  const raised = Object.entries(responses).map(([name, response]) => {
    const target = raising.resolve({ value: response, path: ['responses', name] })
    return [name, raiseResponse(target, produces, raising)]
  })
  return raising.carry(responses, Object.fromEntries(raised))
}

function raiseSecurityDefinitions(
  schemes: NonNullable<SwaggerDocument['securityDefinitions']>,
  raising: Raising,
): NonNullable<ComponentsObject['securitySchemes']> {
  const raised = Object.entries(schemes).map(([name, scheme]) => [
    name,
    raiseSecurityScheme(raising.resolve({ value: scheme, path: ['securityDefinitions', name] }).value),
  ])
  return raising.carry(schemes, Object.fromEntries(raised))
}
