import type {
  DocumentDescriptor,
  EffectDescriptor,
  ListDescriptor,
  OperationDescriptor,
  ResponseDescriptor,
} from '@concordat/runtime/http'

const json = (name: string): ResponseDescriptor => ({
  content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } },
})
const body = (name: string) => ({
  required: true as const,
  content: { 'application/json': { schema: { $ref: `#/$defs/${name}` } } },
})
const petId = {
  name: 'petId',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
} as const
const toyId = { name: 'toyId', in: 'path', required: true, schema: { type: 'integer' } } as const
const paging = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
  { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
] as const
const list: ListDescriptor = {
  items: ['results'],
  count: ['count'],
  pages: { next: { from: 'body', path: ['next'] } },
  previous: ['previous'],
  limit: 'limit',
  offset: 'offset',
}
const refusals = { '401': json('Problem'), '403': json('Problem') }
const itemRefusals = { ...refusals, '404': json('Problem') }
const writeRefusals = { ...itemRefusals, '400': json('Problem'), '415': json('Problem') }

function operation(
  descriptor: Omit<OperationDescriptor, 'pointer' | 'tag' | 'security'>,
): OperationDescriptor {
  const path = descriptor.path.replaceAll('~', '~0').replaceAll('/', '~1')
  return {
    ...descriptor,
    security: [{ PetKey: [descriptor.method === 'GET' ? 'pet:read' : 'pet:write'] }],
    tag: 'pets',
    pointer: `#/paths/${path}/${descriptor.method.toLowerCase()}`,
  }
}

function action(operationId: string, effect: EffectDescriptor): OperationDescriptor {
  return operation({
    operationId,
    method: 'POST',
    path: `/pets/{petId}/${operationId.replace('Pet', '')}`,
    parameters: [petId],
    responses: { '200': json('Pet'), ...itemRefusals },
    effect,
    resource: { name: 'pets', role: 'action' },
  })
}

const operations: readonly OperationDescriptor[] = [
  operation({
    operationId: 'listPets',
    method: 'GET',
    path: '/pets',
    source: '1',
    parameters: [...paging, { name: 'kind', in: 'query', schema: { type: 'string', enum: ['cat', 'dog'] } }],
    responses: { '200': json('PetPage'), '400': json('Problem'), ...refusals },
    list,
    resource: { name: 'pets', role: 'list' },
  }),
  operation({
    operationId: 'createPet',
    method: 'POST',
    path: '/pets',
    requestBody: body('PetWrite'),
    responses: {
      '201': { ...json('Pet'), headers: { Location: { required: true } } },
      '400': json('Problem'),
      '415': json('Problem'),
      ...refusals,
    },
    resource: { name: 'pets', role: 'create' },
  }),
  operation({
    operationId: 'readPet',
    method: 'GET',
    path: '/pets/{petId}',
    parameters: [petId],
    responses: { '200': json('Pet'), ...itemRefusals },
    resource: { name: 'pets', role: 'read' },
  }),
  operation({
    operationId: 'updatePet',
    method: 'PATCH',
    path: '/pets/{petId}',
    parameters: [petId],
    requestBody: body('PetPatch'),
    responses: { '200': json('Pet'), ...writeRefusals },
    resource: { name: 'pets', role: 'update' },
  }),
  operation({
    operationId: 'replacePet',
    method: 'PUT',
    path: '/pets/{petId}',
    parameters: [petId],
    requestBody: body('PetWrite'),
    responses: { '200': json('Pet'), ...writeRefusals },
    resource: { name: 'pets', role: 'replace' },
  }),
  operation({
    operationId: 'deletePet',
    method: 'DELETE',
    path: '/pets/{petId}',
    parameters: [petId],
    responses: { '204': {}, ...itemRefusals },
    resource: { name: 'pets', role: 'delete' },
  }),
  action('retirePet', { set: { retired: true } }),
  action('recallPet', { set: { retired: false } }),
  action('examinePet', { set: { healthy: true }, conditional: true }),
  operation({
    operationId: 'listToys',
    method: 'GET',
    path: '/pets/{id}/toys',
    parameters: [{ ...petId, name: 'id' }, ...paging],
    responses: { '200': json('ToyPage'), '400': json('Problem'), ...itemRefusals },
    list,
    resource: { name: 'pets.toys', role: 'list' },
  }),
  operation({
    operationId: 'createToy',
    method: 'POST',
    path: '/pets/{id}/toys',
    parameters: [{ ...petId, name: 'id' }],
    requestBody: body('ToyWrite'),
    responses: { '201': json('Toy'), ...writeRefusals },
    resource: { name: 'pets.toys', role: 'create' },
  }),
  operation({
    operationId: 'deleteToy',
    method: 'DELETE',
    path: '/pets/{id}/toys/{toyId}',
    parameters: [{ ...petId, name: 'id' }, toyId],
    responses: { '204': {}, ...itemRefusals },
    resource: { name: 'pets.toys', role: 'delete' },
  }),
]

