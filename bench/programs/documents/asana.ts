import { createClient } from './generated/client.ts'
import { expect } from './only.ts'

const tasks = ['1', '2', '3'].map((gid) => ({ gid, name: `Task ${gid}` }))
const fetch = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.endsWith('/attachments')) {
    const form = await request.formData()
    return Response.json({ data: { gid: '8', name: form.get('name') } })
  }
  if (request.method === 'POST')
    return Response.json({ data: { gid: '4', ...(await request.json()).data } }, { status: 201 })
  if (pathname.endsWith('/tasks/9'))
    return Response.json({ errors: [{ message: 'Unknown object' }] }, { status: 404 })
  const from = Number(searchParams.get('offset') ?? 0)
  const next_page = from + 2 < tasks.length ? { offset: String(from + 2) } : null
  return Response.json({ data: tasks.slice(from, from + 2), next_page })
}
const api = createClient({ fetch, credentials: { personalAccessToken: 't' } })

const { data: made } = await api.tasks.createTask({ body: { data: { name: 'Write', projects: ['1'] } } })
expect(made?.name === 'Write', 'the task that was made')
const names: (string | undefined)[] = []
for await (const { name } of api.tasks.getTasks.items({ query: { project: '1', limit: 2 } })) names.push(name)
expect(names.length === 3, 'every task once')
const form = { parent: '4', name: 'a.txt', file: new Blob(['four']) }
const { data: attached } = await api.attachments.createAttachmentForObject({ body: form })
expect(attached?.name === 'a.txt', 'the file that was attached')
const answer = await api.tasks.getTask.result({ path: { task_gid: '9' } })
expect(answer.status === 404 && answer.body.errors?.[0]?.message === 'Unknown object', 'no such task')
