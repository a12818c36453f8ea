import type { Call, Probe } from '../../probe.ts'

const AT = '/workspaces/alpha'

async function made(call: Call, path: string, json: unknown): Promise<string> {
  return `${path}/${(await call(`POST ${path}`, { json })).json.id}`
}

const idOf = (path: string): number => Number(path.split('/').at(-1))

async function person(call: Call, more: object = {}): Promise<string> {
  return await made(call, `${AT}/people`, { name: 'Ada', ...more })
}

async function team(call: Call, more: object = {}): Promise<string> {
  return await made(call, `${AT}/teams`, { name: crypto.randomUUID(), ...more })
}

async function project(call: Call, more: object = {}): Promise<string> {
  return await made(call, `${AT}/projects`, { name: 'Office', ...more })
}

/** The token of a new person, with some scopes. */
async function token(call: Call, scopes: readonly string[]): Promise<string> {
  const path = `${await person(call)}/tokens`
  return (await call(`POST ${path}`, { json: { label: 'Travel', scopes } })).json.token
}

/** What is answered when a team is added twice with one name. */
async function addTwice(call: Call): Promise<number[]> {
  const json = { name: crypto.randomUUID() }
  const first = await call(`POST ${AT}/teams`, { json })
  return [first.status, (await call(`POST ${AT}/teams`, { json })).status]
}

