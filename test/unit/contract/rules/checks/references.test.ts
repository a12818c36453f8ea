import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const team = {
  type: 'object',
  required: ['id', 'name', 'player_count', 'unread_player_count'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 1 },
    player_count: { type: 'integer', readOnly: true },
    unread_player_count: { type: 'integer', readOnly: true },
  },
}
const player = {
  type: 'object',
  required: ['id', 'name', 'team_id'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 1 },
    team_id: { type: ['string', 'null'] },
  },
}
const branch = {
  type: 'object',
  required: ['id', 'name', 'parent_id'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 1 },
    parent_id: { type: ['string', 'null'] },
  },
}
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string, required: readonly string[] = []) => ({
  required: true,
  content: { 'application/json': { schema: { allOf: [schema(name)], required } } },
})
const listOf = (name: string) =>
  answers({
    type: 'object',
    required: ['items', 'total'],
    properties: { items: { type: 'array', items: schema(name) }, total: { type: 'integer' } },
  })
const gone = { 204: { description: 'Gone.' }, 409: { description: 'In use.' }, ...none }

/** Returns the operations of a collection with an item schema. */
const collection = (path: string, name: string, parameters: readonly object[] = []) => ({
  [path]: {
    get: { operationId: `list${name}`, parameters, responses: listOf(name) },
    post: {
      operationId: `create${name}`,
      requestBody: { content: { 'application/json': { schema: schema(`New${name}`) } }, required: true },
      responses: { ...answers(schema(name), { status: 201 }), ...none },
    },
  },
  [`${path}/{${name}_id}`]: {
    parameters: [id(`${name}_id`)],
    get: { operationId: `get${name}`, responses: { ...answers(schema(name)), ...none } },
    patch: {
      operationId: `change${name}`,
      requestBody: body(`New${name}`),
      responses: { ...answers(schema(name)), ...none },
    },
    delete: { operationId: `delete${name}`, responses: gone },
  },
})

const without = ({ properties }: { readonly properties: object }, required: readonly string[]) => ({
  type: 'object',
  required,
  properties: Object.fromEntries(Object.entries(properties).filter(([, own]) => own.readOnly !== true)),
})

