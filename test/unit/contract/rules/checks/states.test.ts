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
    stars: { type: 'integer', readOnly: true },
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

const theatre = (hasStars = false) =>
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
    ...(hasStars && {
      '/plays/{id}/star': {
        parameters: [id],
        put: { operationId: 'starPlay', responses: { ...answers(play), ...absent } },
      },
    }),
  })

interface Play {
  readonly id: string
  readonly title: string
  readonly state: string
  readonly stars: number
  readonly closed_at: string | null
}

type Fault =
  | 'crash'
  | 'undocumented'
  | 'refused cancel'
  | 'refused drop'
  | 'answer'
  | 'list'
  | 'stars'
  | 'again'
  | 'together'
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
  /** Writes that only the next read stores. */
  const late: Play[] = []
  const keep = (one: Play): Play => {
    plays.set(one.id, one)
    return one
  }
  const refuse = (status: number) => Response.json({}, { status })
  const star = (one: Play): Response =>
    Response.json(keep({ ...one, stars: fault === 'again' ? one.stars + 1 : 1 }))
  const move = (one: Play, verb: string): Response => {
    if (verb === 'star') return star(one)
    const { from = [], to = '' } = MOVES[verb] ?? {}
    const isRefused = !from.includes(one.state)
    if (isRefused && fault === 'crash' && verb === 'close' && one.state === 'cancelled') return refuse(500)
    if (isRefused && fault === 'undocumented' && verb === 'open' && one.state === 'closed') return refuse(423)
    if (isRefused && fault === 'refused cancel' && one.state === 'closed') keep({ ...one, state: to })
    if (isRefused) return refuse(409)
    if (fault === 'others' && verb === 'close')
      for (const other of plays.values()) if (other.id !== one.id) keep({ ...other, title: 'Closed' })
    const moved = { ...one, state: to, closed_at: verb === 'close' ? '2020-01-01T00:00:00Z' : one.closed_at }
    if (fault === 'together') late.push(moved)
    else keep(fault === 'title' && verb === 'close' ? { ...moved, title: '' } : moved)
    if (fault === 'answer' && verb === 'close') keep({ ...moved, state: 'open' })
    return Response.json(fault === 'title' ? plays.get(one.id) : moved)
  }
  return (request: Request, text: string): Response => {
    const { method } = request
    if (method === 'GET') for (const one of late.splice(0)) keep(one)
    const [, , name = '', verb = ''] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    if (name === '' && method === 'GET') {
      const shown = [...plays.values()]
      return Response.json(
        shown.map((one) => {
          return fault === 'list' && one.state === 'closed' ? { ...one, state: 'open' } : one
        }),
      )
    }
    if (name === '') {
      const { title } = JSON.parse(text)
      return Response.json(
        keep({ id: `play-${++last}`, title, state: 'planned', stars: 0, closed_at: null }),
        {
          status: 201,
        },
      )
    }
    const one = plays.get(name)
    if (one === undefined) return refuse(404)
    if (method === 'GET') return Response.json(one)
    if (method !== 'DELETE') return move(one, verb)
    if (one.state === 'open') {
      if (fault === 'refused drop') keep({ ...one, state: 'planned' })
      return refuse(409)
    }
    plays.delete(name)
    return new Response(null, { status: 204 })
  }
}

async function told(rules: readonly string[], fault?: Fault): Promise<readonly string[]> {
  return outcomes(await theatre(fault === 'again' || fault === 'stars'), { answer: stage(fault), rules })
}

const findings = (lines: readonly string[]) => lines.filter((line) => !/: (?:passed|not run)/.test(line))

test('each action passes in each state, also those that a new item refuses', async () => {
  const lines = await told(['states', 'conformance', 'agreement', 'isolation'])
  expect(lines.filter((line) => !line.endsWith(': passed'))).toEqual([])
})

test('an idempotent action that is repeated without effect passes', async () => {
  expect(await told(['states'], 'stars')).toContain('states starPlay: passed')
})

test.each<readonly [Fault, string, RegExp]>([
  [
    'crash',
    'states',
    /^states closePlay: a documented success or rejection for a valid request \| status 500/,
  ],
  [
    'undocumented',
    'states',
    /^states openPlay: a documented success or rejection for a valid request \| status 423/,
  ],
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
  ['again', 'states', /^states starPlay: the same state after repeating the request \| .*"stars"/],
  [
    'together',
    'states',
    /^states \w+Play: a rejection of one of two simultaneous requests, because .* \| success for both/,
  ],
  ['title', 'states', /^states closePlay: "title" to stay ".*" after POST \/plays\/\{id\}\/close \| ""/],
  ['others', 'isolation', /^isolation closePlay: "title" of .* to stay/],
])('a server with the fault "%s" breaks %s', async (fault, family, expected) => {
  expect(findings(await told([family], fault))).toEqual(
    expect.arrayContaining([expect.stringMatching(expected)]),
  )
})
