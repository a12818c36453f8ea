import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const scopes = { type: 'string', enum: ['all', 'some'] }
const topics = { type: 'array', items: { type: 'string', enum: ['sold', 'born'] } }
const alert = {
  type: 'object',
  required: ['id', 'name', 'scope', 'topics'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' }, scope: scopes, topics },
}
const { id: _, ...written } = alert.properties
const refused = {
  400: { description: 'Wrong.' },
  404: { description: 'None.' },
  409: { description: 'An alert for everything has no topics.' },
}
const body = (required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties: written } } },
})

const shop = described({
  '/alerts': {
    get: { operationId: 'listAlerts', responses: answers({ type: 'array', items: alert }) },
    post: {
      operationId: 'addAlert',
      requestBody: body(['name']),
      responses: { ...answers(alert, { status: 201 }), ...refused },
    },
  },
  '/alerts/{alert_id}': {
    parameters: [{ name: 'alert_id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'getAlert', responses: { ...answers(alert), ...refused } },
    patch: {
      operationId: 'changeAlert',
      requestBody: body([]),
      responses: { ...answers(alert), ...refused },
    },
    delete: { operationId: 'dropAlert', responses: { 204: { description: 'Gone.' }, ...refused } },
  },
})

interface Alert {
  readonly id: string
  readonly name: string
  readonly scope: string
  readonly topics: readonly string[]
}

/** The result of a change that gives topics to an alert for everything. */
type Habit = 'rejected' | 'stored' | 'dropped'

function service(habit: Habit) {
  const alerts = new Map<string, Alert>()
  return ({ method, url }: Request, text: string): Response => {
    const [, , id = ''] = new URL(url).pathname.split('/')
    const own = alerts.get(id)
    if (id === '' && method === 'GET') return Response.json([...alerts.values()])
    if (id !== '' && own === undefined) return Response.json({ detail: 'None.' }, { status: 404 })
    if (method === 'GET') return Response.json(own)
    if (method === 'DELETE') {
      alerts.delete(id)
      return new Response(null, { status: 204 })
    }
    const now: Alert = {
      scope: 'some',
      topics: [],
      ...own,
      ...JSON.parse(text),
      id: own?.id ?? `a${alerts.size}`,
    }
    const isOdd = now.scope === 'all' && now.topics.length > 0
    if (isOdd && (own === undefined || habit === 'rejected'))
      return Response.json({ detail: 'An alert for everything has no topics.' }, { status: 409 })
    const kept = isOdd && habit === 'dropped' ? { ...now, topics: [] } : now
    alerts.set(now.id, kept)
    return Response.json(kept, { status: own === undefined ? 201 : 200 })
  }
}

const told = async (habit: Habit): Promise<string[]> =>
  (await outcomes(await shop, { answer: service(habit), rules: ['round-trip', 'combinations'] })).filter(
    (line) => line.startsWith('combinations'),
  )

test('a change to values that a create rejects together is told', async () => {
  expect(await told('stored')).toEqual([
    expect.stringMatching(
      /^combinations addAlert: a rejection of \{"scope":"all","topics":\[.+\]\}, which POST \/alerts rejects together \| status 200/,
    ),
  ])
})

test.each(['rejected', 'dropped'] as const)('values that a change leaves %s are not told', async (habit) => {
  expect(await told(habit)).toEqual([expect.not.stringContaining('|')])
})

const day = { type: 'string', format: 'date' }
const stay = {
  type: 'object',
  required: ['id', 'starts_on', 'ends_on'],
  properties: { id: { type: 'string', readOnly: true }, starts_on: day, ends_on: day },
}
const spans = { starts_on: day, ends_on: day }
const ofDays = (required: readonly string[]) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties: spans } } },
})

const hotel = described({
  '/stays': {
    post: {
      operationId: 'addStay',
      requestBody: ofDays(['starts_on', 'ends_on']),
      responses: { ...answers(stay, { status: 201 }), ...refused },
    },
  },
  '/stays/{stay_id}': {
    parameters: [{ name: 'stay_id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'getStay', responses: { ...answers(stay), ...refused } },
    patch: { operationId: 'moveStay', requestBody: ofDays([]), responses: { ...answers(stay), ...refused } },
    delete: { operationId: 'dropStay', responses: { 204: { description: 'Gone.' }, ...refused } },
  },
})

type Stay = Readonly<Record<'id' | 'starts_on' | 'ends_on', string>>

/** @param checked Methods whose requests must not end a stay before it begins. */
function inn(checked: readonly string[]) {
  const stays = new Map<string, Stay>()
  return ({ method, url }: Request, text: string): Response => {
    const [, , id = ''] = new URL(url).pathname.split('/')
    const own = stays.get(id)
    if (id !== '' && own === undefined) return Response.json({}, { status: 404 })
    if (method === 'GET') return Response.json(own)
    if (method === 'DELETE') stays.delete(id)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    const now: Stay = { ...own, ...JSON.parse(text), id: own?.id ?? `s${stays.size}` }
    if (now.ends_on < now.starts_on && checked.includes(method)) return Response.json({}, { status: 400 })
    stays.set(now.id, now)
    return Response.json(now, { status: own === undefined ? 201 : 200 })
  }
}

const toldOf = async (checked: readonly string[]): Promise<string[]> =>
  outcomes(await hotel, { answer: inn(checked), rules: ['combinations'] })

test('a range that only a create checks is told', async () => {
  expect(await toldOf(['POST'])).toEqual([
    expect.stringMatching(
      /^combinations addStay: a rejection of \{"starts_on":".+","ends_on":".+"\}, which POST \/stays rejects together \| status 200/,
    ),
  ])
})

test.each([[['POST', 'PATCH']], [[]]])('a range that %j check is not told', async (checked) => {
  expect(await toldOf(checked)).toEqual([expect.not.stringContaining(' | ')])
})