const league = described(
  {
    ...collection('/teams', 'team'),
    ...collection('/players', 'player', [
      { name: 'team_id', in: 'query', schema: { type: 'string' } },
      { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
      { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
    ]),
    ...collection('/branches', 'branch'),
  },
  {
    components: {
      schemas: {
        ...{ team, player, branch },
        Newteam: without(team, []),
        Newplayer: without(player, []),
        Newbranch: without(branch, []),
      },
    },
  },
)

type Fault =
  | 'moved player counts'
  | 'removed player counts'
  | 'list keeps moved players'
  | 'total of all players'
  | 'players without team are hidden'
  | 'a player that is read has no team'
  | 'a team that is read has one player'
  | 'branch below itself'
  | 'branch below its branches'
  | 'branch without the one above'

type Row = { readonly id: string; readonly [name: string]: unknown }

function service(fault?: Fault) {
  const tables: Record<string, Row[]> = { teams: [], players: [], branches: [] }
  const lost = new Map<string, number>()
  const firsts = new Map<string, unknown>()
  const unread = new Map<unknown, number>()
  let last = 0
  const players = () => tables['players'] ?? []
  const shown = (table: string, row: Row): Row => {
    if (table !== 'teams') return row
    const count = players().filter(({ team_id }) => team_id === row.id).length + (lost.get(row.id) ?? 0)
    return { ...row, player_count: count, unread_player_count: unread.get(row.id) ?? 0 }
  }
  const lose = (team: unknown): void => void lost.set(String(team), (lost.get(String(team)) ?? 0) + 1)
  const isBelow = (row: Row | undefined, above: string): boolean => {
    if (row === undefined) return false
    if (row.id === above) return fault !== 'branch below itself' || row['parent_id'] !== null
    return isBelow(
      tables['branches']?.find((one) => one.id === row['parent_id']),
      above,
    )
  }
  return ({ method, url }: Request, text: string): Response => {
    const { pathname, searchParams } = new URL(url)
    const [, table = '', name = ''] = pathname.split('/')
    const rows = tables[table] ?? []
    const refuse = (status: number) => Response.json({}, { status })
    const asked = searchParams.get('team_id')
    if (name === '' && method === 'GET') {
      const teams = new Set((tables['teams'] ?? []).map((one) => one.id))
      const isShown = (row: Row): boolean => {
        const team =
          fault === 'list keeps moved players' ? (firsts.get(row.id) ?? row['team_id']) : row['team_id']
        if (table === 'players' && fault === 'players without team are hidden' && team != null)
          if (!teams.has(String(team))) return false
        return asked === null || team === asked
      }
      const items = rows.filter(isShown).map((row) => shown(table, row))
      const total = fault === 'total of all players' ? rows.length : items.length
      const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('size') ?? 50)]
      return Response.json({ items: items.slice((page - 1) * size, page * size), total })
    }
    const sent = text === '' ? {} : JSON.parse(text)
    const isKnown = (team: unknown): boolean => (tables['teams'] ?? []).some((one) => one.id === team)
    if (sent.team_id != null && !isKnown(sent.team_id)) return refuse(400)
    if (sent.parent_id != null && !(tables['branches'] ?? []).some((one) => one.id === sent.parent_id))
      return refuse(400)
    if (name === '') {
      const made: Row = { name: 'A', team_id: null, parent_id: null, ...sent, id: `i${++last}` }
      tables[table] = [...rows, made]
      if (made['team_id'] !== null) unread.set(made['team_id'], (unread.get(made['team_id']) ?? 0) + 1)
      return Response.json(shown(table, made), { status: 201 })
    }
    const row = rows.find((one) => one.id === name)
    if (row === undefined) return refuse(404)
    if (method === 'GET' && table === 'players' && fault === 'a player that is read has no team')
      return Response.json({ ...row, team_id: null })
    if (method === 'GET' && table === 'teams' && fault === 'a team that is read has one player')
      return Response.json({
        ...shown(table, row),
        player_count: Math.min(1, Number(shown(table, row)['player_count'])),
      })
    if (method === 'GET') return Response.json(shown(table, row))
    if (method === 'DELETE') {
      const isUsed = table === 'branches' && rows.some((one) => one['parent_id'] === row.id)
      if (isUsed && fault !== 'branch without the one above') return refuse(409)
      if (fault === 'removed player counts' && row['team_id'] !== null) lose(row['team_id'])
      tables[table] = rows.filter((one) => one !== row)
      return new Response(null, { status: 204 })
    }
    const target = tables['branches']?.find((one) => one.id === sent.parent_id)
    const isChecked = fault !== 'branch below its branches' || target?.id === row.id
    if (table === 'branches' && isChecked && isBelow(target, row.id)) return refuse(400)
    if (sent.team_id !== undefined && sent.team_id !== row['team_id']) {
      if (row['team_id'] !== null && fault === 'moved player counts') lose(row['team_id'])
      if (!firsts.has(row.id)) firsts.set(row.id, row['team_id'])
    }
    const now: Row = { ...row, ...sent }
    tables[table] = rows.map((one) => (one === row ? now : one))
    return Response.json(shown(table, now))
  }
}

const told = async (fault?: Fault): Promise<string[]> =>
  outcomes(await league, { answer: service(fault), rules: ['references'] })

test('things that show who refers to them break nothing, nor does what nobody has seen yet', async () => {
  expect(await told()).toEqual(['references createplayer: passed', 'references createbranch: passed'])
})

test.each<readonly [Fault, RegExp]>([
  [
    'moved player counts',
    /"player_count" to be 1 after PATCH \/players\/\{player_id\}, because it increases with each item that POST \/players creates with a reference in "team_id" \| 2/,
  ],
  ['removed player counts', /"player_count" to be 0 after DELETE \/players\/\{player_id\}, .* \| 1/],
  [
    'list keeps moved players',
    /createplayer: i\d+ in GET \/players after PATCH \/players\/\{player_id\} \| i\d+, i\d+/,
  ],
  ['total of all players', /createplayer: a count of \d+, the number of items that match the filter \| \d+/],
  [
    'players without team are hidden',
    /in both GET \/players\/\{player_id\} and GET \/players or in neither \| an item only in GET \/players\/\{player_id\}/,
  ],
  ['a player that is read has no team', /createplayer: "team_id" as sent, when read again: "i\d+" \| null/],
  [
    'a team that is read has one player',
    /createplayer: "player_count" as GET \/teams returned it: 2 \| 1 from GET \/teams\/\{team_id\}/,
  ],
  ['branch below itself', /createbranch: a rejection of a "parent_id" that is the item itself/],
  [
    'branch without the one above',
    /createbranch: status 404 from GET \/branches\/\{branch_id\} for an item whose parent DELETE \/branches\/\{branch_id\} removed/,
  ],
  ['branch below its branches', /createbranch: a rejection of a "parent_id" that is 2 levels below the item/],
])('a server that has the fault "%s" breaks it', async (fault, expected) => {
  expect(await told(fault)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})
