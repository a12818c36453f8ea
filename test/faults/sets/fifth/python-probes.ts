import type { Call, Probe, Received } from '../../probe.ts'

const AT = '/workspaces/alpha'

async function made(call: Call, path: string, json: unknown): Promise<string> {
  return `${path}/${(await call(`POST ${path}`, { json })).json.id}`
}

async function project(call: Call, more: object = {}): Promise<string> {
  return await made(call, `${AT}/projects`, { name: 'Office', ...more })
}

async function person(call: Call): Promise<number> {
  return idOf(await made(call, `${AT}/people`, { name: 'Ada' }))
}

const idOf = (path: string): number => Number(path.split('/').at(-1))

async function hours(call: Call, person_id: number, more: object = {}): Promise<string> {
  return await made(call, `${AT}/time-entries`, { person_id, date: '2031-03-03', minutes: 5, ...more })
}

async function room(call: Call): Promise<string> {
  return await made(call, `${AT}/rooms`, { name: 'Library' })
}

async function booked(call: Call, path: string): Promise<Received> {
  const json = { title: 'Interview', start_at: '2031-03-03T09:00:00Z', minutes: 60 }
  return await call(`POST ${path}/bookings`, { json })
}

async function notice(call: Call): Promise<string> {
  return await made(call, `${AT}/notices`, { title: 'Party', text: 'On the roof', pinned: true })
}

/** Waits until an export is done, and downloads it. */
async function exported(call: Call, day: string): Promise<string> {
  const path = await made(call, `${AT}/exports`, { from: day, to: day })
  while ((await call(`GET ${path}`)).json.status !== 'done') await new Promise((done) => setTimeout(done, 20))
  return (await call(`GET ${path}/file`)).text
}

