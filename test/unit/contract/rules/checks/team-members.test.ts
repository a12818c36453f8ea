import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'integer', readOnly: true }
const name = { type: 'string', minLength: 1 }
const person = { type: 'object', required: ['id', 'name'], properties: { id, name } }
const team = {
  type: 'object',
  required: ['id', 'name', 'member_count'],
  properties: { id, name, member_count: { type: 'integer', readOnly: true } },
}
const at = (parameter: string) => ({
  ...{ name: parameter, in: 'path', required: true },
  schema: { type: 'integer' },
})
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const absent = { 404: { description: 'None.' } }
const done = { 204: { description: 'Done.' }, ...absent }
const made = (schema: object) => answers(schema, { status: 201 })

/** Teams, whose members are people. */
const club = described({
  '/people': { post: { operationId: 'addPerson', requestBody: body(person), responses: made(person) } },
  '/people/{person_id}': {
    parameters: [at('person_id')],
    get: { operationId: 'readPerson', responses: { ...answers(person), ...absent } },
  },
  '/teams': { post: { operationId: 'addTeam', requestBody: body(team), responses: made(team) } },
  '/teams/{team_id}': {
    parameters: [at('team_id')],
    get: { operationId: 'readTeam', responses: { ...answers(team), ...absent } },
    patch: {
      operationId: 'changeTeam',
      requestBody: body({ type: 'object', properties: { name } }),
      responses: { ...answers(team), ...absent },
    },
  },
  '/teams/{team_id}/members': {
    parameters: [at('team_id')],
    get: { operationId: 'listMembers', responses: answers({ type: 'array', items: person }) },
  },
  '/teams/{team_id}/members/{person_id}': {
    parameters: [at('team_id'), at('person_id')],
    put: { operationId: 'addMember', responses: done },
    delete: { operationId: 'removeMember', responses: done },
  },
})

type Fault =
  | 'all members go'
  | 'the tag stays'
  | 'the tag stays weak'
  | 'every look counts'
  | 'no change is 204'

interface Team {
  id: number
  name: string
  members: string[]
  version: number
}

function service(fault?: Fault) {
  const people: { id: number; name: string }[] = []
  const teams: Team[] = []
  let looks = 0
  const shown = ({ id, name, members, version }: Team, status = 200): Response => {
    const headers = { etag: `${fault === 'the tag stays weak' ? 'W/' : ''}"${id}-${version}"` }
    const looked = fault === 'every look counts' && status === 200 ? { looks: ++looks } : {}
    return Response.json({ id, name, member_count: members.length, ...looked }, { status, headers })
  }
  const none = (): Response => Response.json({}, { status: 404 })
  const ofMembers = (method: string, own: Team, member = ''): Response => {
    const others = own.members.filter((one) => one !== member)
    if (member === '') return Response.json(people.filter(({ id }) => own.members.includes(`${id}`)))
    if (!people.some(({ id }) => `${id}` === member)) return none()
    if (method === 'DELETE' && others.length === own.members.length) return none()
    if (method === 'PUT') own.members = [...others, member]
    else own.members = fault === 'all members go' ? [] : others
    if (method === 'PUT' || !fault?.startsWith('the tag stays')) own.version++
    return new Response(null, { status: 204 })
  }
  return ({ method, url }: Request, text: string): Response => {
    const [, kind, of = '', part, member] = new URL(url).pathname.split('/')
    const sent = text === '' ? {} : JSON.parse(text)
    if (kind === 'people' && of === '') {
      people.push({ id: people.length + 1, name: sent.name })
      return Response.json(people.at(-1), { status: 201 })
    }
    if (kind === 'people') return Response.json(...found(people, of))
    if (of === '') {
      teams.push({ id: 90 + teams.length, name: sent.name, members: [], version: 1 })
      return shown(teams.at(-1) as Team, 201)
    }
    const own = teams.find(({ id }) => `${id}` === of)
    if (own === undefined) return none()
    if (part === 'members') return ofMembers(method, own, member)
    if (method === 'PATCH' && sent.name === undefined && fault === 'no change is 204')
      return new Response(null, { status: 204 })
    if (method === 'PATCH') Object.assign(own, { name: sent.name ?? own.name, version: own.version + 1 })
    return shown(own)
  }
}

function found(all: readonly { readonly id: number }[], name: string): [unknown, ResponseInit] {
  const own = all.find(({ id }) => `${id}` === name)
  return [own ?? {}, { status: own === undefined ? 404 : 200 }]
}

async function findings(fault?: Fault): Promise<string[]> {
  const rules = ['conformance', 'lifecycle', 'sets', 'isolation']
  const lines = await outcomes(await club, { answer: service(fault), rules })
  expect(lines).toContainEqual(expect.stringMatching(/^sets addMember: (?!not run)/))
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test('people with numbers as ids are put into a team', async () => {
  expect(await findings()).toEqual([])
  expect(await findings('the tag stays weak')).toEqual([])
  expect(await findings('every look counts')).toEqual([])
  expect(await findings('all members go')).toContainEqual(expect.stringMatching(/^sets addMember: /))
})

test('a strong entity tag stands for one content', async () => {
  expect(await findings('the tag stays')).toContainEqual(
    expect.stringMatching(/: header "ETag" must change with the content \| "\d+-\d+"/),
  )
})

test('an undocumented success is told in every valid request', async () => {
  expect(await findings('no change is 204')).toEqual(['lifecycle changeTeam: status 200 | status 204'])
})
