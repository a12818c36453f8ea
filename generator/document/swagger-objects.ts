import { OBJECTS, type ObjectRow, OPERATIONS } from './objects.ts'

/** Fields that describe a value that is sent as a string. */
const TEXT_VALUE = {
  type: 'string|[string]',
  format: 'string',
  items: 'schema',
  collectionFormat: '=csv,ssv,tsv,pipes,multi',
  default: 'any',
  enum: '[any]',
  multipleOf: 'divisor',
  maximum: 'number',
  minimum: 'number',
  exclusiveMaximum: 'number|boolean',
  exclusiveMinimum: 'number|boolean',
  maxLength: 'count',
  minLength: 'count',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  pattern: 'string',
  'x-nullable': 'boolean',
} as const

/** Fields for the media types and URL schemes of operations and documents. */
const MEDIA_TYPES = { consumes: '[mediaRange]', produces: '[mediaRange]', schemes: '[string]' } as const

/**
 * The objects of Swagger 2.0, in the notation of the OpenAPI 3 table. A document is validated against it
 * before it is upgraded. Includes OpenAPI 3 keywords that are common in 2.0 documents: `nullable`, `oneOf`,
 * parameters with a `schema`.
 * @see OpenAPI 2.0
 */
export const SWAGGER_OBJECTS = {
  document: {
    fields: {
      'swagger!': 'string|number',
      'info!': 'info',
      host: 'string',
      basePath: 'string',
      ...MEDIA_TYPES,
      paths: 'paths',
      definitions: '{schema|boolean}',
      parameters: '{parameter}',
      responses: '{response}',
      securityDefinitions: '{securityScheme}',
      security: '[{[string]}]',
      tags: '[tag]',
      externalDocs: 'externalDocs',
      'x-trailing-slash': 'string',
      'x-format-assertion': 'boolean',
    },
  },
  info: OBJECTS.info,
  tag: { fields: { 'name!': 'string', description: 'string', externalDocs: 'externalDocs' } },
  externalDocs: OBJECTS.externalDocs,
  paths: { fields: { '*': 'pathItem' } },
  pathItem: { isClosed: true, fields: { ...OPERATIONS, parameters: '[parameter]' } },
  operation: {
    fields: {
      tags: '[string]',
      summary: 'string',
      description: 'string',
      externalDocs: 'externalDocs',
      operationId: 'string',
      ...MEDIA_TYPES,
      parameters: '[parameter]',
      responses: 'responses',
      deprecated: 'boolean',
      security: '[{[string]}]',
      'x-source': 'string',
      'x-effect': 'effect',
    },
  },
  effect: OBJECTS.effect,
  parameter: {
    section: 'parameters',
    fields: {
      'name!': 'string',
      'in!': '=path,query,header,formData,body',
      description: 'string',
      required: 'boolean',
      allowEmptyValue: 'boolean',
      schema: 'schema',
      ...TEXT_VALUE,
      'x-example': 'any',
      'x-examples': '{any}',
    },
  },
  responses: { fields: { '*': 'response' } },
  response: {
    section: 'responses',
    fields: {
      description: 'string',
      schema: 'schema',
      headers: '{header}',
      examples: '<any>',
      'x-payload-not-shown': 'boolean',
    },
  },
  header: { fields: { description: 'string', ...TEXT_VALUE, 'x-example': 'any' } },
  securityScheme: {
    section: 'securityDefinitions',
    fields: {
      'type!': '=basic,apiKey,oauth2',
      description: 'string',
      name: 'string',
      in: '=query,header',
      flow: '=implicit,password,application,accessCode',
      authorizationUrl: 'string',
      tokenUrl: 'string',
      scopes: '{string}',
    },
  },
  discriminator: OBJECTS.discriminator,
  enumNaming: OBJECTS.enumNaming,
  enumValue: OBJECTS.enumValue,
  xml: OBJECTS.xml,
  schema: {
    section: 'definitions',
    fields: {
      ...OBJECTS.schema.fields,
      discriminator: 'string|discriminator',
      collectionFormat: 'string',
      'x-nullable': 'boolean',
      'x-example': 'any',
      'x-discriminator-value': 'string',
      'x-ms-discriminator-value': 'string',
    },
  },
} as const satisfies Readonly<Record<string, ObjectRow>>

/** Fields of a parameter, header or item that become keywords of its schema. */
export const VALUE_FIELDS = Object.keys(TEXT_VALUE).filter((field) => field !== 'collectionFormat')
