import type { Call, Probe } from '../../probe.ts'

const AT = '/workspaces/alpha'
/** Integers that a double does not tell apart. */
const LARGE = '9007199254740993'

async function made(call: Call, collection: string, json: object): Promise<string> {
  return `${collection}/${(await call(`POST ${collection}`, { json })).json.id}`
}

async function person(call: Call, name: string): Promise<string> {
  return await made(call, `${AT}/people`, { name })
}

async function project(call: Call): Promise<string> {
  return await made(call, `${AT}/projects`, { name: 'Office' })
}

async function labelled(call: Call, label: string, count: number): Promise<void> {
  const path = await project(call)
  for (let number = 1; number <= count; number++)
    await call(`POST ${path}/tasks`, { json: { title: `Task ${number}`, labels: [label] } })
}

async function measured(call: Call): Promise<string> {
  const path = await made(call, `${AT}/devices`, { name: 'Thermometer' })
  const readings = [8, 10].map((hour) => ({
    at: `2031-03-03T${String(hour).padStart(2, '0')}:00:00.000Z`,
    values: { temperature: hour },
  }))
  await call(`POST ${path}/readings`, { json: { readings } })
  return `${path}/readings`
}

const timesOf = (items: readonly { readonly at: string }[]) => items.map(({ at }) => at.slice(11, 16))

