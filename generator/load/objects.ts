import { type LeafType, memberShape, type ObjectShape, type Shape } from './shape.ts'

/** What parameters and headers have in common. */
const TRAVELLING_VALUE = {
  description: 'string',
  required: 'boolean',
  deprecated: 'boolean',
  allowEmptyValue: 'boolean',
  style: 'string',
  explode: 'boolean',
  allowReserved: 'boolean',
  schema: 'schema',
  content: '{mediaType}',
  example: 'any',
  examples: '{example}',
}

/**
 * The objects of OpenAPI 3.0 and 3.1, as far as outputs depend on them; the only place of the load stage that knows them.
 * Reading follows references where this table expects an object, so that a `$ref` inside an example stays data.
 *
 * A field's shape is written `string`, `number`, `boolean`, `any` (literal JSON), `=a,b` (one of these strings), the name of a
 * row, `[shape]` (array), `{shape}` (object with any member names), or several joined by `|`. `name!` is required. The field
 * `*` describes all other members. `section` names the part of `components` in which a row's objects can be shared.
 * @see OpenAPI 3.0.4 and 3.1.1, section 4.8; JSON Schema 2020-12
 */
const TABLE: Readonly<Record<string, { section?: string; fields: Readonly<Record<string, string>> }>> = {
  document: {
    fields: {
      'openapi!': 'string',
      'info!': 'info',
      jsonSchemaDialect: 'string',
      servers: '[server]',
      paths: 'paths',
      webhooks: '{pathItem}',
      components: 'components',
      security: '[{[string]}]',
      tags: '[tag]',
      externalDocs: 'externalDocs',
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
  server: { fields: { 'url!': 'string', description: 'string', variables: '{serverVariable}' } },
  serverVariable: { fields: { enum: '[string]', default: 'string', description: 'string' } },
  tag: { fields: { 'name!': 'string', description: 'string', externalDocs: 'externalDocs' } },
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
    },
  },
  paths: { fields: { '*': 'pathItem' } },
  pathItem: {
    fields: {
      summary: 'string',
      description: 'string',
      get: 'operation',
      put: 'operation',
      post: 'operation',
      delete: 'operation',
      options: 'operation',
      head: 'operation',
      patch: 'operation',
      trace: 'operation',
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
    },
  },
  parameter: {
    section: 'parameters',
    fields: { 'name!': 'string', 'in!': '=path,query,header,cookie', ...TRAVELLING_VALUE },
  },
  header: { section: 'headers', fields: TRAVELLING_VALUE },
  requestBody: {
    section: 'requestBodies',
    fields: { description: 'string', 'content!': '{mediaType}', required: 'boolean' },
  },
  mediaType: {
    fields: { schema: 'schema', example: 'any', examples: '{example}', encoding: '{encoding}' },
  },
  encoding: {
    fields: {
      contentType: 'string',
      headers: '{header}',
      style: 'string',
      explode: 'boolean',
      allowReserved: 'boolean',
    },
  },
  responses: { fields: { '*': 'response' } },
  response: {
    section: 'responses',
    fields: { description: 'string', headers: '{header}', content: '{mediaType}', links: '{link}' },
  },
  callback: { section: 'callbacks', fields: { '*': 'pathItem' } },
  example: {
    section: 'examples',
    fields: { summary: 'string', description: 'string', value: 'any', externalValue: 'string' },
  },
  link: {
    section: 'links',
    fields: {
      operationRef: 'string',
      operationId: 'string',
      parameters: 'any',
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
    },
  },
  oauthFlows: {
    fields: {
      implicit: 'oauthFlow',
      password: 'oauthFlow',
      clientCredentials: 'oauthFlow',
      authorizationCode: 'oauthFlow',
    },
  },
  oauthFlow: {
    fields: { authorizationUrl: 'string', tokenUrl: 'string', refreshUrl: 'string', scopes: '{string}' },
  },
  discriminator: { fields: { 'propertyName!': 'string', mapping: '{mapping}' } },
  schema: {
    section: 'schemas',
    fields: {
      type: 'string|[string]',
      title: 'string',
      description: 'string',
      format: 'string',
      default: 'any',
      example: 'any',
      examples: 'any',
      const: 'any',
      enum: '[any]',
      nullable: 'boolean',
      readOnly: 'boolean',
      writeOnly: 'boolean',
      deprecated: 'boolean',
      multipleOf: 'number',
      maximum: 'number',
      minimum: 'number',
      exclusiveMaximum: 'number|boolean',
      exclusiveMinimum: 'number|boolean',
      maxLength: 'number',
      minLength: 'number',
      maxItems: 'number',
      minItems: 'number',
      maxProperties: 'number',
      minProperties: 'number',
      uniqueItems: 'boolean',
      pattern: 'string',
      required: '[string]',
      properties: '{schema|boolean}',
      patternProperties: '{schema|boolean}',
      additionalProperties: 'schema|boolean',
      unevaluatedProperties: 'schema|boolean',
      propertyNames: 'schema|boolean',
      dependentSchemas: '{schema|boolean}',
      dependentRequired: '{[string]}',
      items: 'schema|boolean|[schema]',
      prefixItems: '[schema|boolean]',
      unevaluatedItems: 'schema|boolean',
      contains: 'schema|boolean',
      minContains: 'number',
      maxContains: 'number',
      allOf: '[schema|boolean]',
      anyOf: '[schema|boolean]',
      oneOf: '[schema|boolean]',
      not: 'schema|boolean',
      if: 'schema|boolean',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits this table.
      then: 'schema|boolean',
      else: 'schema|boolean',
      contentSchema: 'schema|boolean',
      $defs: '{schema|boolean}',
      definitions: '{schema|boolean}',
      discriminator: 'discriminator',
      externalDocs: 'externalDocs',
      xml: 'any',
    },
  },
}