export const ninthPythonProbes: Readonly<Record<string, Probe>> = {
  'emails-need-no-scope': {
    observe: async (call) => {
      const email = `${crypto.randomUUID()}@example.com`
      const path = await person(call, { email })
      const key = await token(call, ['write'])
      const shown = (await call(`GET ${path}`, { key })).json.email === email
      return [shown, (await call(`GET ${AT}/people?search=${email}`, { key })).json.total]
    },
    correct: [false, 0],
    faulty: [true, 1],
  },
  'plain-text-makes-event-in-part': {
    observe: async (call) => {
      const body = JSON.stringify({ title: 5, start_at: '2031-03-03T09:00:00Z', minutes: 45 })
      const answer = await call(`POST ${AT}/events`, { body, headers: { 'Content-Type': 'text/plain' } })
      return [answer.status, answer.json.title, answer.json.minutes]
    },
    correct: [415, 'Unsupported media type', undefined],
    faulty: [201, '5', 60],
  },
  'only-ten-slots-are-listed': {
    observe: async (call) => {
      const path = await made(call, `${AT}/rooms`, { name: 'Library' })
      const range = 'from=2031-03-03T00:00:00Z&to=2031-03-04T00:00:00Z'
      return (await call(`GET ${path}/slots?${range}`)).json.items.length
    },
    correct: 24,
    faulty: 10,
  },
  'change-resets-omitted-of-device': {
    observe: async (call) => {
      const settings = { interval: 60 }
      const path = await made(call, `${AT}/devices`, { name: 'Meter', location: 'Library', settings })
      await call(`PATCH ${path}`, { json: { version: 1, name: 'Gauge' } })
      const { json } = await call(`GET ${path}`)
      return [json.name, json.location, json.settings]
    },
    correct: ['Gauge', 'Library', { interval: 60 }],
    faulty: ['Gauge', null, {}],
  },
  'private-projects-are-dropped-from-pages': {
    observe: async (call) => {
      const key = await token(call, [])
      await project(call)
      const before = (await call(`GET ${AT}/projects`, { key })).json.total
      await project(call, { private: true })
      const { items, total } = (await call(`GET ${AT}/projects?sort=-created_at&size=1`, { key })).json
      return [items.length, total - before]
    },
    correct: [1, 0],
    faulty: [0, 1],
  },
  'members-of-teams-need-scope-write': {
    observe: async (call) => {
      const path = await team(call)
      const key = await token(call, ['emails'])
      const statuses: number[] = []
      for (const request of [`GET ${path}`, `GET ${path}/members`, `DELETE ${path}`])
        statuses.push((await call(request, { key })).status)
      return statuses
    },
    correct: [200, 200, 403],
    faulty: [200, 403, 403],
  },
  'point-off-the-earth-has-no-zone': {
    observe: async (call) => {
      const answers: unknown[] = []
      for (const query of ['latitude=52.5&longitude=13.4', 'latitude=91&longitude=13.4']) {
        const { status, json } = await call(`GET /time-zone-at?${query}`)
        answers.push([status, json.name])
      }
      return answers
    },
    correct: [
      [200, 'Europe/Berlin'],
      [400, undefined],
    ],
    faulty: [
      [200, 'Europe/Berlin'],
      [200, null],
    ],
  },
  'change-to-same-value-is-204': {
    observe: async (call) => {
      const path = await project(call)
      const { status, json } = await call(`PATCH ${path}`, { json: { name: 'Office' } })
      return [status, json?.name]
    },
    correct: [200, 'Office'],
    faulty: [204, undefined],
  },
  'deleting-unknown-notice-is-403': {
    observe: async (call) => {
      const path = await made(call, `${AT}/notices`, { title: 'Summer party' })
      const first = (await call(`DELETE ${path}`)).status
      return [first, (await call(`DELETE ${path}`)).status]
    },
    correct: [204, 404],
    faulty: [204, 403],
  },
  'change-to-taken-email-is-400': {
    observe: async (call) => {
      const email = `${crypto.randomUUID()}@example.com`
      await person(call, { email })
      return (await call(`PATCH ${await person(call)}`, { json: { email } })).status
    },
    correct: 409,
    faulty: 400,
  },
  'blanks-make-second-team': {
    observe: async (call) => {
      const name = `Front ${crypto.randomUUID()}`
      const statuses: number[] = []
      for (const each of [name, `${name} `, name.replace(' ', '  ')])
        statuses.push((await call(`POST ${AT}/teams`, { json: { name: each } })).status)
      return statuses
    },
    correct: [201, 422, 422],
    faulty: [201, 201, 201],
  },
  'malformed-authorization-crashes': {
    observe: async (call) => {
      const statuses: number[] = []
      for (const Authorization of ['Bearer unknown', 'malformed'])
        statuses.push((await call('GET /me', { key: '', headers: { Authorization } })).status)
      return statuses
    },
    correct: [401, 401],
    faulty: [401, 500],
  },
  'taken-team-name-crashes': {
    observe: addTwice,
    correct: [201, 409],
    faulty: [201, 500],
  },
  'head-without-accept-crashes': {
    observe: async (call) => {
      const statuses: number[] = []
      for (const Accept of ['application/json', ''])
        statuses.push((await call(`HEAD ${AT}/labels`, { headers: { Accept } })).status)
      return statuses
    },
    correct: [200, 200],
    faulty: [200, 500],
  },
  'changed-team-answers-id-of-lead': {
    observe: async (call) => {
      const [path, lead] = [await team(call), await person(call)]
      const changed = (await call(`PATCH ${path}`, { json: { lead_id: idOf(lead) } })).json.lead
      const read = (await call(`GET ${path}`)).json.lead
      return [read.name, changed.name, changed === read.id]
    },
    correct: ['Ada', 'Ada', false],
    faulty: ['Ada', undefined, true],
  },
  'unknown-path-below-project-is-empty-list': {
    observe: async (call) => {
      const path = await project(call)
      const { status, json } = await call(`GET ${path}/nothing`)
      return [status, json.items, (await call(`GET ${AT}/projects/999999999/nothing`)).status]
    },
    correct: [404, undefined, 404],
    faulty: [200, [], 404],
  },
  'removed-member-keeps-entity-tag': {
    observe: async (call) => {
      const [path, member] = [await team(call), idOf(await person(call))]
      await call(`PUT ${path}/members/${member}`)
      const { headers, json } = await call(`GET ${path}`)
      await call(`DELETE ${path}/members/${member}`)
      const known = { headers: { 'If-None-Match': headers.get('ETag') ?? '' } }
      const { status } = await call(`GET ${path}`, known)
      return [json.member_count, status, (await call(`GET ${path}`)).json.member_count]
    },
    correct: [1, 200, 0],
    faulty: [1, 304, 0],
  },
  'sort-by-date-drops-undated': {
    observe: async (call) => {
      const path = `${await project(call)}/tasks`
      for (const due_date of [null, '2031-04-15', '2031-04-01'])
        await made(call, path, { title: 'Order desks', due_date })
      const { items, total } = (await call(`GET ${path}?sort=due_date`)).json
      return [items.map((one: { due_date: string | null }) => one.due_date), total]
    },
    correct: [['2031-04-01', '2031-04-15', null], 3],
    faulty: [['2031-04-01', '2031-04-15'], 2],
  },
  'refused-absence-names-no-member': {
    observe: async (call) => {
      const { status, json } = await call(`POST ${AT}/absences`, { json: { reason: 'Holidays', days: 0 } })
      return [status, json.errors?.map((one: { pointer: string }) => one.pointer)]
    },
    correct: [422, ['/days']],
    faulty: [422, undefined],
  },
  'taken-team-name-is-accepted': {
    observe: addTwice,
    correct: [201, 409],
    faulty: [201, 201],
  },
}
