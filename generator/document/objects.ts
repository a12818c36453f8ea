import { METHODS, type Method, type NextPage, PAGE_STYLES } from '@concordat/runtime/http'
import {
  type HoldsOf,
  KEYWORDS,
  type KeywordName,
  type SchemaKeyword,
  type ValueOf,
} from '@concordat/runtime/subschemas'

/** Fields that parameters and headers have in common. */
const TRAVELLING_VALUE = {
  description: 'string',
  required: 'boolean',
  deprecated: 'boolean',
  allowEmptyValue: 'boolean',
  style: '=matrix,label,simple,form,spaceDelimited,pipeDelimited,deepObject,cookie@3.2',
  explode: 'boolean',
  allowReserved: 'boolean',
  schema: 'schema',
  content: '<mediaType>',
  example: 'any',
  examples: '{example}',
} as const

/** A field for each method, such as `get` and `put`. */
export const OPERATIONS = Object.fromEntries(
  METHODS.map((method) => [method.toLowerCase(), 'operation'] as const),
) as { readonly [Field in Lowercase<Method>]: 'operation' }

/** Fields with the encodings of a body's parts, by name or position. */
const ENCODINGS = {
  encoding: '{encoding}',
  prefixEncoding: '[encoding]',
  itemEncoding: 'encoding',
} as const

/** The styles of paging. */
const STYLES_OF_PAGES = `=${Object.keys(PAGE_STYLES).join(',')}` as `=${NextPage['from']}`

/** Kinds, in the notation described below, for the keyword table's terms. */
const HOLDS = { one: 'schema|boolean', list: '[schema|boolean]', map: '{schema|boolean}' } as const
const VALUES = {
  text: 'string',
  number: 'number',
  count: 'count',
  divisor: 'divisor',
  flag: 'boolean',
  any: 'any',
  list: '[any]',
  object: '{any}',
  names: '[string]',
  namesByName: '{[string]}',
  types: 'string|[string]',
  discriminator: 'discriminator',
} as const

/** Schema keywords of JSON Schema 2020-12. */
const SCHEMA_FIELDS = Object.fromEntries(
  Object.entries(KEYWORDS).map(([name, row]) => [
    name,
    'holds' in row ? HOLDS[row.holds] : VALUES[row.value],
  ]),
) as {
  readonly [Name in KeywordName]: Name extends SchemaKeyword
    ? (typeof HOLDS)[HoldsOf<Name>]
    : Name extends Exclude<KeywordName, SchemaKeyword>
      ? (typeof VALUES)[ValueOf<Name>]
      : never
}

/**
 * The objects of OpenAPI 3.0 to 3.2 on which outputs depend, and our extensions, all in one place. Documents
 * are validated against this table, and their TypeScript types are derived from it. References are followed
 * only where it expects an object, so a `$ref` inside an example stays data.
 *
 * A field's kind is written `string`, `number`, `count` (a whole number from 0), `divisor` (a number above
 * 0), `boolean`, `any` (any JSON), `=a,b@3.2` (one of these strings, the second since 3.2), the name of a
 * row, `mediaRange` (a media type or a range), `[kind]` (array), `{kind}` (object with any property names),
 * `<kind>` (object whose property names are media types), or several joined by `|`. `name!` is required. The
 * `*` field describes all other properties. `section` is the part of `components` in which a row's objects
 * can be shared.
 * @see OpenAPI 3.0.4, 3.1.1 and 3.2.0, section 4; JSON Schema 2020-12
 */