export const fifthPythonProbes: Readonly<Record<string, Probe>> = {
  'milestone-location-is-dead': {
    observe: async (call) => {
      const { headers } = await call(`POST ${await project(call)}/milestones`, {
        json: { title: 'Moved in' },
      })
      return (await call(`GET ${headers.get('Location')}`)).status
    },
    correct: 200,
    faulty: 404,
  },
  'total-ignores-person': {
    observe: async (call) => {
      const people = [await person(call), await person(call)] as const
      for (const one of people) await hours(call, one)
      const { items, total } = (await call(`GET ${AT}/time-entries?person_id=${people[0]}`)).json
      return [items.length, total === items.length]
    },
    correct: [1, true],
    faulty: [1, false],
  },
  'ten-digit-room-crashes': {
    observe: async (call) => (await call(`GET ${AT}/rooms/9999999999`)).status,
    correct: 404,
    faulty: 500,
  },
  'deleted-tasks-are-listed': {
    observe: async (call) => {
      const tasks = `${await project(call)}/tasks`
      const path = await made(call, tasks, { title: 'Order desks' })
      await call(`DELETE ${path}`)
      return [(await call(`GET ${path}`)).status, (await call(`GET ${tasks}`)).json.total]
    },
    correct: [404, 0],
    faulty: [404, 1],
  },
  'new-booking-has-no-end': {
    observe: async (call) => {
      const { status, json } = await booked(call, await room(call))
      return [status, json.end_at]
    },
    correct: [201, '2031-03-03T10:00:00.000Z'],
    faulty: [201, undefined],
  },
  'last-page-leads-on': {
    observe: async (call) => {
      await made(call, `${AT}/absences`, { reason: 'Holidays', days: 5 })
      const { headers } = await call(`GET ${AT}/absences?state=requested&size=50`)
      return headers.get('Link')?.includes('rel="next"') ?? false
    },
    correct: false,
    faulty: true,
  },
  'notify-is-text': {
    observe: async (call) => (await call(`GET ${await project(call)}`)).json.settings.notify,
    correct: true,
    faulty: 'true',
  },
  'head-of-people-has-no-length': {
    observe: async (call) => {
      await person(call)
      const { status, headers } = await call(`HEAD ${AT}/people?size=1`)
      return [status, headers.get('Content-Length') === '0']
    },
    correct: [200, false],
    faulty: [200, true],
  },
  'readings-of-last-day-are-missing': {
    observe: async (call) => {
      const readings = `${await made(call, `${AT}/devices`, { name: 'Meter' })}/readings`
      const days = ['2031-03-02', '2031-03-03'].map((day) => ({
        at: `${day}T09:00:00Z`,
        values: { heat: 1 },
      }))
      await call(`POST ${readings}`, { json: { readings: days } })
      return (await call(`GET ${readings}?to=2031-03-03T23:00:00Z`)).json.total
    },
    correct: 2,
    faulty: 1,
  },
  'download-date-has-offset': {
    observe: async (call) => {
      const body = new FormData()
      body.set('title', 'Sketch')
      body.set('file', new File(['sketch'], 'sketch.txt'))
      const attachments = `${await project(call)}/attachments`
      const { id } = (await call(`POST ${attachments}`, { body })).json
      const { headers } = await call(`GET ${attachments}/${id}/content`)
      return headers.get('Last-Modified')?.endsWith(' GMT')
    },
    correct: true,
    faulty: false,
  },
  'priority-falls-back-with-title': {
    observe: async (call) => {
      const path = await made(call, `${await project(call)}/tasks`, { title: 'Order desks', priority: 1 })
      const { title, priority } = (await call(`PATCH ${path}`, { json: { title: 'Order chairs' } })).json
      return [title, priority]
    },
    correct: ['Order chairs', 1],
    faulty: ['Order chairs', 3],
  },
  'export-lacks-first-row': {
    observe: async (call) => {
      const [who, date] = [await person(call), '2032-02-02']
      for (const note of ['first', 'second']) await hours(call, who, { date, note })
      const text = await exported(call, date)
      return [
        text.startsWith('date,person,minutes,note\r\n'),
        text.includes('first'),
        text.includes('second'),
      ]
    },
    correct: [true, true, true],
    faulty: [true, false, true],
  },
  'nothing-says-how-to-authenticate': {
    observe: async (call) => {
      const { status, headers } = await call(`GET ${AT}/absences`, { key: 'unknown' })
      return [status, headers.get('WWW-Authenticate')]
    },
    correct: [401, 'Bearer realm="bureau"'],
    faulty: [401, null],
  },
  'second-like-counts': {
    observe: async (call) => {
      const path = await notice(call)
      for (const _ of [1, 2]) await call(`PUT ${path}/like`)
      const { like_count, liked } = (await call(`GET ${path}`)).json
      return [like_count, liked]
    },
    correct: [1, true],
    faulty: [2, true],
  },
  'changed-task-comes-last': {
    observe: async (call) => {
      const tasks = `${await project(call)}/tasks`
      const first = await made(call, tasks, { title: 'first' })
      await made(call, tasks, { title: 'second' })
      await call(`PATCH ${first}`, { json: { priority: 1 } })
      return (await call(`GET ${tasks}`)).json.items.map(({ title }: { title: string }) => title)
    },
    correct: ['first', 'second'],
    faulty: ['second', 'first'],
  },
  'long-note-is-cut': {
    observe: async (call) => {
      const json = { person_id: await person(call), date: '2031-03-03', minutes: 5, note: 'n'.repeat(501) }
      const answer = await call(`POST ${AT}/time-entries`, { json })
      return [answer.status, answer.json.note?.length]
    },
    correct: [422, undefined],
    faulty: [201, 500],
  },
  'xml-says-json': {
    observe: async (call) => {
      const { headers } = await call(`HEAD ${await room(call)}`, { headers: { Accept: 'application/xml' } })
      return headers.get('Content-Type')
    },
    correct: 'application/xml',
    faulty: 'application/json',
  },
  'cancelled-booking-blocks-slots': {
    observe: async (call) => {
      const path = await room(call)
      await call(`DELETE ${path}/bookings/${(await booked(call, path)).json.id}`)
      const query = 'from=2031-03-03T09:00:00Z&to=2031-03-03T10:00:00Z&minutes=60'
      return (await call(`GET ${path}/slots?${query}`)).json.items.length
    },
    correct: 1,
    faulty: 0,
  },
  'project-comes-once-per-member': {
    observe: async (call) => {
      const member_ids = [await person(call), await person(call)]
      const id = idOf(await project(call, { member_ids }))
      const { items } = (await call(`GET ${AT}/projects?sort=-created_at&size=50`)).json
      return items.filter((one: { id: number }) => one.id === id).length
    },
    correct: 1,
    faulty: 2,
  },
  'replaced-notice-keeps-omitted': {
    observe: async (call) => {
      const { status, json } = await call(`PUT ${await notice(call)}`, { json: { title: 'Cancelled' } })
      return [status, json.title, json.text, json.pinned]
    },
    correct: [200, 'Cancelled', null, false],
    faulty: [200, 'Cancelled', 'On the roof', true],
  },
}
