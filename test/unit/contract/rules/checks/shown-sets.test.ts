import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'integer', readOnly: true }
const name = { type: 'string', minLength: 1 }
const player = { type: 'object', required: ['id', 'name'], properties: { id, name } }
const team = {
  type: 'object',
  required: ['id', 'name', 'member_ids'],
  properties: { id, name, member_ids: { type: 'array', items: { type: 'integer' }, readOnly: true } },
}
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const inPath = (parameter: string) => ({
  ...{ name: parameter, in: 'path', required: true },
  schema: { type: 'integer' },
})
const absent = { 404: { description: 'None.' } }
const done = { 204: { description: 'Done.' }, ...absent }
const collection = (kind: string, schema: object) => ({
  get: { operationId: `list${kind}s`, responses: answers({ type: 'array', items: schema }) },
  post: {
    operationId: `add${kind}`,
    requestBody: body(schema),
    responses: answers(schema, { status: 201 }),
  },
})
const single = (kind: string, schema: object) => ({
  get: { operationId: `get${kind}`, responses: { ...answers(schema), ...absent } },
  delete: { operationId: `drop${kind}`, responses: done },
})

/** Teams that show their members, have no list of them, and can be restored. */
const league = () =>
  described({
    '/players': collection('Player', player),
    '/players/{player_id}': { parameters: [inPath('player_id')], ...single('Player', player) },
    '/teams': collection('Team', team),
    '/teams/{team_id}': { parameters: [inPath('team_id')], ...single('Team', team) },
    '/teams/{team_id}/restore': {
      parameters: [inPath('team_id')],
      post: { operationId: 'restoreTeam', responses: { ...answers(team), ...absent } },
    },
    '/teams/{team_id}/members/{player_id}': {
      parameters: [inPath('team_id'), inPath('player_id')],
      put: { operationId: 'addMember', responses: done },
      delete: { operationId: 'removeMember', responses: done },
    },
  })

type Fault = 'others go' | 'comes twice' | 'stays' | 'restored without members'
/** A correct team that shows ids of its memberships. */
type Habit = 'own ids'

interface Team {
  readonly id: number
  member_ids: number[]
}

function office(fault?: Fault | Habit) {
  const all = { players: new Map<number, object>(), teams: new Map<number, Team>() }
  const bin = new Map<number, Team>()
  let last = 0
  const none = () => Response.json({}, { status: 404 })
  const join = (found: Team, player: number): void => {
    const others = fault === 'others go' ? [] : found.member_ids
    found.member_ids = [...others.filter((one) => one !== player || fault === 'comes twice'), player]
  }
  const restore = (team: number): Response => {
    const found = bin.get(team)
    if (found === undefined) return none()
    bin.delete(team)
    if (fault === 'restored without members') found.member_ids = []
    all.teams.set(team, found)
    return Response.json(found)
  }
  return ({ method, url }: Request, text: string): Response => {
    const [, kind = '', own = '', below, member] = new URL(url).pathname.split('/')
    const items = kind === 'teams' ? all.teams : all.players
    if (own === '' && method === 'GET') return Response.json([...items.values()])
    if (own === '') {
      const { name } = JSON.parse(text)
      const made = { id: ++last, name, ...(kind === 'teams' && { member_ids: [] }) }
      if (kind === 'teams') all.teams.set(last, { ...made, member_ids: [] })
      else all.players.set(last, made)
      return Response.json(made, { status: 201 })
    }
    if (below === 'restore') return restore(Number(own))
    const found = items.get(Number(own))
    if (found === undefined) return none()
    const team = all.teams.get(Number(own))
    if (member === undefined && method === 'GET' && team !== undefined && fault === 'own ids')
      return Response.json({ ...team, member_ids: team.member_ids.map((one) => one + 1000) })
    if (member === undefined && method === 'GET') return Response.json(found)
    if (member !== undefined && (team === undefined || !all.players.has(Number(member)))) return none()
    if (member !== undefined && team !== undefined) {
      if (method === 'PUT') join(team, Number(member))
      else if (fault !== 'stays') team.member_ids = team.member_ids.filter((one) => one !== Number(member))
    } else {
      if (team !== undefined && kind === 'teams') bin.set(team.id, team)
      items.delete(Number(own))
    }
    return new Response(null, { status: 204 })
  }
}

const told = async (rule: string, fault?: Fault | Habit) =>
  (await outcomes(await league(), { answer: office(fault), rules: [rule] })).filter(
    (line) => !line.includes('not run'),
  )

test('a set that its owner shows, and that comes back with it, breaks nothing', async () => {
  expect(await told('sets')).toEqual(['sets addMember: passed'])
  expect(await told('trash')).toEqual(['trash dropTeam: passed'])
})

test('a property with other ids than those of the members is not judged', async () => {
  expect(await told('sets', 'own ids')).toEqual([])
})

test.each<readonly [Fault, string, RegExp]>([
  ['others go', 'sets', /(\d+), (\d+) in GET \/teams\/\{team_id\} after PUT .* \| \2$/],
  ['comes twice', 'sets', /(\d+), (\d+) in GET \/teams\/\{team_id\} after PUT .* \| \1, \2, \2$/],
  ['stays', 'sets', /(\d+) in GET \/teams\/\{team_id\} after DELETE .* \| \d+, \1$/],
  ['restored without members', 'trash', /"member_ids" to be \[\d+\] again after POST .*restore \| \[\]/],
])('a server with the fault "%s" breaks %s', async (fault, rule, expected) => {
  expect(await told(rule, fault)).toEqual([expect.stringMatching(expected)])
})
