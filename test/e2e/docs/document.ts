/**
 * The document for the examples in the docs: pets in paginated lists, streams, files, a webhook, a callback,
 * and a hundred other operations.
 */
const PET = { $ref: '#/components/schemas/Pet' }
const json = (schema: object) => ({ 'application/json': { schema } })
const ok = (schema: object, more: object = {}) => ({
  200: { description: 'Done', content: { ...json(schema), ...more } },
})
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const text = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const body = (schema: object) => ({ required: true, content: json(schema) })

const others = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [
    `/others/${index}`,
    { get: { operationId: `other${index}`, tags: ['others'], responses: { 204: { description: 'Done' } } } },
  ]),
)

export const EXAMPLES = JSON.stringify({
  openapi: '3.2.0',
  info: { title: 'Examples', version: '1' },
  servers: [{ url: 'https://pets.example' }],
  paths: {
    ...others,
    '/pet/{petId}': {
      get: {
        operationId: 'getPetById',
        tags: ['pet'],
        parameters: [id('petId')],
        security: [{ api_key: [] }],
        responses: ok(PET, { 'application/xml': { schema: { type: 'string' } } }),
      },
    },
    '/pet': {
      post: {
        operationId: 'addPet',
        tags: ['pet'],
        security: [{ oauth: [] }],
        requestBody: body(PET),
        responses: ok(PET),
      },
    },
    '/pets': {
      get: {
        operationId: 'listPets',
        tags: ['pets'],
        parameters: [
          query('status', { type: 'string' }),
          query('limit', { type: 'integer', default: 20 }),
          query('offset', { type: 'integer', default: 0 }),
        ],
        responses: ok({
          type: 'object',
          required: ['total', 'data'],
          properties: { total: { type: 'integer' }, data: { type: 'array', items: PET } },
        }),
      },
      post: {
        operationId: 'createPet',
        tags: ['pets'],
        requestBody: body({ $ref: '#/components/schemas/NewPet' }),
        responses: ok(PET),
      },
    },
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        parameters: [id('petId')],
        responses: { ...ok(PET), 404: { description: 'None' } },
      },
    },
    '/repos/{owner}/{repo}': {
      get: {
        operationId: 'repos/get',
        tags: ['repos'],
        parameters: [text('owner'), text('repo')],
        responses: ok({
          type: 'object',
          required: ['full_name'],
          properties: { full_name: { type: 'string' } },
        }),
      },
    },
    '/repos/{owner}/{repo}/issues': {
      post: {
        operationId: 'issues/create',
        tags: ['issues'],
        parameters: [text('owner'), text('repo')],
        requestBody: body({ type: 'object', required: ['title'], properties: { title: { type: 'string' } } }),
        responses: { 201: { description: 'Made' } },
      },
    },
    '/pets/{petId}/photos': {
      post: {
        operationId: 'addPhoto',
        tags: ['pets'],
        parameters: [id('petId')],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['photo'],
                properties: { photo: { type: 'string', format: 'binary' }, caption: { type: 'string' } },
              },
            },
          },
        },
        responses: { 204: { description: 'Kept' } },
      },
    },
    '/files': {
      post: {
        operationId: 'upload',
        tags: ['files'],
        requestBody: { required: true, content: { 'application/octet-stream': {} } },
        responses: { 204: { description: 'Kept' } },
      },
    },
    '/orders/events': {
      get: {
        operationId: 'streamOrderEvents',
        tags: ['orders'],
        responses: {
          200: {
            description: 'Events',
            content: {
              'text/event-stream': {
                itemSchema: {
                  type: 'object',
                  required: ['data'],
                  properties: {
                    event: { type: 'string' },
                    id: { type: 'string' },
                    data: {
                      type: 'string',
                      contentMediaType: 'application/json',
                      contentSchema: {
                        type: 'object',
                        required: ['status'],
                        properties: { status: { type: 'string' } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    '/chat': {
      post: {
        operationId: 'complete',
        tags: ['chat'],
        requestBody: body({
          type: 'object',
          properties: { messages: { type: 'array', items: { type: 'string' } }, stream: { type: 'boolean' } },
        }),
        responses: ok({ type: 'object' }, { 'text/event-stream': { itemSchema: { type: 'object' } } }),
      },
    },
    '/subscriptions': {
      post: {
        operationId: 'subscribe',
        tags: ['subscriptions'],
        requestBody: body({ type: 'object', required: ['url'], properties: { url: { type: 'string' } } }),
        responses: { 204: { description: 'Done' } },
        callbacks: {
          onEvent: {
            '{$request.body#/url}': {
              post: {
                security: [{ key: [] }],
                requestBody: body({
                  type: 'object',
                  properties: { id: { type: 'integer' }, topic: { type: 'string' } },
                }),
                responses: { 204: { description: 'Heard' } },
              },
            },
          },
        },
      },
    },
  },
  webhooks: {
    petCreated: { post: { requestBody: body(PET), responses: { 204: { description: 'Heard' } } } },
  },
  components: {
    securitySchemes: {
      api_key: { type: 'apiKey', in: 'header', name: 'api_key' },
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://pets.example/token', scopes: {} } },
      },
    },
    schemas: {
      NewPet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
      },
      PetFilter: { type: 'object', properties: { status: { type: 'string' } } },
    },
  },
})
