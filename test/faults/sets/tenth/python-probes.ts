import type { Call, Probe, Received } from '../../probe.ts'

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

async function project(call: Call): Promise<string> {
  return await made(call, `${AT}/projects`, { name: 'Office' })
}

async function device(call: Call): Promise<string> {
  return await made(call, `${AT}/devices`, { name: 'Meter' })
}

async function hook(call: Call): Promise<string> {
  return await made(call, `${AT}/hooks`, { url: 'https://example.com/news' })
}

async function token(call: Call, path: string): Promise<Received> {
  return await call(`POST ${path}/tokens`, { json: { label: 'Travel' } })
}

async function attach(call: Call, path: string, title: string, content: string): Promise<string> {
  const form = new FormData()
  form.set('title', title)
  form.set('file', new File([content], 'file.txt', { type: 'text/plain' }))
  return `${path}/attachments/${(await call(`POST ${path}/attachments`, { body: form })).json.id}`
}

export const tenthPythonProbes: Readonly<Record<string, Probe>> = {
  'task-without-comments-is-400': {
    observe: async (call) => {
      const path = await made(call, `${await project(call)}/tasks`, { title: 'Order desks' })
      const none = (await call(`GET ${path}/comments`)).status
      await call(`POST ${path}/comments`, { json: { text: 'They come on Monday.' } })
      return [none, (await call(`GET ${path}/comments`)).status]
    },
    correct: [200, 200],
    faulty: [400, 200],
  },
  'read-person-has-local-time': {
    observe: async (call) => {
      const { json } = await call(`POST ${AT}/people`, { json: { name: 'Ada' } })
      const read = (await call(`GET ${AT}/people/${json.id}`)).json.created_at
      const isSame = Math.trunc(Date.parse(read) / 1000) === Math.trunc(Date.parse(json.created_at) / 1000)
      return [isSame, json.created_at.endsWith('Z'), read.endsWith('Z'), read.endsWith('+02:00')]
    },
    correct: [true, true, true, false],
    faulty: [true, true, false, true],
  },
  'revoked-token-is-403': {
    observe: async (call) => {
      const path = await person(call)
      const { id, token: key } = (await token(call, path)).json
      const before = (await call('GET /me', { key })).status
      await call(`DELETE ${path}/tokens/${id}`)
      const unknown = (await call('GET /me', { key: 'unknown' })).status
      return [before, (await call('GET /me', { key })).status, unknown]
    },
    correct: [200, 401, 401],
    faulty: [200, 403, 401],
  },
  'deleted-team-keeps-its-name': {
    observe: async (call) => {
      const name = crypto.randomUUID()
      await call(`DELETE ${await team(call, { name })}`)
      return (await call(`POST ${AT}/teams`, { json: { name } })).status
    },
    correct: 201,
    faulty: 409,
  },
  'name-of-lead-is-encoded-twice': {
    observe: async (call) => {
      const lead = await person(call, { name: 'Gönyű' })
      const path = await team(call, { lead_id: idOf(lead) })
      const { json } = await call(`GET ${path}`)
      return [json.lead.name, (await call(`GET ${lead}`)).json.name]
    },
    correct: ['Gönyű', 'Gönyű'],
    faulty: [Buffer.from('Gönyű').toString('latin1'), 'Gönyű'],
  },
  'later-pages-of-tokens-begin-at-first': {
    observe: async (call) => {
      const path = await person(call)
      for (let count = 0; count < 3; count++) await token(call, path)
      const sizes: number[] = []
      for (const page of [1, 2, 3])
        sizes.push((await call(`GET ${path}/tokens?size=1&page=${page}`)).json.items.length)
      return sizes
    },
    correct: [1, 1, 1],
    faulty: [1, 2, 3],
  },
  'page-past-end-crashes': {
    observe: async (call) => {
      const path = `${await project(call)}/tasks`
      const statuses: number[] = []
      for (const query of ['page=1', 'page=2']) statuses.push((await call(`GET ${path}?${query}`)).status)
      return [...statuses, (await call('GET /workspaces?page=2')).status]
    },
    correct: [200, 200, 200],
    faulty: [200, 500, 500],
  },
  'unknown-device-is-success': {
    observe: async (call) => {
      const { status, json } = await call(`GET ${AT}/devices/999999999`)
      return [status, json.success]
    },
    correct: [404, undefined],
    faulty: [200, true],
  },
  'offset-of-measurement-is-dropped': {
    observe: async (call) => {
      const path = `${await device(call)}/readings`
      const readings = [{ at: '2031-03-03T10:00:00+09:00', values: { temperature: 20 } }]
      await call(`POST ${path}`, { json: { readings } })
      return (await call(`GET ${path}`)).json.items[0].at
    },
    correct: '2031-03-03T01:00:00.000Z',
    faulty: '2031-03-03T10:00:00.000Z',
  },
  'replacing-notice-needs-created-at': {
    observe: async (call) => {
      const { id, created_at } = (await call(`POST ${AT}/notices`, { json: { title: 'Summer' } })).json
      const statuses: number[] = []
      for (const json of [{ title: 'Winter' }, { title: 'Winter', created_at }])
        statuses.push((await call(`PUT ${AT}/notices/${id}`, { json })).status)
      return statuses
    },
    correct: [200, 200],
    faulty: [422, 200],
  },
  'taken-name-on-change-is-200': {
    observe: async (call) => {
      const [name, path] = [crypto.randomUUID(), await team(call)]
      await team(call, { name })
      const { status, headers } = await call(`PATCH ${path}`, { json: { name } })
      const isChanged = (await call(`GET ${path}`)).json.name === name
      return [status, headers.get('Content-Type'), isChanged]
    },
    correct: [409, 'application/problem+json', false],
    faulty: [200, 'text/javascript; charset=utf-8', false],
  },
  'unknown-members-of-hook-are-dropped': {
    observe: async (call) => {
      const path = await hook(call)
      const { status, json } = await call(`PATCH ${path}`, { json: { secret: 'abc' } })
      const pointers = json.errors?.map((one: { pointer: string }) => one.pointer)
      return [status, pointers, (await call(`GET ${path}`)).json.secret]
    },
    correct: [422, ['/secret'], undefined],
    faulty: [200, undefined, undefined],
  },
  'quotes-in-search-crash': {
    observe: async (call) => {
      const statuses: number[] = []
      for (const search of ['Ada', '"Ada"'])
        statuses.push((await call(`GET ${AT}/people?search=${encodeURIComponent(search)}`)).status)
      return statuses
    },
    correct: [200, 200],
    faulty: [200, 500],
  },
  'empty-file-cannot-be-downloaded': {
    observe: async (call) => {
      const path = await attach(call, await project(call), 'Plan', '')
      const { size } = (await call(`GET ${path}`)).json
      return [size, (await call(`GET ${path}/content`)).status]
    },
    correct: [0, 200],
    faulty: [0, 500],
  },
  'empty-labels-are-ignored': {
    observe: async (call) => {
      const path = await made(call, `${await project(call)}/tasks`, { title: 'Order', labels: ['urgent'] })
      const { status } = await call(`PATCH ${path}`, { json: { labels: [] } })
      return [status, (await call(`GET ${path}`)).json.labels]
    },
    correct: [200, []],
    faulty: [200, ['urgent']],
  },
  'deleting-file-takes-titles-that-begin-alike': {
    observe: async (call) => {
      const path = await project(call)
      const [plan, roof] = [
        await attach(call, path, 'plan', 'one'),
        await attach(call, path, 'plan of the roof', 'two'),
      ]
      const other = await attach(call, path, 'photo', 'three')
      await call(`DELETE ${plan}`)
      return [(await call(`GET ${roof}`)).status, (await call(`GET ${other}`)).status]
    },
    correct: [200, 200],
    faulty: [404, 200],
  },
  'count-of-hooks-is-asked-size': {
    observe: async (call) => {
      for (let count = 0; count < 2; count++) await hook(call)
      const { items, count } = (await call(`GET ${AT}/hooks?size=50`)).json
      return [count === items.length, count === 50]
    },
    correct: [true, false],
    faulty: [false, true],
  },
  'command-is-201': {
    observe: async (call) => {
      const json = { device_id: idOf(await device(call)), command: 'turn_on' }
      const answer = await call(`POST ${AT}/commands`, { json })
      return [answer.status, answer.json.changed.length]
    },
    correct: [200, 1],
    faulty: [201, 1],
  },
  'local-times-say-utc': {
    observe: async (call) => {
      const path = await made(call, `${AT}/rooms`, { name: 'Library' })
      const json = { title: 'Interview', start_at: '2031-03-03T09:00:00Z', minutes: 60 }
      const booking = (await call(`POST ${path}/bookings`, { json })).json
      const hoursAgo = Math.round((Date.now() - Date.parse(booking.created_at)) / 3_600_000)
      return [booking.start_at, booking.end_at, hoursAgo]
    },
    correct: ['2031-03-03T09:00:00.000Z', '2031-03-03T10:00:00.000Z', 0],
    faulty: ['2031-03-03T09:00:00.000Z', '2031-03-03T06:00:00.000Z', 4],
  },
  'unknown-name-of-lead-lists-all': {
    observe: async (call) => {
      const name = crypto.randomUUID()
      await team(call)
      await team(call, { lead_id: idOf(await person(call, { name })) })
      const totals: number[] = []
      for (const wanted of [name, 'nobody'])
        totals.push((await call(`GET ${AT}/teams?lead_name=${wanted}`)).json.total)
      return [totals[0], (totals[1] ?? 0) > 0]
    },
    correct: [1, false],
    faulty: [1, true],
  },
}
