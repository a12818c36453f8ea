import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const task = { type: 'object', properties: { id: text, label: text } }
const body = { content: { 'application/json': { schema: task } } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
const items = {
  '/tasks/{id}': {
    parameters,
    get: { operationId: 'read', responses: answers(task) },
    delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } },
  },
}

/**
 * Returns the role of the POST with this name, next to a list with the same response. @param further
 * additional paths.
 */
async function rolesOf(
  operationId: string,
  { status = 200, sent = task as object, further = {} as object } = {},
): Promise<Record<string, string | undefined>> {
  const all = { type: 'array', items: task }
  const { operations } = await described({
    '/tasks': {
      get: { operationId: 'list', responses: answers(all) },
      post: {
        operationId,
        requestBody: { content: { 'application/json': { schema: sent } } },
        responses: answers(all, { status }),
      },
    },
    ...items,
    ...further,
  })
  return Object.fromEntries(operations.map((each) => [each.operationId, each.resource?.role]))
}

test.each([
  'queryTasks',
  'postQueryTasks',
  'find_tasks',
  'paginateTasks',
  'modifyTasks',
  'update-tasks',
  'TaskService_QueryTasks',
  'TasksController_findTasks',
])('%s is called after what it does with items that are there, and makes none', async (name) => {
  expect((await rolesOf(name))[name]).not.toBe('create')
  expect((await rolesOf(name, { status: 201 }))[name]).toBe('create')
})

test.each(['updateTask_1', 'updateTask_2_1', 'modifyTaskUsingPOST_3'])(
  '%s makes one: its number says that other writes have the same name',
  async (name) => {
    expect((await rolesOf(name))[name]).toBe('create')
  },
)

test('what a POST takes outranks its name, where the PUT of an item takes the same', async () => {
  const putWith = (schema: object) => ({
    '/tasks/{id}': {
      ...items['/tasks/{id}'],
      put: {
        operationId: 'replace',
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 204: { description: 'Replaced' } },
      },
    },
  })
  const roleOf = async (name: string, schema: object, sent: object = schema) =>
    (await rolesOf(name, { sent, further: putWith(schema) }))[name]
  const told = { ...task, required: ['id'] }
  expect(await roleOf('updateTask', task)).toBe('create')
  expect(await roleOf('queryTasks', task)).toBe('create')
  expect(await roleOf('updateTask', told)).not.toBe('create')
  expect(await roleOf('updateTask', task, { ...task, required: ['label'] })).not.toBe('create')
  expect(await roleOf('deleteTasks', task)).not.toBe('create')
})

test.each(['find_1', 'query_tasks_1', 'deleteTasks_1'])('%s makes none for all its number', async (name) => {
  expect((await rolesOf(name))[name]).not.toBe('create')
})

test.each(['postTasks', 'updateOrCreateTasks', 'tasks', 'post', 'queriedTasks'])(
  '%s makes them',
  async (name) => {
    expect((await rolesOf(name))[name]).toBe('create')
  },
)

test('what makes items may stand at a path of its own beside them', async () => {
  const post = { operationId: 'make', requestBody: body, responses: { 204: { description: 'Made' } } }
  const further = { '/tasks/create': { post } }
  expect(await rolesOf('queryTasks', { further })).toMatchObject({ queryTasks: undefined, make: 'create' })
  expect(await rolesOf('postTasks', { further })).toMatchObject({ postTasks: 'create', make: 'create' })
  const { operations, resources } = await described({ ...items, ...further })
  expect(operations.find(({ operationId }) => operationId === 'make')?.resource?.role).toBe('create')
  expect(resources.map(({ collection }) => collection)).toEqual(['/tasks'])
})

test('what is made under a name in its path, read and removed is an item, also where nothing lists such', async () => {
  const made = { operationId: 'make', responses: answers(task, { status: 201 }) }
  const { get, delete: remove } = items['/tasks/{id}']
  const sets = async (operations: object) =>
    (await described({ '/sets/{id}': { parameters, ...operations } })).resources.map(
      ({ operations }) => operations,
    )
  expect(await sets({ post: made, get, delete: remove })).toEqual([
    { create: 'make', read: 'read', delete: 'remove' },
  ])
  expect(await sets({ post: made, get })).toEqual([])
  expect(await sets({ post: { ...made, responses: answers(task) }, get, delete: remove })).toEqual([])
})

test.each(['getManyTasks', 'fetch_tasks', 'postRetrieveTasks'])(
  '%s reads those that are there',
  async (name) => {
    expect((await rolesOf(name))[name]).not.toBe('create')
    expect((await rolesOf(name, { status: 201 }))[name]).toBe('create')
  },
)

test('what reads or makes them makes them', async () => {
  expect(await rolesOf('get_or_create_task')).toMatchObject({ get_or_create_task: 'create' })
})
