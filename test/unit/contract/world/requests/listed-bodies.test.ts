import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  ...{ properties, required },
})
const number = { type: 'integer' }
const text = { type: 'string' }
const shown = object({ id: { ...number, readOnly: true }, title: text })
const body = (schema: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
})
/** Returns a collection whose items can be created, read and removed. */
const collection = (name: string, { sent, answered = shown }: { sent: object; answered?: object }) => ({
  [`/${name}`]: {
    post: {
      operationId: `create ${name}`,
      ...body(sent),
      responses: { ...answers(answered, { status: 201 }), 400: { description: 'No' } },
    },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
    get: { operationId: `read ${name}`, responses: answers(shown) },
    delete: { operationId: `remove ${name}`, responses: { 204: { description: 'Gone' } } },
  },
})
const label = object({ project: number, title: text, approved_by: number }, ['project', 'title'])
const paths = {
  '/projects/{id}/tasks': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
    get: { operationId: 'list tasks of a project', responses: answers({ type: 'array', items: shown }) },
  },
  ...collection('marks', { sent: object({ task: number, title: text }, ['task']) }),
  ...collection('projects', { sent: object({ title: text }) }),
  ...collection('tasks', { sent: object({ title: text }) }),
  ...collection('labels', {
    sent: { type: 'array', items: label, minItems: 1 },
    answered: { type: 'array', items: shown },
  }),
}

/** Returns the findings about creations on a server that rejects references to items that do not exist. */
async function creates(): Promise<readonly string[]> {
  const things = new Map<string, object>()
  const isAbsent = (name: string, id: unknown): boolean => id !== undefined && !things.has(`/${name}/${id}`)
  const answer = (request: Request, sent: string): Response => {
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname.endsWith('/tasks')) return Response.json([])
    if (request.method === 'GET')
      return Response.json(things.get(pathname), { status: things.has(pathname) ? 200 : 404 })
    if (request.method === 'DELETE')
      return new Response(null, { status: things.delete(pathname) ? 204 : 404 })
    const given: unknown = JSON.parse(sent)
    const all: Record<string, unknown>[] = [given].flat().map((one) => Object(one))
    const errors = all.map(({ project, task, approved_by }) => ({
      ...(isAbsent('projects', project) && { project: [`Invalid pk "${project}" - object does not exist.`] }),
      ...(isAbsent('tasks', task) && { task: [`Invalid pk "${task}" - object does not exist.`] }),
      ...(approved_by !== undefined && {
        approved_by: [`Invalid pk "${approved_by}" - object does not exist.`],
      }),
    }))
    if (errors.some((error) => Object.keys(error).length > 0)) return Response.json(errors, { status: 400 })
    const made = all.map((one) => {
      const thing = { ...one, id: things.size + 100 }
      things.set(`${pathname}/${thing.id}`, thing)
      return thing
    })
    return Response.json(Array.isArray(given) ? made : made[0], { status: 201 })
  }
  return outcomes(await described(paths), { answer, rules: ['conformance'] })
}

test('items of a body that is a list name what the run made, and leave out what a refusal names', async () => {
  expect(await creates()).toContain('conformance create labels: passed')
})

test('of two collections with one name, items of the one that makes them are named', async () => {
  expect(await creates()).toContain('conformance create marks: passed')
})
