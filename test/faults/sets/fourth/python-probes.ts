import type { Call, Probe } from '../../probe.ts'

const AT = '/workspaces/alpha'

async function made(call: Call, path: string, json: unknown): Promise<string> {
  return `${path}/${(await call(`POST ${path}`, { json })).json.id}`
}

async function project(call: Call, more: object = {}): Promise<string> {
  return await made(call, `${AT}/projects`, { name: 'Office', ...more })
}

async function person(call: Call, more: object = {}): Promise<string> {
  return await made(call, `${AT}/people`, { name: 'Ada', ...more })
}

async function absence(call: Call): Promise<string> {
  return await made(call, `${AT}/absences`, { reason: 'Holidays', days: 5 })
}

const idOf = (path: string): number => Number(path.split('/').at(-1))

const email = (): string => `${crypto.randomUUID()}@example.com`

export const fourthPythonProbes: Readonly<Record<string, Probe>> = {
  'new-task-has-no-assignee': {
    observe: async (call) => {
      const assignee_id = idOf(await person(call))
      const json = { title: 'Order desks', assignee_id }
      const answer = await call(`POST ${await project(call)}/tasks`, { json })
      return [answer.status, answer.json.assignee_id === assignee_id]
    },
    correct: [201, true],
    faulty: [201, false],
  },
  'cancelled-absence-is-approved': {
    observe: async (call) => {
      const path = await absence(call)
      await call(`POST ${path}/cancel`)
      return [(await call(`POST ${path}/approve`)).status, (await call(`GET ${path}`)).json.state]
    },
    correct: [409, 'cancelled'],
    faulty: [200, 'approved'],
  },
  'refused-method-names-none': {
    observe: async (call) => {
      const { status, headers } = await call(`PUT ${AT}/events`)
      return [status, headers.get('Allow')]
    },
    correct: [405, 'GET, HEAD, POST'],
    faulty: [405, null],
  },
  'taken-email-crashes-change': {
    observe: async (call) => {
      const taken = email()
      await person(call, { email: taken })
      return (await call(`PATCH ${await person(call)}`, { json: { email: taken } })).status
    },
    correct: 409,
    faulty: 500,
  },
  'milestones-are-always-first-page': {
    observe: async (call) => {
      const milestones = `${await project(call)}/milestones`
      for (const title of ['one', 'two']) await call(`POST ${milestones}`, { json: { title } })
      const { page, items } = (await call(`GET ${milestones}?page=2&size=1`)).json
      return [page, items[0].title]
    },
    correct: [2, 'two'],
    faulty: [1, 'one'],
  },
  'issued-token-fails-at-labels': {
    observe: async (call) => {
      const { token: key } = (await call(`POST ${await person(call)}/tokens`, { json: { label: 'Own' } }))
        .json
      return [
        (await call(`GET ${AT}/labels`, { key })).status,
        (await call(`GET ${AT}/rooms`, { key })).status,
      ]
    },
    correct: [200, 200],
    faulty: [401, 200],
  },
  'nothing-measured-crashes': {
    observe: async (call) => {
      const { status, json } = await call(
        `GET ${await made(call, `${AT}/devices`, { name: 'Meter' })}/latest`,
      )
      return [status, json.values]
    },
    correct: [200, {}],
    faulty: [500, undefined],
  },
  'unwanted-upload-is-304': {
    observe: async (call) => {
      const plan = `${await made(call, `${AT}/rooms`, { name: 'Library' })}/plan`
      const headers = { 'Content-Type': 'application/octet-stream', 'If-None-Match': '*' }
      const first = await call(`PUT ${plan}`, { body: 'first', headers })
      const second = await call(`PUT ${plan}`, { body: 'second', headers })
      return [first.status, second.status, (await call(`GET ${plan}`)).text]
    },
    correct: [204, 412, 'first'],
    faulty: [204, 304, 'first'],
  },
  'total-is-zero-on-later-pages': {
    observe: async (call) => {
      for (const code of ['a', 'b']) await call(`POST ${AT}/labels`, { json: { name: 'Office', code } })
      const { data, meta } = (await call(`GET ${AT}/labels?page=2&size=1`)).json
      return [data.length, meta.total >= 2]
    },
    correct: [1, true],
    faulty: [1, false],
  },
  'no-entries-are-416': {
    observe: async (call) => {
      const { status, json } = await call(`GET ${AT}/time-entries?from=2999-01-01`)
      return [status, json.items]
    },
    correct: [200, []],
    faulty: [416, undefined],
  },
  'linked-pages-are-of-all': {
    observe: async (call) => {
      for (const _ of [1, 2]) await absence(call)
      const { headers } = await call(`GET ${AT}/absences?state=requested&page=1&size=1`)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] ?? ''
      const query = new URL(next, 'http://bureau.test').searchParams
      return [query.get('page'), query.get('size'), query.get('state')]
    },
    correct: ['2', '1', 'requested'],
    faulty: ['2', null, null],
  },
  'emoji-in-name-crashes': {
    observe: async (call) => (await call(`POST ${AT}/devices`, { json: { name: 'Lamp \u{1F4A1}' } })).status,
    correct: 201,
    faulty: 500,
  },
  'unknown-entry-is-204': {
    observe: async (call) => (await call(`GET ${AT}/time-entries/999999`)).status,
    correct: 404,
    faulty: 204,
  },
  'restored-project-stays-in-trash': {
    observe: async (call) => {
      const path = await project(call)
      await call(`DELETE ${path}`)
      await call(`POST ${path}/restore`)
      const lists = [false, true].map(async (deleted) => {
        const query = `deleted=${deleted}&sort=-created_at&size=50`
        const { items } = (await call(`GET ${AT}/projects?${query}`)).json
        return items.some(({ id }: { id: number }) => id === idOf(path))
      })
      return [(await call(`GET ${path}`)).status, ...(await Promise.all(lists))]
    },
    correct: [200, true, false],
    faulty: [200, false, true],
  },
  'booking-title-is-encoded': {
    observe: async (call) => {
      const bookings = `${await made(call, `${AT}/rooms`, { name: 'Library' })}/bookings`
      const json = { title: 'Questions & answers', start_at: '2031-03-03T09:00:00Z', minutes: 60 }
      return (await call(`GET ${await made(call, bookings, json)}`)).json.title
    },
    correct: 'Questions & answers',
    faulty: 'Questions &amp; answers',
  },
  'people-without-email-do-not-count': {
    observe: async (call) => {
      const name = crypto.randomUUID()
      await person(call, { name, email: email() })
      await person(call, { name })
      const [list, number] = [`people?search=${name}`, `people-count?search=${name}`]
      return [(await call(`GET ${AT}/${list}`)).json.total, (await call(`GET ${AT}/${number}`)).json.count]
    },
    correct: [2, 2],
    faulty: [2, 1],
  },
  'unknown-room-has-bookings': {
    observe: async (call) => (await call(`GET ${AT}/rooms/999999/bookings`)).status,
    correct: 404,
    faulty: 200,
  },
  'empty-description-is-ignored': {
    observe: async (call) => {
      const path = await project(call, { description: 'On the first floor' })
      const { status, json } = await call(`PATCH ${path}`, { json: { description: '' } })
      return [status, json.description]
    },
    correct: [200, ''],
    faulty: [200, 'On the first floor'],
  },
  'refused-states-are-set-in-part': {
    observe: async (call) => {
      const tasks = `${await project(call)}/tasks`
      const path = await made(call, tasks, { title: 'Order desks' })
      const json = { task_ids: [idOf(path), 999_999], done: true }
      return [(await call(`POST ${tasks}/state`, { json })).status, (await call(`GET ${path}`)).json.done]
    },
    correct: [422, false],
    faulty: [422, true],
  },
  'deleted-attachment-stays': {
    observe: async (call) => {
      const attachments = `${await project(call)}/attachments`
      const body = new FormData()
      body.set('title', 'Sketch')
      body.set('file', new File(['sketch'], 'sketch.txt'))
      const path = `${attachments}/${(await call(`POST ${attachments}`, { body })).json.id}`
      return [(await call(`DELETE ${path}`)).status, (await call(`GET ${path}`)).status]
    },
    correct: [204, 404],
    faulty: [204, 200],
  },
}
