import { object, springdoc } from '../documents.ts'
import { refused, serve } from '../route.ts'

const ORIGIN = 'http://stand-in.test'
const link = { type: 'object', properties: { href: { type: 'string' } } }
const links = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Link' } }
const page = object({ size: 'long', totalElements: 'long', totalPages: 'long', number: 'long' })
const paged = (name: string, type: string) =>
  object({
    _embedded: object({ [name]: { type: 'array', items: { $ref: `#/components/schemas/${type}` } } }),
    _links: links,
    page,
  })
const paging = ['query page integer?', 'query size integer?', 'query sort strings?']
const id = 'path id string'

/**
 * Repositories that are exposed directly: items contain their id only in their own link, and a PUT to a new
 * id creates an item.
 */
export const clinic = {
  name: 'clinic',
  theirs: ['/pets/1', '/owners/1'],
  document: springdoc({
    title: 'clinic',
    definitions: {
      Link: link,
      Pet: object({ name: 'string', kind: { type: 'string', enum: ['CAT', 'DOG'] }, _links: links }),
      PetBody: {
        ...object({
          name: 'string',
          kind: { type: 'string', enum: ['CAT', 'DOG'] },
          owner: { type: 'string', format: 'uri' },
        }),
        required: ['name'],
      },
      Pets: paged('pets', 'Pet'),
      Owner: object({ name: 'string', telephone: 'string', _links: links }),
      OwnerBody: object({ name: 'string', telephone: { type: 'string', pattern: '\\d{1,10}' } }),
      Owners: paged('owners', 'Owner'),
    },
    operations: [
      { route: 'GET /pets', id: 'getCollectionResource-pet-get_1', parameters: paging, answer: 'Pets' },
      {
        route: 'POST /pets',
        id: 'postCollectionResource-pet-post',
        body: 'PetBody',
        answer: 'Pet',
        status: 201,
      },
      { route: 'GET /pets/{id}', id: 'getItemResource-pet-get', parameters: [id], answer: 'Pet' },
      {
        route: 'PUT /pets/{id}',
        id: 'putItemResource-pet-put',
        parameters: [id],
        body: 'PetBody',
        answer: 'Pet',
      },
      {
        route: 'PATCH /pets/{id}',
        id: 'patchItemResource-pet-patch',
        parameters: [id],
        body: 'PetBody',
        answer: 'Pet',
      },
      { route: 'DELETE /pets/{id}', id: 'deleteItemResource-pet-delete', parameters: [id], status: 204 },
      {
        route: 'GET /pets/search/findByName',
        id: 'executeSearch-pet-get',
        parameters: ['query name string?'],
        answer: 'Pets',
      },
      {
        route: 'GET /pets/{id}/owner',
        id: 'followPropertyReference-pet-get',
        parameters: [id],
        answer: 'Owner',
      },
      { route: 'GET /owners', id: 'getCollectionResource-owner-get_1', parameters: paging, answer: 'Owners' },
      {
        route: 'POST /owners',
        id: 'postCollectionResource-owner-post',
        body: 'OwnerBody',
        answer: 'Owner',
        status: 201,
      },
      { route: 'GET /owners/{id}', id: 'getItemResource-owner-get', parameters: [id], answer: 'Owner' },
      { route: 'DELETE /owners/{id}', id: 'deleteItemResource-owner-delete', parameters: [id], status: 204 },
    ],
  }),
  start: () => {
    let made = 10
    type Fields = Readonly<Record<string, unknown>>
    const pets = new Map<string, Fields>([['1', { name: 'Tom', kind: 'CAT', owner: `${ORIGIN}/owners/1` }]])
    const owners = new Map<string, Fields>([['1', { name: 'Eve', telephone: '55501' }]])
    const shown = (path: string, { owner: _owner, ...fields }: Fields) => ({
      ...fields,
      _links: { self: { href: `${ORIGIN}${path}` } },
    })
    const one = (path: string, found: Fields | undefined, status = 200): Response =>
      found === undefined
        ? new Response(null, { status: 404 })
        : Response.json(shown(path, found), { status, headers: { location: `${ORIGIN}${path}` } })
    const all = (name: string, items: ReadonlyMap<string, Fields>, query: URLSearchParams): Response => {
      const size = Number(query.get('size') ?? 20)
      const number = Number(query.get('page') ?? 0)
      if (!(size >= 1 && number >= 0)) return refused(400, 'page index must not be less than zero')
      const wanted = [...items].slice(number * size, (number + 1) * size)
      return Response.json({
        _embedded: { [name]: wanted.map(([key, fields]) => shown(`/${name}/${key}`, fields)) },
        _links: { self: { href: `${ORIGIN}/${name}` } },
        page: { size, number, totalElements: items.size, totalPages: Math.ceil(items.size / size) },
      })
    }
    const petOf = (body: Fields | undefined): Fields | Response => {
      if (typeof body?.['name'] !== 'string') return refused(400, 'JSON parse error')
      const { name, kind = null, owner } = body
      if (kind !== null && kind !== 'CAT' && kind !== 'DOG')
        return refused(400, 'not one of the values: [CAT, DOG]')
      if (owner !== undefined && !owners.has(String(owner).replace(`${ORIGIN}/owners/`, '')))
        return refused(400, 'JSON parse error: Failed to convert to URI')
      return { name, kind, ...(owner !== undefined && { owner }) }
    }
    const savePet = (key: string, body: Fields | undefined): Response => {
      const pet = petOf(body)
      if (pet instanceof Response) return pet
      const status = pets.has(key) ? 200 : 201
      pets.set(key, pet)
      return one(`/pets/${key}`, pet, status)
    }
    return serve({
      'GET /pets': ({ query }) => all('pets', pets, query),
      'POST /pets': ({ body }) => savePet(String(++made), body),
      'GET /pets/search/findByName': ({ query }) =>
        all(
          'pets',
          new Map([...pets].filter(([, { name }]) => name === query.get('name'))),
          new URLSearchParams(),
        ),
      'GET /pets/{id}': ({ path: { id = '' } }) => one(`/pets/${id}`, pets.get(id)),
      'PUT /pets/{id}': ({ path: { id = '' }, body }) => savePet(id, body),
      'PATCH /pets/{id}': ({ path: { id = '' }, body }) =>
        pets.has(id) ? savePet(id, { ...pets.get(id), ...body }) : new Response(null, { status: 404 }),
      'DELETE /pets/{id}': ({ path: { id = '' } }) =>
        new Response(null, { status: pets.delete(id) ? 204 : 404 }),
      'GET /pets/{id}/owner': ({ path: { id = '' } }) => {
        const key = String(pets.get(id)?.['owner'] ?? '').replace(`${ORIGIN}/owners/`, '')
        return one(`/owners/${key}`, owners.get(key))
      },
      'GET /owners': ({ query }) => all('owners', owners, query),
      'POST /owners': ({ body }) => {
        if (body === undefined) return refused(400, 'JSON parse error')
        const key = String(++made)
        const { name = null, telephone = null } = body
        if (telephone !== null && !/^\d{1,10}$/.test(String(telephone)))
          return refused(400, 'telephone: numeric value out of bounds')
        owners.set(key, { name, telephone })
        return one(`/owners/${key}`, owners.get(key), 201)
      },
      'GET /owners/{id}': ({ path: { id = '' } }) => one(`/owners/${id}`, owners.get(id)),
      'DELETE /owners/{id}': ({ path: { id = '' } }) => {
        if ([...pets.values()].some(({ owner }) => owner === `${ORIGIN}/owners/${id}`))
          return refused(409, 'constraint [fk_owner]')
        return new Response(null, { status: owners.delete(id) ? 204 : 404 })
      },
    })
  },
}