const LEAVES: readonly LeafType[] = ['string', 'number', 'boolean']

type Row = { -readonly [key in keyof ObjectShape]: ObjectShape[key] } & {
  fields: Map<string, Shape>
  required: string[]
}

/** Rows exist before their fields do, as objects of OpenAPI contain one another. */
const objects = new Map<string, Row>(
  Object.entries(TABLE).map(([name, { section }]) => [
    name,
    { fields: new Map(), required: [], ...(section !== undefined && { section }) },
  ]),
)
for (const [name, row] of objects) {
  for (const [field, text] of Object.entries(TABLE[name]?.fields ?? {})) {
    if (field === '*') row.others = parseShape(text)
    else row.fields.set(field.replace(/!$/, ''), parseShape(text))
    if (field.endsWith('!')) row.required.push(field.slice(0, -1))
  }
}

/** The shape of a whole document. */
export const DOCUMENT: Shape = objectShape('document')

/** The shape of what a section of `components` holds; literal for a section that OpenAPI does not know. */
export function componentShape(section: string): Shape {
  return memberShape(memberShape(memberShape(DOCUMENT, 'components'), section), '')
}

/** The shape of one of the objects, by its row. */
function objectShape(name: string): Shape & { readonly is: 'object' } {
  const object: ObjectShape | undefined = objects.get(name)
  if (object === undefined) throw new Error(`The table of OpenAPI objects has no row "${name}".`)
  return { is: 'object', name, object }
}

function parseShape(text: string): Shape {
  const parts = splitAlternatives(text)
  if (parts.length > 1) return { is: 'either', of: parts.map(parseShape) }
  if (text.startsWith('[')) return { is: 'list', of: parseShape(text.slice(1, -1)) }
  if (text.startsWith('{')) return { is: 'map', of: parseShape(text.slice(1, -1)) }
  if (text.startsWith('=')) return { is: 'choice', values: text.slice(1).split(',') }
  if (text === 'any') return { is: 'literal' }
  if (text === 'mapping') return { is: 'mapping' }
  const type = LEAVES.find((leaf) => leaf === text)
  return type === undefined ? objectShape(text) : { is: 'leaf', type }
}

/** Splits at the `|`s that stand in no bracket. */
function splitAlternatives(text: string): readonly string[] {
  return text.match(/(?:\[.*\]|\{.*\}|[^|[{])+/g) ?? [text]
}
