import type { Call, Probe } from '../../probe.ts'

const AT = '/workspaces/alpha'

async function made(call: Call, path: string, json: unknown): Promise<string> {
  return `${path}/${(await call(`POST ${path}`, { json })).json.id}`
}

async function project(call: Call, more: object = {}): Promise<string> {
  return await made(call, `${AT}/projects`, { name: 'Office', ...more })
}

async function task(call: Call, path: string): Promise<string> {
  return await made(call, `${path}/tasks`, { title: 'Order desks' })
}

async function room(call: Call): Promise<string> {
  return await made(call, `${AT}/rooms`, { name: 'Library' })
}

async function absence(call: Call): Promise<string> {
  return await made(call, `${AT}/absences`, { reason: 'Holidays', days: 5 })
}

/** Adds people with an attribute that nobody else has; returns the filter that finds them. */
async function people(call: Call, names: readonly string[]): Promise<string> {
  const team = crypto.randomUUID()
  for (const name of names) await made(call, `${AT}/people`, { name, attributes: { team } })
  return `q=team:${team}`
}

async function attachment(call: Call, path: string, title: string): Promise<string> {
  const body = new FormData()
  body.set('title', title)
  body.set('file', new File(['0123456789'], 'digits.txt'))
  return `${path}/attachments/${(await call(`POST ${path}/attachments`, { body })).json.id}`
}

/** The path that a header Link has for a relation. */
function linked(headers: Headers, relation: string): string | undefined {
  return new RegExp(`<([^>]*)>; rel="${relation}"`).exec(headers.get('Link') ?? '')?.[1]
}

