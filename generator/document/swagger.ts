import type { ObjectOf } from './object-types.ts'
import type { SWAGGER_OBJECTS } from './swagger-objects.ts'

/** Types for a Swagger 2.0 document, derived from its table. */
type SwaggerObject<Name extends keyof typeof SWAGGER_OBJECTS> = ObjectOf<typeof SWAGGER_OBJECTS, Name>

export type SwaggerDocument = SwaggerObject<'document'>
export type SwaggerHeader = SwaggerObject<'header'>
export type SwaggerOperation = SwaggerObject<'operation'>
export type SwaggerParameter = SwaggerObject<'parameter'>
export type SwaggerPathItem = SwaggerObject<'pathItem'>
export type SwaggerResponse = SwaggerObject<'response'>
export type SwaggerSchema = SwaggerObject<'schema'>
export type SwaggerSecurityScheme = SwaggerObject<'securityScheme'>
