import { object, springfox } from '../documents.ts'
import { htmlError, refused, serve } from '../route.ts'

type Fields = Readonly<Record<string, unknown>>
const many = { type: 'array', items: { $ref: '#/definitions/Person' } }

/**
 * One item at a singular path, and several at a plural path: bodies that are arrays, comma-separated ids, and
 * changes that use the id in the body.
 */
export const people = {
  name: 'people',
  theirs: ['/api/person/5f00000000000000000000aa', '/api/persons/count'],
  document: springfox({
    title: 'people',
    definitions: {
      Address: object({ number: 'integer', street: 'string', postcode: 'string' }),
      Person: object({
        id: 'string',
        firstName: 'string',
        age: 'integer',
        createdAt: { type: 'string', format: 'date-time' },
        address: { $ref: '#/definitions/Address' },
      }),
    },
    operations: [
      { route: 'POST /api/person', id: 'postPerson', body: 'Person', answer: 'Person', status: 201 },
      { route: 'POST /api/persons', id: 'postPersons', body: many, answer: many, status: 201 },
      { route: 'GET /api/persons', id: 'getPersons', answer: many },
      { route: 'GET /api/person/{id}', id: 'getPerson', parameters: ['path id string'], answer: 'Person' },
      {
        route: 'GET /api/persons/{ids}',
        id: 'getPersonsByIds',
        parameters: ['path ids string'],
        answer: many,
      },
      { route: 'GET /api/persons/count', id: 'getCount', answer: { type: 'integer', format: 'int64' } },
      {
        route: 'GET /api/persons/averageAge',
        id: 'averageAge',
        answer: { type: 'number', format: 'double' },
      },
      {
        route: 'DELETE /api/person/{id}',
        id: 'deletePerson',
        parameters: ['path id string'],
        answer: { type: 'integer', format: 'int64' },
      },
      {
        route: 'DELETE /api/persons/{ids}',
        id: 'deletePersons',
        parameters: ['path ids string'],
        answer: { type: 'integer', format: 'int64' },
      },
      { route: 'DELETE /api/persons', id: 'deleteAll', answer: { type: 'integer', format: 'int64' } },
      { route: 'PUT /api/person', id: 'putPerson', body: 'Person', answer: 'Person' },
      {
        route: 'PUT /api/persons',
        id: 'putPersons',
        body: many,
        answer: { type: 'integer', format: 'int64' },
      },
    ],
  }),
  start: () => {
    let made = 0xa00
    const theirs = '5f00000000000000000000aa'
    const persons = new Map<string, Fields>([[theirs, { id: theirs, firstName: 'Eve', age: 40 }]])
    const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{24}$/.test(text)
    const save = ({ id, ...fields }: Fields): Fields | Response => {
      if (id !== undefined && id !== null && !isId(id)) return htmlError(500)
      const key = isId(id) ? id : (++made).toString(16).padStart(24, '5f')
      const person = { ...fields, id: key }
      persons.set(key, person)
      return person
    }
    const saveAll = (text: string): readonly Fields[] | Response => {
      let bodies: unknown
      try {
        bodies = JSON.parse(text)
      } catch {
        return refused(400, 'JSON parse error')
      }
      if (!Array.isArray(bodies) || bodies.some((body) => typeof body !== 'object' || body === null))
        return refused(400, 'JSON parse error: Cannot deserialize value of type ArrayList')
      const saved = bodies.map((body: Fields) => save(body))
      return saved.find((one) => one instanceof Response) ?? (saved as readonly Fields[])
    }
    const answered = (found: object | undefined, status = 200): Response => {
      if (found instanceof Response) return found
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found, { status })
    }
    const listed = (ids = '') => ids.split(',').flatMap((id) => persons.get(id) ?? [])
    const ages = () => [...persons.values()].map(({ age }) => Number(age ?? 0))
    return serve({
      'POST /api/person': ({ body }) =>
        body === undefined ? refused(400, 'body is missing') : answered(save(body), 201),
      'POST /api/persons': ({ text }) => answered(saveAll(text), 201),
      'GET /api/persons': () => Response.json([...persons.values()]),
      'GET /api/persons/count': () => Response.json(persons.size),
      'GET /api/persons/averageAge': () =>
        Response.json(ages().reduce((sum, age) => sum + age, 0) / Math.max(1, persons.size)),
      'GET /api/person/{id}': ({ path: { id = '' } }) =>
        isId(id) ? answered(persons.get(id)) : htmlError(500),
      'GET /api/persons/{ids}': ({ path: { ids = '' } }) =>
        ids.split(',').every(isId) ? Response.json(listed(ids)) : htmlError(500),
      'DELETE /api/person/{id}': ({ path: { id = '' } }) => Response.json(Number(persons.delete(id))),
      'DELETE /api/persons/{ids}': ({ path: { ids = '' } }) =>
        Response.json(ids.split(',').filter((id) => persons.delete(id)).length),
      'DELETE /api/persons': () => {
        const count = persons.size
        persons.clear()
        return Response.json(count)
      },
      'PUT /api/person': ({ body }) =>
        typeof body?.['id'] === 'string' && persons.has(body['id'])
          ? answered(save(body))
          : answered(undefined),
      'PUT /api/persons': ({ text }) => {
        const saved = saveAll(text)
        return saved instanceof Response ? saved : Response.json(saved.length)
      },
    })
  },
}
