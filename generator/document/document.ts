import type { ObjectOf } from './object-types.ts'
import type { OBJECTS } from './objects.ts'

export type { ReferenceObject } from './object-types.ts'

/** The type of an object in a loaded document, derived from the table with which documents are validated. */
type OpenApiObject<Name extends keyof typeof OBJECTS> = ObjectOf<typeof OBJECTS, Name>

/**
 * A whole document: a JSON tree in which no node occurs twice. Every `$ref` outside literal JSON is local, is
 * not percent-encoded, and refers to an object of the expected kind.
 */
export type DocumentObject = OpenApiObject<'document'>

export type ComponentsObject = OpenApiObject<'components'>
export type PageableObject = OpenApiObject<'pageable'>
export type PaginationObject = OpenApiObject<'pagination'>
export type EffectObject = OpenApiObject<'effect'>
export type EncodingObject = OpenApiObject<'encoding'>
export type ExampleObject = OpenApiObject<'example'>
export type HeaderObject = OpenApiObject<'header'>
export type MediaTypeObject = OpenApiObject<'mediaType'>
export type OAuthFlowsObject = OpenApiObject<'oauthFlows'>
export type OperationObject = OpenApiObject<'operation'>
export type ParameterObject = OpenApiObject<'parameter'>
export type PathItemObject = OpenApiObject<'pathItem'>
export type PathsObject = OpenApiObject<'paths'>
export type RequestBodyObject = OpenApiObject<'requestBody'>
export type ResponseObject = OpenApiObject<'response'>
export type ResponsesObject = OpenApiObject<'responses'>
export type SchemaObject = OpenApiObject<'schema'>
export type SecuritySchemeObject = OpenApiObject<'securityScheme'>
export type ServerObject = OpenApiObject<'server'>
export type TagObject = OpenApiObject<'tag'>

/** Alternatives for one operation: scheme name → scopes. @see OpenAPI 3.1.1, Security Requirement Object */
export type SecurityRequirements = NonNullable<DocumentObject['security']>
