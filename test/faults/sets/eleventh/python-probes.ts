import type { Call, Probe } from '../../probe.ts'

const AT = '/workspaces/alpha'

async function made(call: Call, path: string, json: unknown): Promise<string> {
  return `${path}/${(await call(`POST ${path}`, { json })).json.id}`
}

async function project(call: Call): Promise<string> {
  return await made(call, `${AT}/projects`, { name: 'Office' })
}

async function person(call: Call): Promise<string> {
  return await made(call, `${AT}/people`, { name: 'Ada' })
}

const idOf = (path: string): number => Number(path.split('/').at(-1))

export const eleventhPythonProbes: Readonly<Record<string, Probe>> = {
  'next-of-hooks-ignores-place': {
    observe: async (call) => {
      const ids: number[] = []
      for (let count = 0; count < 2; count++)
        ids.push(idOf(await made(call, `${AT}/hooks`, { url: 'https://example.com/news' })))
      const last = (await call(`GET ${AT}/hooks?size=1&after=h${ids[0]}`)).json
      const whole = (await call(`GET ${AT}/hooks?size=50`)).json
      return [last.items[0].id === ids[1], last.next === null, whole.next]
    },
    correct: [true, true, null],
    faulty: [true, false, null],
  },
  'moving-no-milestone-makes-empty-one': {
    observe: async (call) => {
      const path = `${await project(call)}/milestones`
      const before_id = idOf(await made(call, path, { title: 'Roof' }))
      const { status } = await call(`POST ${path}/999999999/move`, { json: { before_id } })
      const { items } = (await call(`GET ${path}`)).json
      return [status, items.map((one: { title: string }) => one.title)]
    },
    correct: [404, ['Roof']],
    faulty: [200, ['', 'Roof']],
  },
  'token-that-may-only-read-deletes': {
    observe: async (call) => {
      const json = { label: 'Screen', scopes: [] }
      const key = (await call(`POST ${await person(call)}/tokens`, { json })).json.token
      const room = await made(call, `${AT}/rooms`, { name: 'Library' })
      const created = (await call(`POST ${AT}/rooms`, { key, json: { name: 'Hall' } })).status
      const deleted = (await call(`DELETE ${room}`, { key })).status
      return [created, deleted, (await call(`GET ${room}`)).status]
    },
    correct: [403, 403, 200],
    faulty: [403, 204, 404],
  },
  'full-page-of-files-leads-on': {
    observe: async (call) => {
      const path = `${await project(call)}/attachments`
      for (const title of ['Plan', 'Photo']) {
        const form = new FormData()
        form.set('title', title)
        form.set('file', new File(['content'], 'file.txt', { type: 'text/plain' }))
        await call(`POST ${path}`, { body: form })
      }
      const leadsOn: boolean[] = []
      for (const query of ['size=1', 'size=1&page=2', 'size=2', 'size=3'])
        leadsOn.push(/rel="next"/.test((await call(`GET ${path}?${query}`)).headers.get('Link') ?? ''))
      return leadsOn
    },
    correct: [true, false, false, false],
    faulty: [true, true, true, false],
  },
  'person-with-hours-cannot-be-deleted': {
    observe: async (call) => {
      const [idle, busy] = [await person(call), await person(call)]
      const json = { person_id: idOf(busy), date: '2031-03-03', minutes: 60 }
      await call(`POST ${AT}/time-entries`, { json })
      const statuses: number[] = []
      for (const path of [idle, busy]) statuses.push((await call(`DELETE ${path}`)).status)
      return [...statuses, (await call(`GET ${busy}`)).status]
    },
    correct: [204, 204, 404],
    faulty: [204, 500, 200],
  },
  'only-last-order-of-absences-counts': {
    observe: async (call) => {
      const mine: number[] = []
      for (const days of [2, 1, 2, 1])
        mine.push(idOf(await made(call, `${AT}/absences`, { reason: 'Holiday', days })))
      const { items } = (await call(`GET ${AT}/absences?sort=days,-created_at&size=50`)).json
      const found: number[] = items.map((one: { id: number }) => one.id)
      return found.filter((id) => mine.includes(id)).map((id) => mine.indexOf(id))
    },
    correct: [3, 1, 2, 0],
    faulty: [3, 2, 1, 0],
  },
  'long-foreign-text-crashes': {
    observe: async (call) => {
      const statuses: number[] = []
      for (const text of ['n'.repeat(1000), 'ő'.repeat(500), 'ő'.repeat(501), 'n'.repeat(1001)])
        statuses.push((await call(`POST ${AT}/notices`, { json: { title: 'Summer', text } })).status)
      return statuses
    },
    correct: [201, 201, 201, 422],
    faulty: [201, 201, 500, 422],
  },
  'page-past-end-repeats-last': {
    observe: async (call) => {
      const path = `${await project(call)}/milestones`
      for (const title of ['Roof', 'Walls', 'Garden']) await made(call, path, { title })
      const pages: string[][] = []
      for (const page of [1, 2, 3]) {
        const { items } = (await call(`GET ${path}?size=2&page=${page}`)).json
        pages.push(items.map((one: { title: string }) => one.title))
      }
      return pages
    },
    correct: [['Roof', 'Walls'], ['Garden'], []],
    faulty: [['Roof', 'Walls'], ['Garden'], ['Garden']],
  },
  'inverted-range-has-no-slots': {
    observe: async (call) => {
      const path = `${await made(call, `${AT}/rooms`, { name: 'Library' })}/slots`
      const statuses: number[] = []
      for (const to of ['2031-03-04', '2031-03-03', '2031-03-02', '2031-06-03']) {
        const query = `from=2031-03-03T00:00:00Z&to=${to}T00:00:00Z`
        statuses.push((await call(`GET ${path}?${query}`)).status)
      }
      return statuses
    },
    correct: [200, 400, 400, 400],
    faulty: [200, 200, 200, 400],
  },
  'refused-notice-is-200': {
    observe: async (call) => {
      const { status, json } = await call(`POST ${AT}/notices`, { json: { title: '' } })
      return [status, json.success, (await call(`POST ${AT}/notices`, { json: { title: 'Summer' } })).status]
    },
    correct: [422, undefined, 201],
    faulty: [200, false, 201],
  },
}