export const sixthPythonProbes: Readonly<Record<string, Probe>> = {
  'total-counts-tasks-not-projects': {
    observe: async (call) => {
      const label = crypto.randomUUID().slice(0, 8)
      for (const count of [2, 1]) await labelled(call, label, count)
      const { items, total, pages } = (await call(`GET ${AT}/projects?size=2&task_label=${label}`)).json
      return [items.length, total, pages]
    },
    correct: [2, 2, 1],
    faulty: [2, 3, 2],
  },
  'milestone-moved-to-end-has-position-0': {
    observe: async (call) => {
      const milestones = `${await project(call)}/milestones`
      const first = await made(call, milestones, { title: 'Moved in' })
      await made(call, milestones, { title: 'Painted' })
      const moved = (await call(`POST ${first}/move`, { json: { before_id: null } })).json
      const { items } = (await call(`GET ${milestones}`)).json
      return [moved.position, items.map(({ title }: { title: string }) => title)]
    },
    correct: [2, ['Painted', 'Moved in']],
    faulty: [0, ['Painted', 'Moved in']],
  },
  'hook-for-all-takes-events': {
    observe: async (call) => {
      const path = await made(call, `${AT}/hooks`, { url: 'https://example.com/news', scope: 'all' })
      const { status } = await call(`PATCH ${path}`, { json: { events: ['task_done'] } })
      return [status, (await call(`GET ${path}`)).json.events]
    },
    correct: [409, []],
    faulty: [200, ['task_done']],
  },
  'unread-count-is-null-at-first': {
    observe: async (call) => {
      const token = (await call(`POST ${await person(call, 'Ada')}/tokens`, { json: { label: 'Probe' } }))
        .json
      const one = await made(call, `${AT}/notices`, { title: 'Party' })
      const count = async () => (await call(`GET ${AT}/unread-notices`, { key: token.token })).json
      const { notices, unread } = await count()
      await call(`PUT ${one}/read`, { key: token.token })
      return [unread === null ? null : notices - unread, notices - (await count()).unread]
    },
    correct: [0, 1],
    faulty: [null, 1],
  },
  'offset-of-range-is-ignored': {
    observe: async (call) => {
      const from = encodeURIComponent('2031-03-03T11:00:00+02:00')
      return timesOf((await call(`GET ${await measured(call)}?from=${from}`)).json.items)
    },
    correct: ['10:00'],
    faulty: [],
  },
  'slash-in-attribute-name-is-404': {
    observe: async (call) => {
      const json = { name: 'Ada', attributes: { 'team/floor': 'north' } }
      const path = await made(call, `${AT}/people`, json)
      return (await call(`GET ${path}/attributes/team%2Ffloor`)).status
    },
    correct: 200,
    faulty: 404,
  },
  'if-match-of-upload-is-ignored': {
    observe: async (call) => {
      const path = `${await made(call, `${AT}/rooms`, { name: 'Library' })}/plan`
      const upload = async (body: string, headers: object = {}) =>
        await call(`PUT ${path}`, {
          body,
          headers: { 'Content-Type': 'application/octet-stream', ...headers },
        })
      await upload('first')
      const { status } = await upload('second', { 'If-Match': '"0123456789abcdef"' })
      return [status, (await call(`GET ${path}`)).text]
    },
    correct: [412, 'first'],
    faulty: [204, 'second'],
  },
  'next-hooks-skip-same-second': {
    observe: async (call) => {
      const made20 = []
      for (let number = 1; number <= 20; number++)
        made20.push(await made(call, `${AT}/hooks`, { url: `https://example.com/${number}` }))
      const found = new Set<string>()
      for (let next: string | null = ''; next !== null; ) {
        const { json } = await call(`GET ${AT}/hooks?size=5${next && `&after=${next}`}`)
        for (const { id } of json.items) found.add(`${AT}/hooks/${id}`)
        next = json.next
      }
      return made20.every((path) => found.has(path))
    },
    correct: true,
    faulty: false,
  },
  'answer-has-done-at-of-before': {
    observe: async (call) => {
      const path = await made(call, `${await project(call)}/tasks`, { title: 'Order desks' })
      const { json } = await call(`PATCH ${path}`, { json: { done: true } })
      return [json.done_at === null, (await call(`GET ${path}`)).json.done_at === null]
    },
    correct: [false, false],
    faulty: [true, false],
  },
  'fraction-of-rate-is-refused': {
    observe: async (call) => {
      const rates = [1, 1.5, 1.1]
      const answers = []
      for (const hourly_rate of rates)
        answers.push((await call(`POST ${AT}/rooms`, { json: { name: 'Library', hourly_rate } })).status)
      return answers
    },
    correct: [201, 201, 201],
    faulty: [201, 201, 422],
  },
  'page-0-of-labels-crashes': {
    observe: async (call) => (await call(`GET ${AT}/labels?page=0`)).status,
    correct: 400,
    faulty: 500,
  },
  'large-integer-in-settings-is-rounded': {
    observe: async (call) => {
      const body = `{"name":"Thermometer","settings":{"serial":${LARGE}}}`
      const headers = { 'Content-Type': 'application/json' }
      const { json } = await call(`POST ${AT}/devices`, { body, headers })
      const { text } = await call(`GET ${AT}/devices/${json.id}`)
      return /"serial": ?(\d+)/.exec(text)?.[1]
    },
    correct: LARGE,
    faulty: '9007199254740992',
  },
  'ids-of-search-are-of-one-page': {
    observe: async (call) => {
      const name = crypto.randomUUID()
      for (let number = 1; number <= 3; number++) await person(call, `${name} ${number}`)
      const pages = []
      for (const page of [1, 2]) {
        const { items, ids } = (await call(`GET ${AT}/people?size=2&page=${page}&search=${name}`)).json
        pages.push([items.length, ids.length])
      }
      return pages
    },
    correct: [
      [2, 3],
      [1, 3],
    ],
    faulty: [
      [2, 2],
      [1, 2],
    ],
  },
  'last-page-of-notices-is-filled-up': {
    observe: async (call) => {
      for (let number = 1; number <= 3; number++)
        await made(call, `${AT}/notices`, { title: `Notice ${number}` })
      const { total } = (await call(`GET ${AT}/notices?size=1`)).json
      const size = total - 1
      const { items } = (await call(`GET ${AT}/notices?size=${size}&page=2`)).json
      return items.length === 1
    },
    correct: true,
    faulty: false,
  },
  'location-repeats-segment': {
    observe: async (call) => {
      const path = await person(call, 'Ada')
      const statuses = []
      for (const name of ['team', 'attributes-of-team']) {
        const { headers } = await call(`PUT ${path}/attributes/${name}`, { json: { value: 'north' } })
        statuses.push((await call(`GET ${headers.get('Location')}`)).status)
      }
      return statuses
    },
    correct: [200, 200],
    faulty: [200, 404],
  },
  'reserved-name-with-color-is-412': {
    observe: async (call) => {
      const statuses = []
      for (const more of [{}, { color: '#336699' }])
        statuses.push(
          (await call(`POST ${AT}/labels`, { json: { name: 'None', code: 'n', ...more } })).status,
        )
      return statuses
    },
    correct: [409, 409],
    faulty: [409, 412],
  },
  'wildcards-in-search-match': {
    observe: async (call) => {
      const name = crypto.randomUUID()
      for (const end of ['50 of all', '50% off']) await person(call, `${name} ${end}`)
      const search = encodeURIComponent(`${name} 50% o`)
      const { items } = (await call(`GET ${AT}/people?search=${search}`)).json
      return items.map((one: { name: string }) => one.name.slice(name.length + 1))
    },
    correct: ['50% off'],
    faulty: ['50 of all', '50% off'],
  },
  'too-large-size-crashes': {
    observe: async (call) => (await call(`GET ${AT}/events?size=51`)).status,
    correct: 400,
    faulty: 500,
  },
  'first-reading-has-asked-time': {
    observe: async (call) =>
      timesOf((await call(`GET ${await measured(call)}?from=2031-03-03T07:30:00Z`)).json.items),
    correct: ['08:00', '10:00'],
    faulty: ['07:30', '10:00'],
  },
  'capital-direction-crashes': {
    observe: async (call) => {
      const statuses = []
      for (const direction of ['desc', 'DESC'])
        statuses.push((await call(`GET ${AT}/rooms?direction=${direction}`)).status)
      return statuses
    },
    correct: [200, 200],
    faulty: [200, 500],
  },
}
