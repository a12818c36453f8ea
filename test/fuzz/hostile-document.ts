/** A string for each position, in the order in which the document requests them. */
export type Texts = readonly string[]

/** Returns a document with the caller's strings in all positions where OpenAPI allows free text. */
export function hostileDocument(texts: Texts): object {
  return build(texts).document
}

/** The number of strings that the document needs. */
export const textCount = build([]).count

function build(texts: Texts): { document: object; count: number } {
  let count = 0
  const t = () => texts[count++] ?? `text ${count}`
  const name = () => t().replace(/[{}]/g, '')
  const media = () => `application/${t()}`
  const schema = () => ({
    type: 'object',
    title: t(),
    description: t(),
    properties: {
      [t()]: { type: 'string', description: t(), default: t(), enum: [t(), t()], example: t() },
      [t()]: { type: 'string', pattern: t(), format: t(), examples: [t()] },
      [t()]: { const: t() },
      [t()]: { $ref: '#/components/schemas/Plain' },
    },
    required: [t()],
    patternProperties: { [t()]: { type: 'string' } },
    dependentRequired: { [t()]: [t()] },
    discriminator: { propertyName: t(), mapping: { [t()]: '#/components/schemas/Plain' } },
    oneOf: [{ $ref: '#/components/schemas/Plain' }],
    'x-source': t(),
  })
  const pathParameter = name()
  const tag = t()
  const scheme = t()
  const header = t()
  const document = {
    openapi: '3.1.0',
    info: { title: t(), version: t(), description: t() },
    servers: [{ url: t(), description: t() }],
    tags: [{ name: tag, description: t() }],
    paths: {
      [`/${name()}/{${pathParameter}}`]: {
        post: {
          operationId: t(),
          summary: t(),
          description: t(),
          tags: [tag],
          deprecated: true,
          'x-source': t(),
          'x-effect': { set: { [t()]: t() } },
          security: [{ [scheme]: [t()] }],
          parameters: [
            {
              name: pathParameter,
              in: 'path',
              required: true,
              description: t(),
              schema: { type: 'string', enum: [t()] },
            },
            { name: t(), in: 'query', schema: schema() },
            { name: t(), in: 'header', schema: { type: 'string', default: t() } },
            { name: t(), in: 'cookie', content: { [media()]: { schema: schema() } } },
          ],
          requestBody: {
            description: t(),
            content: {
              'application/json': { schema: schema() },
              [media()]: { schema: schema() },
              'multipart/form-data': { schema: schema(), encoding: { [t()]: { contentType: t() } } },
            },
          },
          responses: {
            200: {
              description: t(),
              headers: { [header]: { description: t(), schema: schema() } },
              content: { [media()]: { schema: schema() }, 'application/json': { schema: schema() } },
            },
            default: { description: t() },
          },
        },
      },
    },
    components: {
      schemas: {
        Plain: { type: 'object', properties: { [t()]: { type: 'string', readOnly: true } } },
        [t()]: schema(),
      },
      securitySchemes: { [scheme]: { type: 'apiKey', in: 'header', name: t(), description: t() } },
    },
  }
  return { document, count }
}
