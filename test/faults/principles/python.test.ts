import { expect, test } from 'vitest'
import { startService } from '../service.ts'
import { principlesPython } from '../sets/principles-python.ts'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: probes know what they ask for
  readonly json: any
}

/** Sends one request; the path is below the workspace of the token unless it begins with "/". */
type Send = (request: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>

function sender(url: string, workspace = 'alpha'): Send {
  return async (request, body, headers = {}) => {
    const [method = 'GET', path = ''] = request.split(' ')
    const place = path.startsWith('/') ? path : `/workspaces/${workspace}/${path}`
    const isText = body === undefined || typeof body === 'string'
    const response = await fetch(url + place, {
      method,
      headers: {
        authorization: `Bearer token-of-${workspace}`,
        ...(!isText && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.endsWith('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
  }
}

async function make(send: Send, path: string, body: unknown): Promise<string> {
  const { status, json } = await send(`POST ${path}`, body)
  expect(status).toBe(201)
  const { id } = json.data ?? json
  return `${path}/${id}`
}

const project = async (send: Send, more = {}) => await make(send, 'projects', { name: 'Office', ...more })
const person = async (send: Send, name: string, more = {}) =>
  Number((await make(send, 'people', { name, ...more })).split('/').at(-1))
const HOURS = { date: '2031-03-03', minutes: 90 }
const NO_ONE = 999_999
const form = (title: string) =>
  `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n` +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/plain\r\n\r\nabc\r\n--b--\r\n'

interface Probe {
  readonly ask: (send: Send, other: Send) => Promise<unknown>
  readonly correct: unknown
  readonly faulty: unknown
}

const PROBES: Readonly<Record<string, Probe>> = {
  'enveloped-name-is-lower-cased': {
    async ask(send) {
      const label = await make(send, 'labels', { name: 'Front', code: 'a' })
      return (await send(`GET ${label}`)).json.data.name
    },
    correct: 'Front',
    faulty: 'front',
  },
  'code-is-kept-in-capitals': {
    async ask(send) {
      const label = await make(send, 'labels', { name: 'Front', code: 'fO' })
      return (await send(`GET ${label}`)).json.data.code
    },
    correct: 'fO',
    faulty: 'FO',
  },
  'plan-loses-carriage-returns': {
    async ask(send) {
      const room = await make(send, 'rooms', { name: 'Hall' })
      await send(`PUT ${room}/plan`, '1\r\n2\n', { 'content-type': 'application/octet-stream' })
      return (await send(`GET ${room}/plan`)).text
    },
    correct: '1\r\n2\n',
    faulty: '1\n2\n',
  },
  'older-version-crashes': {
    async ask(send) {
      const room = await make(send, 'rooms', { name: 'Hall' })
      return (await send(`GET ${room}/bookings`, undefined, { 'bureau-version': '2030-01-01' })).status
    },
    correct: 200,
    faulty: 500,
  },
  'task-is-found-below-any-project': {
    async ask(send) {
      const other = await project(send)
      const task = await make(send, `${await project(send)}/tasks`, { title: 'Desks' })
      return (await send(`GET ${other}/tasks/${task.split('/').at(-1)}`)).status
    },
    correct: 404,
    faulty: 200,
  },
  'devices-of-all-workspaces-are-listed': {
    async ask(send, other) {
      await make(send, 'devices', { name: 'Lamp' })
      return (await other('GET devices')).json.total
    },
    correct: 0,
    faulty: 1,
  },
  'event-0-crashes': {
    ask: async (send) => (await send('GET events/0')).status,
    correct: 404,
    faulty: 500,
  },
  'pin-is-shown': {
    async ask(send) {
      const { json } = await send('POST people', { name: 'Ann', pin: '1234' })
      return json.pin
    },
    correct: undefined,
    faulty: '1234',
  },
  'full-day-of-hours-crashes': {
    async ask(send) {
      const body = { ...HOURS, person_id: await person(send, 'Ann'), minutes: 1440 }
      return (await send('POST time-entries', body)).status
    },
    correct: 201,
    faulty: 500,
  },
  'long-location-crashes': {
    ask: async (send) => (await send('POST devices', { name: 'Lamp', location: 'x'.repeat(256) })).status,
    correct: 201,
    faulty: 500,
  },
  'missing-boundary-crashes': {
    async ask(send) {
      const path = `${await project(send)}/attachments`
      const boundary = { 'content-type': 'multipart/form-data; boundary=b' }
      const whole = await send(`POST ${path}`, form('Plan'), boundary)
      const without = await send(`POST ${path}`, form('Plan'), { 'content-type': 'multipart/form-data' })
      return [whole.status, whole.json.size, without.status]
    },
    correct: [201, 3, 400],
    faulty: [201, 3, 500],
  },
  'unknown-reminder-is-kept': {
    async ask(send) {
      const body = { title: 'Weekly', start_at: '2031-03-17T08:00:00Z', reminder: { kind: 'pigeon' } }
      return (await send('POST events', body)).status
    },
    correct: 422,
    faulty: 201,
  },
  'xml-root-is-wrong': {
    async ask(send) {
      const room = await make(send, 'rooms', { name: 'A & B' })
      const { text } = await send(`GET ${room}`, undefined, { accept: 'application/xml' })
      return /<(\w+)><id>/.exec(text)?.[1]
    },
    correct: 'room',
    faulty: 'item',
  },
  'unknown-assignee-crashes': {
    async ask(send) {
      const body = { title: 'Desks', assignee_id: NO_ONE }
      return (await send(`POST ${await project(send)}/tasks`, body)).status
    },
    correct: 422,
    faulty: 500,
  },
  'late-rejection-still-counts': {
    async ask(send) {
      const absence = await make(send, 'absences', { reason: 'Holidays', days: 2 })
      await send(`POST ${absence}/approve`)
      const { status } = await send(`POST ${absence}/reject`)
      return [status, (await send(`GET ${absence}`)).json.state]
    },
    correct: [409, 'approved'],
    faulty: [409, 'rejected'],
  },
  'only-first-state-filters': {
    async ask(send) {
      const absence = await make(send, 'absences', { reason: 'Holidays', days: 2 })
      await send(`POST ${absence}/approve`)
      return (await send('GET absences?state=requested&state=approved')).json.total
    },
    correct: 1,
    faulty: 0,
  },
  'days-are-sorted-as-text': {
    async ask(send) {
      for (const days of [12, 2]) await make(send, 'absences', { reason: 'Holidays', days })
      const { json } = await send('GET absences?sort=days,-created_at')
      return json.items.map((one: { days: number }) => one.days)
    },
    correct: [2, 12],
    faulty: [12, 2],
  },
  'private-cannot-be-unset': {
    async ask(send) {
      const path = await project(send, { private: true })
      return (await send(`PATCH ${path}`, { private: false })).json.private
    },
    correct: false,
    faulty: true,
  },
  'failed-patch-keeps-first-steps': {
    async ask(send) {
      const task = await make(send, `${await project(send)}/tasks`, { title: 'Desks' })
      const steps = [
        { op: 'replace', path: '/title', value: 'Chairs' },
        { op: 'test', path: '/done', value: true },
      ]
      const { status } = await send(`PATCH ${task}`, steps, { 'content-type': 'application/json-patch+json' })
      return [status, (await send(`GET ${task}`)).json.title]
    },
    correct: [409, 'Desks'],
    faulty: [409, 'Chairs'],
  },
  'booking-count-keeps-cancelled': {
    async ask(send) {
      const room = await make(send, 'rooms', { name: 'Hall' })
      const body = { title: 'Interview', start_at: '2031-03-03T09:00:00Z', minutes: 60 }
      const booking = await make(send, `${room}/bookings`, body)
      const before = (await send(`GET ${room}`)).json.booking_count
      await send(`DELETE ${booking}`)
      return [before, (await send(`GET ${room}`)).json.booking_count]
    },
    correct: [1, 0],
    faulty: [1, 1],
  },
  'failed-bulk-item-is-stored': {
    async ask(send) {
      const path = await project(send)
      const items = [{ title: 'Desks' }, { title: 'Chairs', assignee_id: NO_ONE }]
      const { status } = await send(`POST ${path}/tasks/bulk`, { items })
      return [status, (await send(`GET ${path}/tasks`)).json.total]
    },
    correct: [207, 1],
    faulty: [207, 2],
  },
  'export-file-link-is-dead': {
    async ask(send) {
      const { headers } = await send('POST exports', {})
      const read = async () => (await send(`GET ${headers.get('location')}`)).json
      await expect.poll(async () => (await read()).status).toBe('done')
      return (await send(`GET ${(await read()).file}`)).status
    },
    correct: 200,
    faulty: 404,
  },
  'only-first-field-is-shown': {
    async ask(send) {
      const path = `${await project(send)}/attachments`
      await send(`POST ${path}`, form('Plan'), { 'content-type': 'multipart/form-data; boundary=b' })
      return Object.keys((await send(`GET ${path}?fields=title,size`)).json.items[0])
    },
    correct: ['id', 'title', 'size'],
    faulty: ['id', 'title'],
  },
  'restored-project-has-no-members': {
    async ask(send) {
      const path = await project(send, { member_ids: [await person(send, 'Ann')] })
      await send(`DELETE ${path}`)
      return (await send(`POST ${path}/restore`)).json.member_ids.length
    },
    correct: 1,
    faulty: 0,
  },
  'stale-version-overwrites': {
    async ask(send) {
      const device = await make(send, 'devices', { name: 'Lamp' })
      const first = await send(`PATCH ${device}`, { version: 1, name: 'Lamp 2' })
      return [first.json.version, (await send(`PATCH ${device}`, { version: 1, name: 'Lamp 3' })).status]
    },
    correct: [2, 409],
    faulty: [2, 200],
  },
  'german-answer-says-english': {
    async ask(send) {
      const { headers, json } = await send('GET /task-states', undefined, { 'accept-language': 'de' })
      return [headers.get('content-language'), json.items[0].label]
    },
    correct: ['de', 'Offen'],
    faulty: ['en', 'Offen'],
  },
  'adding-member-replaces-others': {
    async ask(send) {
      const path = await project(send, { member_ids: [await person(send, 'Ann')] })
      await send(`PUT ${path}/members/${await person(send, 'Bob')}`)
      return (await send(`GET ${path}`)).json.member_ids.length
    },
    correct: 2,
    faulty: 1,
  },
  'same-request-makes-two-entries': {
    async ask(send) {
      const request_id = '0f8fad5b-d9cb-469f-a165-70867728950e'
      const body = { ...HOURS, person_id: await person(send, 'Ann'), request_id }
      const statuses = []
      for (const minutes of [90, 90, 60])
        statuses.push((await send('POST time-entries', { ...body, minutes })).status)
      return [...statuses, (await send('GET time-entries')).json.total]
    },
    correct: [201, 201, 409, 1],
    faulty: [201, 201, 201, 3],
  },
  'pointer-lacks-parent': {
    async ask(send) {
      const { json } = await send('POST projects', { name: 'Office', settings: { color: 'red' } })
      return json.errors[0].pointer
    },
    correct: '/settings/color',
    faulty: '/color',
  },
  'second-change-keeps-time': {
    async ask(send) {
      const task = await make(send, `${await project(send)}/tasks`, { title: 'Desks' })
      const times = new Set<string>()
      for (const title of ['Chairs', 'Tables'])
        times.add((await send(`PATCH ${task}`, { title })).json.updated_at)
      return times.size
    },
    correct: 2,
    faulty: 1,
  },
}

test('there is a probe for each fault', () => {
  expect(Object.keys(PROBES).toSorted()).toEqual(principlesPython.map(({ name }) => name).toSorted())
})

test.each(Object.keys(PROBES))('%s', async (name) => {
  const { ask, correct, faulty } = PROBES[name] as Probe
  for (const [fault, expected] of [
    ['', correct],
    [name, faulty],
  ] as const) {
    const service = await startService('python', fault)
    try {
      expect(await ask(sender(service.url), sender(service.url, 'beta'))).toEqual(expected)
    } finally {
      await service.stop()
    }
  }
})