export const OBJECTS = {
  document: {
    fields: {
      'openapi!': 'string',
      $self: 'string',
      'info!': 'info',
      jsonSchemaDialect: 'string',
      servers: '[server]',
      paths: 'paths',
      webhooks: '{pathItem}',
      components: 'components',
      security: '[{[string]}]',
      tags: '[tag]',
      externalDocs: 'externalDocs',
      'x-trailing-slash': 'string',
      'x-format-assertion': 'boolean',
    },
  },
  info: {
    fields: {
      title: 'string',
      summary: 'string',
      description: 'string',
      termsOfService: 'string',
      contact: 'any',
      license: 'any',
      version: 'string',
    },
  },
  server: {
    fields: { 'url!': 'string', description: 'string', name: 'string', variables: '{serverVariable}' },
  },
  serverVariable: { fields: { enum: '[string]', default: 'string', description: 'string' } },
  tag: {
    fields: {
      'name!': 'string',
      summary: 'string',
      description: 'string',
      externalDocs: 'externalDocs',
      parent: 'string',
      kind: 'string',
    },
  },
  externalDocs: { fields: { url: 'string', description: 'string' } },
  components: {
    fields: {
      schemas: '{schema|boolean}',
      responses: '{response}',
      parameters: '{parameter}',
      examples: '{example}',
      requestBodies: '{requestBody}',
      headers: '{header}',
      securitySchemes: '{securityScheme}',
      links: '{link}',
      callbacks: '{callback}',
      pathItems: '{pathItem}',
      mediaTypes: '{mediaType}',
    },
  },
  paths: { fields: { '*': 'pathItem' } },
  pathItem: {
    isClosed: true,
    fields: {
      summary: 'string',
      description: 'string',
      ...OPERATIONS,
      additionalOperations: '{operation}',
      servers: '[server]',
      parameters: '[parameter]',
    },
  },
  operation: {
    fields: {
      tags: '[string]',
      summary: 'string',
      description: 'string',
      externalDocs: 'externalDocs',
      operationId: 'string',
      parameters: '[parameter]',
      requestBody: 'requestBody',
      responses: 'responses',
      callbacks: '{callback}',
      deprecated: 'boolean',
      security: '[{[string]}]',
      servers: '[server]',
      'x-source': 'string',
      'x-effect': 'effect',
      /** `false`: the operation is not paginated. */
      'x-pagination': 'pagination|boolean',
      /** AutoRest's extension for lists whose responses contain the next page's URL. */
      'x-ms-pageable': 'pageable',
      'x-harmless': 'boolean',
    },
  },
  pageable: { fields: { nextLinkName: 'any', itemName: 'any' } },
  effect: { fields: { set: '{any}', conditional: 'boolean' } },
  pagination: {
    isOwn: true,
    fields: {
      'items!': '[string]',
      'next!': 'nextPage',
      sent: 'sentValue',
      more: '[string]',
      last: '[string]',
      total: '[string]',
      count: '[string]',
    },
  },
  nextPage: {
    isOwn: true,
    fields: {
      'from!': STYLES_OF_PAGES,
      path: '[string]',
      name: 'string',
      rel: 'string',
      target: 'string',
      first: 'number',
      current: '[string]',
      unit: 'string',
    },
  },
  sentValue: { isOwn: true, fields: { 'in!': '=query,header,body', 'path!': '[string]' } },
  parameter: {
    section: 'parameters',
    isPartOfRequest: true,
    isValue: true,
    fields: { 'name!': 'string', 'in!': '=path,query,querystring@3.2,header,cookie', ...TRAVELLING_VALUE },
  },
  header: { section: 'headers', isValue: true, fields: TRAVELLING_VALUE },
  requestBody: {
    section: 'requestBodies',
    fields: { description: 'string', 'content!': '<mediaType>', required: 'boolean' },
  },
  mediaType: {
    section: 'mediaTypes',
    fields: {
      schema: 'schema',
      itemSchema: 'schema|boolean',
      example: 'any',
      examples: '{example}',
      ...ENCODINGS,
    },
  },
  encoding: {
    fields: {
      contentType: 'mediaRange',
      headers: '{header}',
      style: '=matrix,label,simple,form,spaceDelimited,pipeDelimited,deepObject,cookie@3.2',
      explode: 'boolean',
      allowReserved: 'boolean',
      ...ENCODINGS,
    },
  },
  responses: { fields: { '*': 'response' } },
  response: {
    section: 'responses',
    fields: {
      summary: 'string',
      description: 'string',
      headers: '{header}',
      content: '<mediaType>',
      links: '{link}',
      'x-payload-not-shown': 'boolean',
    },
  },
  callback: { section: 'callbacks', fields: { '*': 'pathItem' } },
  example: {
    section: 'examples',
    fields: {
      summary: 'string',
      description: 'string',
      value: 'any',
      dataValue: 'any',
      serializedValue: 'string',
      externalValue: 'string',
    },
  },
  link: {
    section: 'links',
    fields: {
      operationRef: 'string',
      operationId: 'string',
      parameters: '{any}',
      requestBody: 'any',
      description: 'string',
      server: 'server',
    },
  },
  securityScheme: {
    section: 'securitySchemes',
    fields: {
      'type!': '=apiKey,http,mutualTLS,oauth2,openIdConnect',
      description: 'string',
      name: 'string',
      in: '=query,header,cookie',
      scheme: 'string',
      bearerFormat: 'string',
      flows: 'oauthFlows',
      openIdConnectUrl: 'string',
      oauth2MetadataUrl: 'string',
      deprecated: 'boolean',
    },
  },
  oauthFlows: {
    fields: {
      implicit: 'oauthFlow',
      password: 'oauthFlow',
      clientCredentials: 'oauthFlow',
      authorizationCode: 'oauthFlow',
      deviceAuthorization: 'oauthFlow',
    },
  },
  oauthFlow: {
    fields: {
      authorizationUrl: 'string',
      deviceAuthorizationUrl: 'string',
      tokenUrl: 'string',
      refreshUrl: 'string',
      scopes: '{string}',
    },
  },
  enumNaming: { fields: { values: '[enumValue]' } },
  enumValue: { fields: { value: 'any', name: 'string', description: 'string' } },
  discriminator: {
    fields: { 'propertyName!': 'string', mapping: '{mapping}', defaultMapping: 'mapping' },
  },
  xml: {
    fields: {
      nodeType: '=element,attribute,text,cdata,none',
      name: 'string',
      namespace: 'string',
      prefix: 'string',
      attribute: 'boolean',
      wrapped: 'boolean',
    },
  },
  schema: {
    section: 'schemas',
    fields: {
      ...SCHEMA_FIELDS,
      xml: 'xml',
      externalDocs: 'externalDocs',
      /**
       * Many OpenAPI 3.0 documents use this keyword, although that version defines only `example` for
       * schemas.
       */
      examples: 'any',
      /** In OpenAPI 3.0, a boolean that makes `maximum` exclusive. */
      exclusiveMaximum: 'number|boolean',
      exclusiveMinimum: 'number|boolean',
      nullable: 'boolean',
      /**
       * In drafts before 2020-12, a list of schemas means `prefixItems`, and `additionalItems` applies to the
       * remaining items.
       */
      items: 'schema|boolean|[schema]',
      additionalItems: 'schema|boolean',
      definitions: '{schema|boolean}',
      'x-source': 'string',
      'x-writable-when': '{any}',
      /**
       * Names and descriptions of enumerated values, in the extensions of OpenAPI Generator, NSwag,
       * Speakeasy, AutoRest, Apifox and Fern.
       */
      'x-enum-varnames': 'any',
      'x-enum-descriptions': 'any',
      'x-enumNames': 'any',
      'x-enumDescriptions': 'any',
      'x-speakeasy-enums': 'any',
      'x-ms-enum': 'enumNaming',
      'x-apifox-enum': '[enumValue]',
      'x-fern-enum': '{enumValue}',
    },
  },
} as const satisfies Readonly<Record<string, ObjectRow>>

/** An OpenAPI object: its fields by name, in the notation above. */
export interface ObjectRow {
  readonly section?: string
  /** True if an unknown field that contains an object is reported, rather than treated as an extension. */
  readonly isClosed?: boolean
  /**
   * True for a part of a request. An unreadable part is an error, because callers could not send it if it
   * were omitted.
   */
  readonly isPartOfRequest?: boolean
  /** True if `schema` or `content` describes its value. */
  readonly isValue?: boolean
  /** True for our extensions. Other tools may use the same names for different extensions. */
  readonly isOwn?: boolean
  readonly fields: Readonly<Record<string, string>>
}