export const seventhPythonProbes: Readonly<Record<string, Probe>> = {
  'comments-of-all-tasks-are-listed': {
    observe: async (call) => {
      const path = await project(call)
      const [one, other] = [await task(call, path), await task(call, path)]
      for (const each of [one, other]) await made(call, `${each}/comments`, { text: `On ${each}` })
      const { items } = (await call(`GET ${one}/comments?size=50`)).json
      return items.some(({ text }: { text: string }) => text === `On ${other}`)
    },
    correct: false,
    faulty: true,
  },
  'only-first-measure-is-latest': {
    observe: async (call) => {
      const path = await made(call, `${AT}/devices`, { name: 'Meter' })
      const readings = [{ at: '2031-03-03T09:00:00Z', values: { heat: 1, power: 2 } }]
      await call(`POST ${path}/readings`, { json: { readings } })
      return Object.keys((await call(`GET ${path}/latest`)).json.values)
    },
    correct: ['heat', 'power'],
    faulty: ['heat'],
  },
  'range-lacks-last-octet': {
    observe: async (call) => {
      const path = await attachment(call, await project(call), 'Digits')
      const { status, text, headers } = await call(`GET ${path}/content`, { headers: { Range: 'bytes=2-5' } })
      return [status, text, headers.get('Content-Range'), headers.get('Content-Length')]
    },
    correct: [206, '2345', 'bytes 2-5/10', '4'],
    faulty: [206, '234', 'bytes 2-5/10', '3'],
  },
  'total-is-number-of-pages': {
    observe: async (call) => {
      const path = await project(call)
      for (const _ of [1, 2, 3]) await task(call, path)
      const { items, total, pages } = (await call(`GET ${path}/tasks?size=2`)).json
      return [items.length, total, pages]
    },
    correct: [2, 3, 2],
    faulty: [2, 2, 2],
  },
  'comment-lands-below-other-project': {
    observe: async (call) => {
      const [one, other] = [await project(call), await project(call)]
      const id = (await task(call, one)).split('/').at(-1)
      const { status } = await call(`POST ${other}/tasks/${id}/comments`, { json: { text: 'They come.' } })
      return [status, (await call(`GET ${one}/tasks/${id}/comments`)).json.total]
    },
    correct: [404, 0],
    faulty: [201, 1],
  },
  'late-cancellation-crashes': {
    observe: async (call) => {
      const path = await absence(call)
      await call(`POST ${path}/reject`)
      return (await call(`POST ${path}/cancel`)).status
    },
    correct: 409,
    faulty: 500,
  },
  'page-of-people-lacks-last': {
    observe: async (call) => {
      const query = await people(call, ['Ada', 'Bea', 'Cy'])
      const { items, total } = (await call(`GET ${AT}/people?${query}&size=2`)).json
      return [items.length, total]
    },
    correct: [2, 3],
    faulty: [1, 3],
  },
  'removing-nothing-is-done': {
    observe: async (call) => {
      const path = await task(call, await project(call))
      const body = JSON.stringify([{ op: 'remove', path: '/nothing' }])
      const headers = { 'Content-Type': 'application/json-patch+json' }
      return (await call(`PATCH ${path}`, { body, headers })).status
    },
    correct: 409,
    faulty: 200,
  },
  'new-milestone-answers-project': {
    observe: async (call) => {
      const path = await project(call)
      const { status, json } = await call(`POST ${path}/milestones`, { json: { title: 'Moved in' } })
      return [status, json.title, json.name]
    },
    correct: [201, 'Moved in', undefined],
    faulty: [201, undefined, 'Office'],
  },
  'filtered-people-are-not-sorted': {
    observe: async (call) => {
      const query = await people(call, ['Cy', 'Ada', 'Bea'])
      const { items } = (await call(`GET ${AT}/people?${query}&sort=name`)).json
      return items.map(({ name }: { name: string }) => name)
    },
    correct: ['Ada', 'Bea', 'Cy'],
    faulty: ['Cy', 'Ada', 'Bea'],
  },
  'new-person-has-no-location': {
    observe: async (call) => {
      const { status, headers } = await call(`POST ${AT}/people`, { json: { name: 'Ada' } })
      return [status, headers.has('Location')]
    },
    correct: [201, true],
    faulty: [201, false],
  },
  'only-one-strong-tag-matches': {
    observe: async (call) => {
      const path = `${await room(call)}/plan`
      await call(`PUT ${path}`, { body: 'plan', headers: { 'Content-Type': 'application/octet-stream' } })
      const tag = (await call(`GET ${path}`)).headers.get('ETag') ?? ''
      const statuses: number[] = []
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
        statuses.push((await call(`GET ${path}`, { headers: { 'If-None-Match': header } })).status)
      return statuses
    },
    correct: [304, 304, 304, 304],
    faulty: [304, 200, 200, 200],
  },
  'token-without-device-crashes': {
    observe: async (call) => {
      const path = `${await made(call, `${AT}/people`, { name: 'Ada' })}/tokens`
      const { status } = await call(`POST ${path}`, { json: { label: 'Travel', device: 'Laptop' } })
      return [status, (await call(`POST ${path}`, { json: { label: 'Travel' } })).status]
    },
    correct: [201, 201],
    faulty: [201, 500],
  },
  'bookings-ignore-size': {
    observe: async (call) => {
      const path = `${await room(call)}/bookings`
      for (const hour of ['09', '11', '13'])
        await made(call, path, { title: 'Interview', start_at: `2031-03-03T${hour}:00:00Z`, minutes: 60 })
      const { items, total } = (await call(`GET ${path}?size=2`)).json
      return [items.length, total]
    },
    correct: [2, 3],
    faulty: [3, 3],
  },
  'previous-page-is-same-page': {
    observe: async (call) => {
      for (const _ of [1, 2]) await absence(call)
      const { headers } = await call(`GET ${AT}/absences?size=1&page=2`)
      return (await call(`GET ${linked(headers, 'prev')}`)).json.page
    },
    correct: 1,
    faulty: 2,
  },
  'asked-private-projects-are-shown': {
    observe: async (call) => {
      const path = await project(call, { private: true })
      const person = await made(call, `${AT}/people`, { name: 'Ada' })
      const { token: key } = (await call(`POST ${person}/tokens`, { json: { label: 'Travel' } })).json
      const query = 'sort=-created_at&size=50'
      const listed: boolean[] = []
      for (const more of ['', '&private=true']) {
        const { items } = (await call(`GET ${AT}/projects?${query}${more}`, { key })).json
        listed.push(items.some(({ id }: { id: number }) => path.endsWith(`/${id}`)))
      }
      return [(await call(`GET ${path}`, { key })).status, ...listed]
    },
    correct: [404, false, false],
    faulty: [404, false, true],
  },
  'size-0-lists-all-entries': {
    observe: async (call) => {
      const person = await made(call, `${AT}/people`, { name: 'Ada' })
      const person_id = Number(person.split('/').at(-1))
      const json = { person_id, date: '2031-03-03', minutes: 5 }
      for (const _ of [1, 2]) await call(`POST ${AT}/time-entries`, { json })
      const answer = await call(`GET ${AT}/time-entries?person_id=${person_id}&size=0`)
      return [answer.status, answer.json.items?.length]
    },
    correct: [400, undefined],
    faulty: [200, 2],
  },
  'negative-days-are-accepted': {
    observe: async (call) => {
      const { status, json } = await call(`POST ${AT}/absences`, { json: { reason: 'Holidays', days: -3 } })
      return [status, json.days]
    },
    correct: [422, undefined],
    faulty: [201, -3],
  },
  'download-of-foreign-title-crashes': {
    observe: async (call) => {
      const path = await project(call)
      const answers: unknown[] = []
      for (const title of ['Plan é', '計画.pdf']) {
        const { status, headers } = await call(`GET ${await attachment(call, path, title)}/content`)
        answers.push([status, headers.get('Content-Disposition')?.split("''")[1]])
      }
      return answers
    },
    correct: [
      [200, 'Plan%20%C3%A9'],
      [200, '%E8%A8%88%E7%94%BB.pdf'],
    ],
    faulty: [
      [200, 'Plan%20%C3%A9'],
      [500, undefined],
    ],
  },
  'attachment-links-are-of-rooms': {
    observe: async (call) => {
      const path = await project(call)
      for (const title of ['One', 'Two']) await attachment(call, path, title)
      const { headers } = await call(`GET ${path}/attachments?size=1`)
      const { status, json } = await call(`GET ${linked(headers, 'next')}`)
      return [status, json.page]
    },
    correct: [200, 2],
    faulty: [404, undefined],
  },
}
