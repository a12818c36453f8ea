import { object, springdoc } from '../documents.ts'
import { htmlError, refused, serve } from '../route.ts'

const list = (name: string, type: string) =>
  object({ [name]: { type: 'array', items: { $ref: `#/components/schemas/${type}` } } })

/**
 * Wrappers with arbitrary names, ids named after their things, upserts by key, ids in the query, and
 * creations that return little.
 */
export const staff = {
  name: 'staff',
  theirs: ['/api/employees/2', '/api/departments/1', '/api/permissions', '/api/preferences/colour'],
  document: springdoc({
    title: 'staff',
    definitions: {
      Employee: object({
        employeeId: 'long',
        firstName: 'string',
        email: { type: 'string', format: 'email' },
        departmentId: 'long',
      }),
      NewEmployee: {
        ...object({ firstName: 'string', email: { type: 'string', format: 'email' }, departmentId: 'long' }),
        required: ['firstName', 'departmentId'],
      },
      Employees: list('employeeList', 'Employee'),
      Department: object({ departmentId: 'long', title: 'string' }),
      NewDepartment: { ...object({ title: 'string' }), required: ['title'] },
      Departments: list('collection', 'Department'),
      Permission: object({ permission: 'string', enabled: 'boolean' }),
      Permissions: object({
        data: object({ content: { type: 'array', items: { $ref: '#/components/schemas/Permission' } } }),
      }),
      Preference: object({ value: 'string' }),
      Message: object({ message: 'string' }),
    },
    operations: [
      { route: 'GET /api/employees', id: 'getEmployees', answer: 'Employees' },
      {
        route: 'POST /api/employees',
        id: 'addEmployee',
        body: 'NewEmployee',
        answer: object({ status: 'string', data: { $ref: '#/components/schemas/Employee' } }),
      },
      {
        route: 'GET /api/employees/{id}',
        id: 'getEmployee',
        parameters: ['path id long'],
        answer: 'Employee',
      },
      {
        route: 'PUT /api/employees/{id}',
        id: 'updateEmployee',
        parameters: ['path id long'],
        body: 'NewEmployee',
        answer: 'Employee',
      },
      {
        route: 'DELETE /api/employees/{id}',
        id: 'removeEmployee',
        parameters: ['path id long'],
        answer: 'Message',
      },
      {
        route: 'GET /api/employees/search',
        id: 'searchEmployees',
        parameters: ['query firstName string'],
        answer: 'Employees',
      },
      {
        route: 'GET /api/employee',
        id: 'findEmployee',
        parameters: ['query employeeId long'],
        answer: 'Employee',
      },
      { route: 'GET /api/departments', id: 'getDepartments', answer: 'Departments' },
      { route: 'POST /api/departments', id: 'addDepartment', body: 'NewDepartment', answer: 'Message' },
      {
        route: 'GET /api/departments/{departmentId}',
        id: 'getDepartment',
        parameters: ['path departmentId long'],
        answer: 'Department',
      },
      {
        route: 'DELETE /api/departments/{departmentId}',
        id: 'removeDepartment',
        parameters: ['path departmentId long'],
        answer: 'Message',
      },
      {
        route: 'GET /api/departments/{departmentId}/employees',
        id: 'getEmployeesOf',
        parameters: ['path departmentId long'],
        answer: 'Employees',
      },
      { route: 'GET /api/permissions', id: 'getPermissions', answer: 'Permissions' },
      {
        route: 'GET /api/permissions/{permissionKey}',
        id: 'getPermission',
        parameters: ['path permissionKey string'],
        answer: 'Permission',
      },
      {
        route: 'GET /api/preferences',
        id: 'getPreferences',
        answer: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Preference' } },
      },
      {
        route: 'PUT /api/preferences/{key}',
        id: 'savePreference',
        parameters: ['path key string'],
        body: 'Preference',
        answer: 'Preference',
      },
      {
        route: 'GET /api/preferences/{key}',
        id: 'getPreference',
        parameters: ['path key string'],
        answer: 'Preference',
      },
      {
        route: 'DELETE /api/preferences/{key}',
        id: 'removePreference',
        parameters: ['path key string'],
        answer: 'Message',
      },
    ],
  }),
  start: () => {
    let made = 10
    const departments = new Map<number, object>([[1, { departmentId: 1, title: 'Store' }]])
    const employees = new Map<
      number,
      { readonly employeeId: number; readonly firstName: unknown; readonly departmentId: unknown }
    >([[2, { employeeId: 2, firstName: 'Eve', departmentId: 1 }]])
    const permissions = ['READ_ALL', 'WRITE_OWN'].map((permission) => ({ permission, enabled: true }))
    const preferences = new Map<string, unknown>([['colour', { value: 'blue' }]])
    const shown = (found: unknown): Response =>
      found === undefined ? refused(404, 'not there') : Response.json(found)
    const done = (isDone: boolean): Response =>
      isDone ? Response.json({ message: 'done' }) : refused(404, 'not there')
    const inDepartment = (id: number) =>
      [...employees.values()].filter(({ departmentId }) => departmentId === id)
    const save = (
      employeeId: number,
      body: Readonly<Record<string, unknown>> | undefined,
    ): Response | object => {
      if (typeof body?.['firstName'] !== 'string') return htmlError(500)
      if (!departments.has(Number(body['departmentId']))) return refused(409, 'constraint [fk_department]')
      const employee = {
        ...body,
        employeeId,
        firstName: body['firstName'],
        departmentId: body['departmentId'],
      }
      employees.set(employeeId, employee)
      return employee
    }
    return serve({
      'GET /api/employees': () => Response.json({ employeeList: [...employees.values()] }),
      'POST /api/employees': ({ body }) => {
        const data = save(++made, body)
        return data instanceof Response ? data : Response.json({ status: 'OK', data })
      },
      'GET /api/employees/search': ({ query }) =>
        Response.json({
          employeeList: [...employees.values()].filter(
            ({ firstName }) => firstName === query.get('firstName'),
          ),
        }),
      'GET /api/employees/{id}': ({ path }) => shown(employees.get(Number(path['id']))),
      'PUT /api/employees/{id}': ({ path, body }) => {
        const id = Number(path['id'])
        if (!employees.has(id)) return refused(404, 'not there')
        const saved = save(id, body)
        return saved instanceof Response ? saved : Response.json(saved)
      },
      'DELETE /api/employees/{id}': ({ path }) => done(employees.delete(Number(path['id']))),
      'GET /api/employee': ({ query }) => shown(employees.get(Number(query.get('employeeId')))),
      'GET /api/departments': () => Response.json({ collection: [...departments.values()] }),
      'POST /api/departments': ({ body }) => {
        if (typeof body?.['title'] !== 'string') return htmlError(500)
        departments.set(++made, { departmentId: made, title: body['title'] })
        return Response.json({ message: 'saved' })
      },
      'GET /api/departments/{id}': ({ path }) => shown(departments.get(Number(path['id']))),
      'DELETE /api/departments/{id}': ({ path }) =>
        inDepartment(Number(path['id'])).length > 0
          ? refused(409, 'constraint [fk_department]')
          : done(departments.delete(Number(path['id']))),
      'GET /api/departments/{id}/employees': ({ path }) =>
        departments.has(Number(path['id']))
          ? Response.json({ employeeList: inDepartment(Number(path['id'])) })
          : refused(404, 'not there'),
      'GET /api/permissions': () => Response.json({ data: { content: permissions } }),
      'GET /api/permissions/{key}': ({ path }) =>
        shown(permissions.find(({ permission }) => permission === path['key'])),
      'GET /api/preferences': () => Response.json(Object.fromEntries(preferences)),
      'PUT /api/preferences/{key}': ({ path, body }) => {
        if (body === undefined) return refused(400, 'body is missing')
        preferences.set(path['key'] ?? '', body)
        return Response.json(body)
      },
      'GET /api/preferences/{key}': ({ path }) => shown(preferences.get(path['key'] ?? '')),
      'DELETE /api/preferences/{key}': ({ path }) => done(preferences.delete(path['key'] ?? '')),
    })
  },
}
