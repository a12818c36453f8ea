import type { ObjectOf } from './object-types.ts'
import type { SWAGGER_OBJECTS } from './swagger-objects.ts'

/** The type of an object in a Swagger 2.0 document, derived from the table of these objects. */
type SwaggerObject<Name extends keyof typeof SWAGGER_OBJECTS> = ObjectOf<typeof SWAGGER_OBJECTS, Name>

export type SwaggerDocument = SwaggerObject<'document'>
export type SwaggerHeader = SwaggerObject<'header'>
export type SwaggerOperation = SwaggerObject<'operation'>
export type SwaggerParameter = SwaggerObject<'parameter'>
export type SwaggerPathItem = SwaggerObject<'pathItem'>
export type SwaggerResponse = SwaggerObject<'response'>
export type SwaggerSchema = SwaggerObject<'schema'>
export type SwaggerSecurityScheme = SwaggerObject<'securityScheme'>
