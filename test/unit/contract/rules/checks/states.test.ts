import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const STATES = ['planned', 'open', 'closed', 'cancelled']
const play = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1 },
    state: { enum: STATES, readOnly: true },
    closed_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const absent = { 404: { description: 'None.' } }
const body = { required: true, content: { 'application/json': { schema: play } } }
const refused = { ...absent, 409: { description: 'Not in this state.' } }
const action = (operationId: string) => ({
  parameters: [id],
  post: { operationId, responses: { ...answers(play), ...refused } },
})

const theatre = () =>
  described({
    '/plays': {
      get: { operationId: 'listPlays', responses: answers({ type: 'array', items: play }) },
      post: {
        operationId: 'planPlay',
        requestBody: body,
        responses: { ...answers(play, { status: 201 }), 400: { description: 'Wrong.' } },
      },
    },
    '/plays/{id}': {
      parameters: [id],
      get: { operationId: 'readPlay', responses: { ...answers(play), ...absent } },
      delete: { operationId: 'dropPlay', responses: { 204: { description: 'Gone.' }, ...refused } },
    },
    '/plays/{id}/cancel': action('cancelPlay'),
    '/plays/{id}/close': action('closePlay'),
    '/plays/{id}/open': action('openPlay'),
  })

interface Play {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly closed_at: string | null
}

type Fault =
  | 'crash'
  | 'undocumented'
  | 'refused cancel'
  | 'refused drop'
  | 'answer'
  | 'list'
  | 'title'
  | 'others'

/** For each action, the states from which it is possible, and the state to which it leads. */
const MOVES: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>> = {
  open: { from: ['planned'], to: 'open' },
  close: { from: ['open'], to: 'closed' },
  cancel: { from: ['planned', 'open'], to: 'cancelled' },
}

function stage(fault?: Fault) {
  const plays = new Map<string, Play>()
  let last = 0
  const keep = (one: Play): Play => {
    plays.set(one.id, one)
    return one
  }
  const refuse = (status: number) => Response.json({}, { status })
  const move = (one: Play, verb: string): Response => {
    const { from = [], to = '' } = MOVES[verb] ?? {}
    const isRefused = !from.includes(one.state)
    if (isRefused && fault === 'crash' && verb === 'close' && one.state === 'cancelled') return refuse(500)
    if (isRefused && fault === 'undocumented' && verb === 'open' && one.state === 'closed') return refuse(423)
    if (isRefused && fault === 'refused cancel' && one.state === 'closed') keep({ ...one, state: to })
    if (isRefused) return refuse(409)
    if (fault === 'others' && verb === 'close')
      for (const other of plays.values()) if (other.id !== one.id) keep({ ...other, title: 'Closed' })
    const moved = { ...one, state: to, closed_at: verb === 'close' ? '2020-01-01T00:00:00Z' : one.closed_at }
    keep(fault === 'title' && verb === 'close' ? { ...moved, title: '' } : moved)
    if (fault === 'answer' && verb === 'close') keep({ ...moved, state: 'open' })
    return Response.json(fault === 'title' ? plays.get(one.id) : moved)
  }
  return (request: Request, text: string): Response => {
    const { method } = request
    const [, , name = '', verb = ''] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    if (name === '' && method === 'GET') {
      const shown = [...plays.values()]
      return Response.json(
        fault === 'list'
          ? shown.map((one) => ({ ...one, state: one.state === 'closed' ? 'open' : one.state }))
          : shown,
      )
    }
    if (name === '') {
      const { title } = JSON.parse(text)
      return Response.json(keep({ id: `play-${++last}`, title, state: 'planned', closed_at: null }), {
        status: 201,
      })
    }
    const one = plays.get(name)
    if (one === undefined) return refuse(404)
    if (method === 'GET') return Response.json(one)
    if (method === 'POST') return move(one, verb)
    if (one.state === 'open') {
      if (fault === 'refused drop') keep({ ...one, state: 'planned' })
      return refuse(409)
    }
    plays.delete(name)
    return new Response(null, { status: 204 })
  }
}

async function told(rules: readonly string[], fault?: Fault): Promise<readonly string[]> {
  return outcomes(await theatre(), { answer: stage(fault), rules })
}

const findings = (lines: readonly string[]) => lines.filter((line) => !/: (?:passed|not run)/.test(line))

test('each action passes in each state, also those that a new item refuses', async () => {
  const lines = await told(['states', 'conformance', 'agreement', 'isolation'])
  expect(lines.filter((line) => !line.endsWith(': passed'))).toEqual([])
})

test.each<readonly [Fault, string, RegExp]>([
  ['crash', 'states', /^states closePlay: a documented response to a valid request \| status 500/],
  ['undocumented', 'states', /^states openPlay: a documented response to a valid request \| status 423/],
  [
    'refused cancel',
    'states',
    /^states (?:cancel|open|close)Play: the item unchanged: .*"closed".* \| .*"cancelled"/,
  ],
  ['refused drop', 'states', /^states .*: the item unchanged: .*"open".* \| .*"planned"/],
  [
    'answer',
    'states',
    /^states closePlay: "state" as POST \/plays\/\{id\}\/close returned it: "closed" \| "open" from GET \/plays\/\{id\}/,
  ],
  [
    'list',
    'states',
    /^states .*: "state" as GET \/plays returned it: "open" \| "closed" from GET \/plays\/\{id\}/,
  ],
  ['title', 'states', /^states closePlay: "title" to stay ".*" after POST \/plays\/\{id\}\/close \| ""/],
  ['others', 'isolation', /^isolation closePlay: "title" of .* to stay/],
])('a server with the fault "%s" breaks %s', async (fault, family, expected) => {
  expect(findings(await told([family], fault))).toEqual(
    expect.arrayContaining([expect.stringMatching(expected)]),
  )
})
