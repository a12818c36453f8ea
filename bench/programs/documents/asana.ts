import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const tasks = ['1', '2', '3'].map((gid) => ({ gid, name: `Task ${gid}` }))
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    createTask: async ({ body }) => ({
      status: 201,
      body: { data: { gid: '4', name: body.data?.name ?? '' } },
    }),
    getTasks: async ({ query: { limit = 2, offset = '0' } }) => {
      const to = Number(offset) + limit
      const next_page = to < tasks.length ? { offset: String(to) } : null
      return { status: 200, body: { data: tasks.slice(Number(offset), to), next_page } }
    },
    getTask: async () => ({ status: 404, body: { errors: [{ message: 'Unknown object' }] } }),
    createAttachmentForObject: async ({ body }) => ({
      status: 200,
      body: { data: { gid: '8', name: body?.name ?? '' } },
    }),
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
  problemResponse: ({ detail }) => ({ body: { errors: [{ message: detail }] } }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials: { personalAccessToken: 't' } })

const { data: made } = await api.tasks.createTask({ body: { data: { name: 'Write', projects: ['1'] } } })
expect(made?.name === 'Write', 'the created task')
const names: (string | undefined)[] = []
for await (const { name } of api.tasks.getTasks.items({ query: { project: '1', limit: 2 } })) names.push(name)
expect(names.length === 3, 'every task once')
const form = { parent: '4', name: 'a.txt', file: new Blob(['four']) }
const { data: attached } = await api.attachments.createAttachmentForObject({ body: form })
expect(attached?.name === 'a.txt', 'the attached file')
const answer = await api.tasks.getTask.result({ path: { task_gid: '9' } })
expect(answer.status === 404 && answer.body.errors?.[0]?.message === 'Unknown object', 'no such task')
