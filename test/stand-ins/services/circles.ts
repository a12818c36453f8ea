import { object, springdoc } from '../documents.ts'
import { refused, serve } from '../route.ts'

type Fields = Readonly<Record<string, unknown>>
const list = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })
const gone = () => new Response(null, { status: 204 })
const id = 'path id integer'

/**
 * Todos that are created below a user and have their own path, members that are added to a group, and labels
 * that are added to a todo.
 */
export const circles = {
  name: 'circles',
  theirs: ['/api/users/1', '/api/todos/2', '/api/groups/3', '/api/groups/3/members'],
  document: springdoc({
    title: 'circles',
    definitions: {
      User: object({ id: 'integer', email: 'string' }),
      Todo: object({ id: 'integer', title: 'string', note: 'string', user_id: 'integer' }),
      NewTodo: object({ title: 'string', note: 'string' }),
      Group: object({ id: 'integer', topic: 'string' }),
      Label: object({ id: 'integer', colour: 'string' }),
    },
    operations: [
      { route: 'GET /api/users', id: 'listUsers', answer: list('User') },
      { route: 'POST /api/users', id: 'createUser', body: 'User', answer: 'User', status: 201 },
      { route: 'GET /api/users/{id}', id: 'readUser', parameters: [id], answer: 'User' },
      { route: 'DELETE /api/users/{id}', id: 'deleteUser', parameters: [id], status: 204 },
      { route: 'GET /api/users/{id}/todos', id: 'listTodos', parameters: [id], answer: list('Todo') },
      {
        route: 'POST /api/users/{id}/todos',
        id: 'createTodo',
        parameters: [id],
        body: 'NewTodo',
        answer: 'Todo',
      },
      { route: 'GET /api/todos/{id}', id: 'readTodo', parameters: [id], answer: 'Todo' },
      { route: 'PATCH /api/todos/{id}', id: 'changeTodo', parameters: [id], body: 'NewTodo', answer: 'Todo' },
      { route: 'DELETE /api/todos/{id}', id: 'deleteTodo', parameters: [id], status: 204 },
      { route: 'GET /api/groups', id: 'listGroups', answer: list('Group') },
      { route: 'POST /api/groups', id: 'createGroup', body: 'Group', answer: 'Group', status: 201 },
      { route: 'GET /api/groups/{id}', id: 'readGroup', parameters: [id], answer: 'Group' },
      { route: 'DELETE /api/groups/{id}', id: 'deleteGroup', parameters: [id], status: 204 },
      { route: 'GET /api/groups/{id}/members', id: 'listMembers', parameters: [id], answer: list('User') },
      {
        route: 'PUT /api/groups/{id}/members/{userId}',
        id: 'addMember',
        parameters: [id, 'path userId integer'],
        status: 204,
      },
      {
        route: 'DELETE /api/groups/{id}/members/{userId}',
        id: 'removeMember',
        parameters: [id, 'path userId integer'],
        status: 204,
      },
      { route: 'GET /api/labels', id: 'listLabels', answer: list('Label') },
      {
        route: 'POST /api/groups/{id}/labels',
        id: 'createLabel',
        parameters: [id],
        body: 'Label',
        answer: 'Label',
      },
      {
        route: 'DELETE /api/labels/{labelId}',
        id: 'deleteLabel',
        parameters: ['path labelId integer'],
        status: 204,
      },
    ],
  }),
  start: () => {
    let last = 3
    const tables = {
      users: new Map<number, Fields>([[1, { id: 1, email: 'eve@example.org' }]]),
      todos: new Map<number, Fields>([[2, { id: 2, title: 'rest', note: '', user_id: 1 }]]),
      groups: new Map<number, Fields>([[3, { id: 3, topic: 'peace' }]]),
      labels: new Map<number, Fields>(),
    }
    type Table = keyof typeof tables
    const members = new Map<number, Set<number>>([[3, new Set([1])]])
    const absent = () => refused(404, 'not found')
    const one = (table: Table, key: string | undefined) => tables[table].get(Number(key))
    const read = (table: Table, key: string | undefined): Response => {
      const found = one(table, key)
      return found === undefined ? absent() : Response.json(found)
    }
    const isText = (value: unknown) => value === undefined || typeof value === 'string'
    const make = (table: Table, body: Fields | undefined, { more = {}, status = 200 } = {}): Response => {
      const fields = Object.entries(body ?? {}).filter(([name]) => name !== 'id')
      if (body === undefined || !fields.every(([, value]) => isText(value)))
        return refused(400, 'must be a text')
      const made = { ...Object.fromEntries(fields), ...more, id: ++last }
      tables[table].set(last, made)
      return Response.json(made, { status })
    }
    const remove = (table: Table, key: string | undefined): Response =>
      tables[table].delete(Number(key)) ? gone() : absent()
    const all = (table: Table) => Response.json([...tables[table].values()])
    const within = (group: string | undefined) => {
      const own = members.get(Number(group)) ?? new Set<number>()
      members.set(Number(group), own)
      return own
    }
    return serve({
      'GET /api/users': () => all('users'),
      'POST /api/users': ({ body }) => make('users', body, { status: 201 }),
      'GET /api/users/{id}': ({ path }) => read('users', path['id']),
      'DELETE /api/users/{id}': ({ path }) => remove('users', path['id']),
      'GET /api/users/{id}/todos': ({ path }) =>
        one('users', path['id']) === undefined
          ? absent()
          : Response.json(
              [...tables.todos.values()].filter(({ user_id: user }) => user === Number(path['id'])),
            ),
      'POST /api/users/{id}/todos': ({ path, body }) =>
        one('users', path['id']) === undefined
          ? absent()
          : make('todos', body, { more: { user_id: Number(path['id']) } }),
      'GET /api/todos/{id}': ({ path }) => read('todos', path['id']),
      'PATCH /api/todos/{id}': ({ path, body }) => {
        const found = one('todos', path['id'])
        if (found === undefined) return absent()
        if (body === undefined || !Object.values(body).every(isText)) return refused(400, 'must be a text')
        tables.todos.set(Number(path['id']), {
          ...found,
          ...body,
          id: found['id'],
          user_id: found['user_id'],
        })
        return read('todos', path['id'])
      },
      'DELETE /api/todos/{id}': ({ path }) => remove('todos', path['id']),
      'GET /api/groups': () => all('groups'),
      'POST /api/groups': ({ body }) => make('groups', body, { status: 201 }),
      'GET /api/groups/{id}': ({ path }) => read('groups', path['id']),
      'DELETE /api/groups/{id}': ({ path }) => remove('groups', path['id']),
      'GET /api/groups/{id}/members': ({ path }) =>
        one('groups', path['id']) === undefined
          ? absent()
          : Response.json([...within(path['id'])].flatMap((key) => tables.users.get(key) ?? [])),
      'PUT /api/groups/{id}/members/{userId}': ({ path }) => {
        if ((one('groups', path['id']) ?? undefined) === undefined) return absent()
        if (one('users', path['userId']) === undefined) return absent()
        within(path['id']).add(Number(path['userId']))
        return gone()
      },
      'DELETE /api/groups/{id}/members/{userId}': ({ path }) =>
        within(path['id']).delete(Number(path['userId'])) ? gone() : absent(),
      'GET /api/labels': () => all('labels'),
      'POST /api/groups/{id}/labels': ({ path, body }) =>
        one('groups', path['id']) === undefined ? absent() : make('labels', body),
      'DELETE /api/labels/{labelId}': ({ path }) => remove('labels', path['labelId']),
    })
  },
}