const fields = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  kind: { type: 'string', enum: ['cat', 'dog'] },
  tag: { type: 'string', pattern: '^[a-z]{2}-\\d{3}$' },
  born_at: { type: 'string', format: 'date-time' },
  weight: { type: 'integer', minimum: 1, maximum: 90 },
  good: { type: 'boolean' },
}

const page = (name: string) => ({
  type: 'object',
  required: ['count', 'next', 'previous', 'results'],
  properties: {
    count: { type: 'integer' },
    next: { type: ['string', 'null'] },
    previous: { type: ['string', 'null'] },
    results: { type: 'array', items: { $ref: `#/$defs/${name}` } },
  },
})

/** A small document for the pet service: offset pagination, PATCH and PUT, nested items, and a bearer key. */
export const petDocument: DocumentDescriptor = {
  title: 'Pets',
  version: '1.0.0',
  operations,
  resources: [
    {
      name: 'pets',
      collection: '/pets',
      item: '/pets/{petId}',
      idParameter: 'petId',
      names: [{ path: ['id'] }],
      operations: {
        list: 'listPets',
        create: 'createPet',
        read: 'readPet',
        update: 'updatePet',
        replace: 'replacePet',
        delete: 'deletePet',
      },
      actions: ['retirePet', 'recallPet', 'examinePet'],
    },
    {
      name: 'pets.toys',
      collection: '/pets/{id}/toys',
      item: '/pets/{id}/toys/{toyId}',
      idParameter: 'toyId',
      names: [{ path: ['id'] }],
      parent: { name: 'pets', parameter: 'id' },
      operations: { list: 'listToys', create: 'createToy', delete: 'deleteToy' },
      actions: [],
    },
  ],
  securitySchemes: { PetKey: { type: 'http', scheme: 'bearer' } },
  definitions: {
    Pet: {
      type: 'object',
      required: [
        'id',
        'created_at',
        'retired',
        'healthy',
        'name',
        'kind',
        'tag',
        'born_at',
        'weight',
        'good',
      ],
      properties: {
        id: { type: 'string', format: 'uuid', readOnly: true },
        created_at: { type: 'string', format: 'date-time', readOnly: true },
        retired: { type: 'boolean', readOnly: true },
        healthy: { type: 'boolean', readOnly: true },
        ...fields,
        tag: { type: ['string', 'null'] },
        born_at: { type: ['string', 'null'], format: 'date-time' },
        weight: { type: ['integer', 'null'] },
      },
    },
    PetWrite: { type: 'object', required: ['name', 'kind'], properties: fields },
    PetPatch: { type: 'object', properties: fields },
    PetPage: page('Pet'),
    Toy: {
      type: 'object',
      required: ['id', 'label'],
      properties: { id: { type: 'integer' }, label: { type: 'string' } },
    },
    ToyWrite: {
      type: 'object',
      required: ['label'],
      properties: { label: { type: 'string', maxLength: 20 } },
    },
    ToyPage: page('Toy'),
    Problem: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
  },
}
