import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api as Client } from '../../../generated/client.ts'
import { document } from '../../../generated/operations.ts'
import type {
  ListPersonsRequest,
  Person,
  PersonList,
  PropertyFilter,
  PropertyFilterGroup,
  PropertyFilters,
} from '../../../generated/types.ts'
import { clearEvents } from '../../../server/events/clear-events.ts'
import { createPostgresEventStore } from '../../../server/events/postgres/store.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { createCohort } from '../../../server/persons/cohorts.ts'
import {
  createApi,
  denied,
  invalid,
  notFound,
  startTestService,
  type Tenant,
  type TestService,
} from './harness.ts'
import { initOf, queryText, sampleRequest } from './sample-requests.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

type Query = NonNullable<ListPersonsRequest['query']>

/** A separate project, so that lists contain only what the test has created. */
interface Project {
  readonly tenant: Tenant
  readonly project_id: string
  /** The owner's operations. */
  readonly persons: Client['persons']
  /** The path of the persons, for requests that those operations cannot send. */
  readonly address: string
  capture(...batch: object[]): Promise<void>
  /** Creates a person with one distinct id. */
  make(distinctId: string, $set?: object): Promise<Person>
  find(query: Query): Promise<PersonList>
  names(query: Query): Promise<string[]>
}

async function makeProject(): Promise<Project> {
  const tenant = await service.makeTenant()
  const { persons } = tenant.owner.client
  const project_id = String(tenant.projectId)
  const { api_token: api_key } = await service.db
    .selectFrom('projects')
    .where('id', '=', tenant.projectId)
    .select('api_token')
    .executeTakeFirstOrThrow()
  const capture = async (...batch: object[]) => {
    const answer = await createApi(service.url).post('/batch', { api_key, batch })
    expect(answer.status).toBe(200)
  }
  const find = (query: Query) => persons.listPersons({ path: { project_id }, query })
  return {
    tenant,
    project_id,
    persons,
    address: `/api/projects/${project_id}/persons`,
    capture,
    find,
    async make(distinct_id, $set = {}) {
      await capture({ event: 'seen', distinct_id, $set })
      const [person] = (await find({ distinct_id })).results
      expect(person).toBeDefined()
      return person!
    },
    names: async (query) => (await find(query)).results.map(({ distinct_ids }) => distinct_ids[0]!).sort(),
  }
}

async function collect<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const all: Page[] = []
  for await (const page of pages) all.push(page)
  return all
}

/** Returns the lines of the list as CSV. */
async function readCsv({ persons, project_id }: Project, query: Query = {}): Promise<string[]> {
  const request = { path: { project_id }, query: { ...query, format: 'csv' as const } }
  return (await persons.listPersons(request, { accept: 'text/csv' })).split('\r\n')
}

/** Requests the list as CSV, using only the URL or only a header, and does not read the response. */
async function fetchCsv(
  { tenant, address }: Project,
  { query = '?format=csv', accept = '*/*' } = {},
): Promise<Response> {
  const key = await createKey(service.db, { userId: tenant.owner.id, label: 'csv', scopes: ['person:read'] })
  return await fetch(service.url + address + query, { headers: { authorization: `Bearer ${key}`, accept } })
}

describe('the list', () => {
  it('shows the newest first, in pages, and nobody from the far future', async () => {
    const { address, capture, tenant } = await makeProject()
    const { api } = tenant.owner
    const days = [3, 1, 2].map((day) => ({ day, timestamp: `2026-01-0${day}T00:00:00Z` }))
    await capture(
      ...days.map(({ day, timestamp }) => ({ event: 'seen', distinct_id: `day-${day}`, timestamp })),
    )
    await capture({ event: 'seen', distinct_id: 'later', timestamp: '2999-01-01T00:00:00Z' })
    const page = await api.get<PersonList>(`${address}/?limit=2`)
    expect(page).toMatchObject({ status: 200, body: { count: 3, previous: null } })
    expect(page.body.results.map(({ name }) => name)).toEqual(['day-3', 'day-2'])
    expect(page.body.next).toBe(`${service.url}${address}/?limit=2&offset=2`)
    const next = await api.get<PersonList>(page.body.next!)
    expect(next.body.results.map(({ name }) => name)).toEqual(['day-1'])
  })

  it('shows a person by its best name, with chosen ids before made ones', async () => {
    const { capture, find } = await makeProject()
    const anonymous = randomUUID()
    await capture({ event: 'seen', distinct_id: anonymous, timestamp: '2026-01-31T12:00:00.123Z' })
    expect((await find({})).results).toEqual([
      {
        id: expect.any(Number),
        uuid: expect.any(String),
        name: anonymous,
        distinct_ids: [anonymous],
        properties: { $creator_event_uuid: expect.any(String) },
        created_at: '2026-01-31T12:00:00.123000Z',
      },
    ])
    await capture({ event: '$identify', distinct_id: 'ann', properties: { $anon_distinct_id: anonymous } })
    expect((await find({})).results).toMatchObject([{ name: 'ann', distinct_ids: ['ann', anonymous] }])
    await capture({ event: 'seen', distinct_id: 'ann', $set: { username: 'u', name: ' ', email: 'a@b.c' } })
    expect((await find({})).results).toMatchObject([{ name: 'a@b.c' }])
  })

  it('is found by distinct id, by e-mail address, and by search', async () => {
    const { make, names } = await makeProject()
    const ann = await make('ann', { email: 'Ann@Example.com' })
    await make('bob', { email: 'bob@example.com' })
    await make('100%', { email: 'under_score@example.org' })
    expect(await names({ distinct_id: 'ann' })).toEqual(['ann'])
    expect(await names({ distinct_id: 'an' })).toEqual([])
    expect(await names({ email: 'Ann@Example.com' })).toEqual(['ann'])
    expect(await names({ email: 'ann@example.com' })).toEqual([])
    expect(await names({ search: 'EXAMPLE.COM' })).toEqual(['ann', 'bob'])
    expect(await names({ search: 'bob' })).toEqual(['bob'])
    expect(await names({ search: '100%' })).toEqual(['100%'])
    expect(await names({ search: '%' })).toEqual([])
    expect(await names({ search: '_' })).toEqual(['100%'])
    expect(await names({ search: ann.uuid })).toEqual(['ann'])
    expect(await names({ search: '' })).toHaveLength(3)
    expect(await names({ search: 'example.com', email: 'bob@example.com' })).toEqual(['bob'])
  })

  describe('with conditions on properties', () => {
    let project: Project
    beforeAll(async () => {
      project = await makeProject()
      await project.make('a', { plan: 'free', age: 20, on: '2026-01-10', tags: ['x'], ok: true, note: null })
      await project.make('b', { plan: 'Free trial', age: '30', on: '2026-01-20T12:00:00Z', ok: 'true' })
      await project.make('c', { plan: 'paid', age: 40.5, on: 1768003200, deep: { x: 1 } })
      await project.make('d')
    })

    it.each<[condition: PropertyFilter, names: string]>([
      [{ key: 'plan', value: 'free' }, 'a'],
      [{ key: 'plan', value: ['free', 'paid'] }, 'ac'],
      [{ key: 'plan', value: [] }, ''],
      [{ key: 'plan', value: 'free', operator: 'is_not' }, 'bcd'],
      [{ key: 'age', value: 30 }, 'b'],
      [{ key: 'age', value: '20' }, 'a'],
      [{ key: 'age', value: '40.5' }, 'c'],
      [{ key: 'ok', value: true }, 'ab'],
      [{ key: 'ok', value: 'true' }, 'ab'],
      [{ key: 'note', value: null }, 'a'],
      [{ key: 'deep', value: { x: 1 } }, 'c'],
      [{ key: 'tags', value: 'x' }, ''],
      [{ key: 'plan', value: 'FREE', operator: 'icontains' }, 'ab'],
      [{ key: 'plan', value: 'free', operator: 'not_icontains' }, 'cd'],
      [{ key: 'plan', value: '^[Ff]ree', operator: 'regex' }, 'ab'],
      [{ key: 'plan', value: '^[Ff]ree', operator: 'not_regex' }, 'cd'],
      [{ key: 'age', value: 20, operator: 'gt' }, 'bc'],
      [{ key: 'age', value: '20', operator: 'gte' }, 'abc'],
      [{ key: 'age', value: 30, operator: 'lt' }, 'a'],
      [{ key: 'age', value: 30, operator: 'lte' }, 'ab'],
      [{ key: 'note', operator: 'is_set' }, 'a'],
      [{ key: 'plan', operator: 'is_not_set' }, 'd'],
      [{ key: 'on', value: '2026-01-20', operator: 'is_date_exact' }, 'b'],
      [{ key: 'on', value: '2026-01-20', operator: 'is_date_before' }, 'ac'],
      [{ key: 'on', value: '2026-01-10', operator: 'is_date_after' }, 'b'],
      [{ key: 'plan', value: '2026-01-10', operator: 'is_date_after' }, ''],
      [{ key: "it's", value: 'x' }, ''],
    ])('%j is met by "%s"', async (condition, names) => {
      expect((await project.names({ properties: [condition] })).join('')).toBe(names)
    })

    it('compares numbers as numbers, however they were sent, and nothing else', async () => {
      const numbers = await makeProject()
      const values = {
        a: 9,
        b: '10',
        c: -1e300,
        d: 1e300,
        e: 'ten',
        f: true,
        g: [99],
        h: { x: 99 },
        i: null,
        j: ' 99',
      }
      for (const [id, n] of Object.entries(values)) await numbers.make(id, { n })
      await numbers.make('k')
      const met = async (operator: 'gt' | 'gte' | 'lt' | 'lte', value: unknown) =>
        (await numbers.names({ properties: [{ key: 'n', value, operator }] })).join('')
      expect(await met('gt', 9)).toBe('bd')
      expect(await met('gte', '9')).toBe('abd')
      expect(await met('lt', 10)).toBe('ac')
      expect(await met('lte', [10, 5])).toBe('abc')
    })

    it('shows every person once on pages of any size, whether many or few meet a condition', async () => {
      const many = await makeProject()
      await many.capture(
        ...Array.from({ length: 60 }, (_, n) => ({
          event: 'seen',
          distinct_id: `p${n}`,
          $set: { n, email: `${n}@example.com` },
        })),
      )
      const numbersOf = ({ results }: PersonList) => results.map(({ properties }) => properties?.['n'])
      const all = numbersOf(await many.find({ limit: 100 }))
      for (const [least, limit] of [
        [-1, 1],
        [-1, 7],
        [30, 2],
        [30, 50],
        [58, 1],
        [59, 10],
      ] as const) {
        const properties: PropertyFilters = [{ key: 'n', value: least, operator: 'gt' }]
        const found: unknown[] = []
        for (let offset = 0; offset <= 60; offset += limit) {
          const page = await many.find({ properties, limit, offset })
          expect(page.count).toBe(59 - least)
          found.push(...numbersOf(page))
        }
        expect(found).toEqual(all.filter((n) => Number(n) > least))
      }
      const nines = await many.find({ properties: [{ key: 'email', value: '9@EX', operator: 'icontains' }] })
      expect([nines.count, numbersOf(nines).toSorted()]).toEqual([6, [19, 29, 39, 49, 59, 9]])
    })

    it('joins them by the words of a group', async () => {
      const free: PropertyFilter = { key: 'plan', value: 'free' }
      const old: PropertyFilter = { key: 'age', value: 35, operator: 'gt', type: 'person' }
      const trial: PropertyFilter = { key: 'plan', value: 'trial', operator: 'icontains' }
      const names = (properties: PropertyFilters) => project.names({ properties })
      expect(await names([free, old])).toEqual([])
      expect(await names({ type: 'OR', values: [free, old] })).toEqual(['a', 'c'])
      const both: PropertyFilterGroup = { type: 'AND', values: [trial, { key: 'age', value: 30 }] }
      expect(await names({ type: 'OR', values: [both, old] })).toEqual(['b', 'c'])
      expect(await names({ type: 'AND', values: [] })).toHaveLength(4)
    })

    it('knows the persons of a cohort', async () => {
      const { projectId } = project.tenant
      const { id } = await createCohort(service.db, {
        projectId,
        name: 'Some',
        distinctIds: ['a', 'b', 'nobody'],
      })
      const condition: PropertyFilter = { key: 'id', value: id, type: 'cohort' }
      expect(await project.names({ properties: [condition] })).toEqual(['a', 'b'])
      expect(await project.names({ properties: [{ ...condition, operator: 'is_not' }] })).toEqual(['c', 'd'])
    })

    it.each([
      ['text that is no JSON', '[{'],
      ['a condition without a key', '[{"value":1}]'],
      ['an unknown operator', '[{"key":"a","operator":"like"}]'],
      ['a condition on events', '[{"key":"a","value":1,"type":"event"}]'],
      ['a broken expression', '[{"key":"plan","value":"(","operator":"regex"}]'],
      ['a date that is none', '[{"key":"on","value":"soon","operator":"is_date_after"}]'],
      ['a null character', '[{"key":"a\\u0000","value":"b"}]'],
    ])('refuses %s', async (_, properties) => {
      const query = new URLSearchParams({ properties })
      const answer = await project.tenant.owner.api.get(`${project.address}?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error' } })
    })

    it('takes half of a surrogate pair for a character that nobody has', async () => {
      expect(await project.names({ properties: [{ key: 'plan\ud800', value: '\ud800' }] })).toEqual([])
    })
  })

  it('can be had as CSV', async () => {
    const project = await makeProject()
    const person = await project.make('ann', { a: { b: 'x, "y"' }, list: [1, null] })
    for (const asked of [
      { query: '?format=csv', accept: '*/*' },
      { query: '', accept: 'text/csv' },
    ]) {
      const response = await fetchCsv(project, asked)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const creator = person.properties?.['$creator_event_uuid']
      const [header, line, end] = (await response.text()).split('\r\n')
      expect(header).toContain('id,uuid,name,created_at,distinct_ids.0,properties.')
      expect(Object.fromEntries(header!.split(',').map((name, index) => [name, index]))).toMatchObject({
        'properties.a.b': expect.any(Number),
        'properties.list.0': expect.any(Number),
      })
      expect(line).toContain(`${person.id},${person.uuid},ann,${person.created_at},ann,`)
      expect(line).toContain('"x, ""y"""')
      expect(line).toContain(String(creator))
      expect(end).toBe('')
    }
  })

  it('can be had as CSV that runs no formula, and that is longer than a page', async () => {
    const project = await makeProject()
    const hostile = [
      '=HYPERLINK("http://x.example")',
      '+1+cmd',
      '-2-3',
      '@SUM(A1)',
      '\t=1',
      '-5',
      '+49',
      'plain',
    ]
    await project.capture(
      ...Array.from({ length: 1500 }, (_, index) => ({
        event: 'x',
        distinct_id: `p${index}`,
        $set: { name: hostile[index % hostile.length], '=key': index === 1499 ? 1 : undefined },
      })),
    )
    const lines = await readCsv(project)
    expect(lines).toHaveLength(1502)
    const names = new Set(lines.slice(1, -1).map((line) => line.split(',')[2]))
    expect(names).toEqual(
      new Set([
        `"'=HYPERLINK(""http://x.example"")"`,
        "'+1+cmd",
        "'-2-3",
        "'@SUM(A1)",
        "'=1",
        '-5',
        '+49',
        'plain',
      ]),
    )
    expect(lines[0]).toContain('properties.=key')
    expect(await readCsv(project, { limit: 1200 })).toHaveLength(1202)
    expect(await readCsv(project, { limit: 1200, offset: 1000 })).toHaveLength(502)
  })

  it('can be had as CSV of 5,000 columns at most', async () => {
    const project = await makeProject()
    const { capture } = project
    const columns = (person: number) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${person}_${index}`, index]))
    const people = Array.from({ length: 16 }, (_, index) => index)
    await capture(
      ...people.map((person) => ({ event: 'x', distinct_id: `${person}`, $set: columns(person) })),
    )
    expect(await readCsv(project)).toHaveLength(18)
    await capture({ event: 'x', distinct_id: '16', $set: columns(16) })
    const [head = '', ...lines] = await readCsv(project)
    const names = head.split(',')
    expect([names.length, names.at(-1)]).toEqual([5000, 'properties'])
    const shared = lines.filter((line) => line.includes('"{""p'))
    expect(shared.map((line) => line.split(',')[2])).toEqual(['0'])
  })

  it('can be had as CSV whatever a property holds: the largest are columns of JSON where columns are too many', async () => {
    const project = await makeProject()
    const wide = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`w${index}`, index]))
    await project.capture(
      { event: 'x', distinct_id: 'a', $set: { wide, small: { a: 1 } } },
      { event: 'x', distinct_id: 'b', $set: { wide: 1, other: Object.values(wide) } },
    )
    const [head = '', ...lines] = await readCsv(project)
    const columns = head.split(',')
    expect(columns).toContain('properties.small.a')
    expect(columns).toContain('properties.wide.w3999')
    expect(columns.filter((name) => name.startsWith('properties.other'))).toEqual(['properties.other'])
    expect(lines.join()).toContain('"[0,1,2,3,')
  })

  it('has so many persons on a page as hold 4 MB, and leads to the others', async () => {
    const project = await makeProject()
    const { capture, persons, project_id } = project
    const large = 'x'.repeat(900_000)
    const everybody = [...'abcdefghijkl']
    await capture(...everybody.map((distinct_id) => ({ event: 'x', distinct_id, $set: { large } })))
    const queries: Query[] = [{}, { properties: [{ key: 'large', operator: 'is_set', value: 'is_set' }] }]
    for (const query of queries) {
      const lists = await collect(persons.listPersons.pages({ path: { project_id }, query }))
      const names = lists.map(({ results }) => results.map(({ name }) => name))
      expect([lists[0]?.count, names]).toEqual([12, [[...'lkjih'], [...'gfedc'], ['b', 'a']]])
    }
    const query = { entity_id: 'x', entity_type: 'events', date_from: 'all' } as const
    const views = await collect(persons.getPersonsTrends.pages({ path: { project_id }, query }))
    const shown = views.map(({ results: [page] }) => page!.people.map(({ name }) => name))
    expect([shown.map(({ length }) => length), shown.flat().toSorted()]).toEqual([[5, 5, 2], everybody])
    expect(views.map(({ missing_persons }) => missing_persons)).toEqual([0, 0, 0])
    expect(await readCsv(project)).toHaveLength(14)
  })

  it('can be had as CSV that has everybody once, whoever is added while it is read', async () => {
    const project = await makeProject()
    const { capture, names } = project
    const people = Array.from({ length: 2500 }, (_, index) => `p${index}`)
    const long = 'x'.repeat(4000)
    await capture(
      ...people.map((distinct_id) => ({ event: 'x', distinct_id, $set: { name: distinct_id, long } })),
    )
    const response = await fetchCsv(project)
    // The response is larger than what is sent before the reader accepts it, and the newest persons come
    // first.
    await capture(...Array.from({ length: 300 }, (_, index) => ({ event: 'x', distinct_id: `new${index}` })))
    const lines = (await response.text()).split('\r\n').slice(1, -1)
    expect(lines.map((line) => line.split(',')[2]).toSorted()).toEqual(people.toSorted())
    expect(await names({ limit: 1 })).toEqual(['new299'])
  })
})

describe('one person', () => {
  it('is read by integer and by UUID', async () => {
    const { make, persons, project_id } = await makeProject()
    const person = await make('ann', { a: 1 })
    for (const id of [person.id, person.uuid, person.uuid.toUpperCase()]) {
      expect(await persons.getPerson({ path: { project_id, id } })).toEqual(person)
    }
    for (const id of [person.id + 1000, randomUUID(), '99999999999', '-1']) {
      const answer = await persons.getPerson.result({ path: { project_id, id } })
      expect(answer).toMatchObject({ status: 404, body: notFound() })
    }
  })

  it('is not read by what is no identifier of a person, in any operation, and a hint says how else', async () => {
    const { address, tenant } = await makeProject()
    const hintAt = (id: string) => {
      const detail = `This does not look like the id of a person. If it is a distinct id, use /persons?distinct_id=${encodeURIComponent(id)} instead.`
      return { status: 400, body: invalid('invalid_input', detail, null) }
    }
    const { api } = tenant.owner
    for (const id of ['ann', 'ann@example.com', '1.5', randomUUID().slice(1)]) {
      expect(await api.get(`${address}/${id}/`)).toMatchObject(hintAt(id))
      expect(await api.get(`${address}/cohorts?person_id=${id}`)).toMatchObject(hintAt(id))
    }
    const long = 'x'.repeat(200)
    expect(await api.get(`${address}/${long}`)).toMatchObject(hintAt('ID'))
    const named = document.operations.filter(({ path }) => path.includes('/persons/{id}'))
    expect(named.length).toBeGreaterThan(7)
    for (const operation of named) {
      const request = sampleRequest(operation)
      const at = operation.path.replace('{project_id}', String(tenant.projectId)).replace('{id}', 'ann')
      expect(await api.send(at + queryText(request.query), initOf(operation, request))).toMatchObject(
        hintAt('ann'),
      )
    }
  })

  it('is its own answer when many are read at the same time, of several projects', async () => {
    const asked: { get(): Promise<unknown>; expected: object }[] = []
    for (const { make, persons, project_id } of [await makeProject(), await makeProject()]) {
      const ask = (id: number, expected: object) =>
        asked.push({ get: () => persons.getPerson.result({ path: { project_id, id } }), expected })
      for (const name of ['one', 'two', 'three']) {
        const person = await make(name, { name })
        ask(person.id, { status: 200, body: person })
        ask(person.id + 1_000_000, { status: 404, body: notFound() })
      }
    }
    const answers = await Promise.all(asked.map(({ get }) => get()))
    expect(answers).toMatchObject(asked.map(({ expected }) => expected))
  })

  it('belongs to its project alone', async () => {
    const { persons, project_id } = await makeProject()
    const theirs = await makeProject()
    const person = await theirs.make('bob')
    for (const id of [person.id, person.uuid]) {
      const path = { project_id, id }
      const body = { properties: {} }
      expect(await persons.getPerson.result({ path })).toMatchObject({ status: 404 })
      expect(await persons.updatePerson.result({ path, body })).toMatchObject({ status: 404 })
      expect(await persons.deletePerson.result({ path })).toMatchObject({ status: 404 })
      expect(await persons.splitPerson.result({ path })).toMatchObject({ status: 404 })
      const there = { project_id: theirs.project_id, id }
      expect(await persons.getPerson.result({ path: there })).toMatchObject({ status: 403, body: denied() })
    }
  })

  it('gets properties by PATCH, which captures $set', async () => {
    const { address, make, persons, project_id, tenant } = await makeProject()
    const { id } = await make('ann', { a: 1, b: 1 })
    const path = { project_id, id }
    const updated = await persons.updatePerson({ path, body: { properties: { b: 2, email: 'a@b.c' } } })
    expect(updated).toMatchObject({ name: 'a@b.c', properties: { a: 1, b: 2 } })
    expect(await persons.getPerson({ path })).toEqual(updated)
    const events = service.db.selectFrom('events').where('distinct_id', '=', 'ann').selectAll()
    expect(
      await events.where('project_id', '=', tenant.projectId).where('event', '=', '$set').execute(),
    ).toMatchObject([{ properties: { $set: { b: 2, email: 'a@b.c' } } }])
    const missing = await tenant.owner.api.patch(`${address}/${id}/`, {})
    expect(missing).toMatchObject({
      status: 400,
      body: invalid('required', 'This field is required.', 'properties'),
    })
    const none = await tenant.owner.api.patch(`${address}/${id}/`, { properties: null })
    expect(none).toMatchObject({
      status: 400,
      body: invalid('null', 'This field may not be null.', 'properties'),
    })
  })

  it.each([
    ['text', 'text'],
    ['"5"', '5'],
    ['5', 5],
    ['{"a":[true]}', { a: [true] }],
    ['', ''],
  ])('gets one property with the value %j', async (value, stored) => {
    const { make, persons, project_id } = await makeProject()
    const { id } = await make('ann', { old: 1 })
    const request = { path: { project_id, id }, query: { key: '$it', value } }
    expect(await persons.updatePersonProperty(request)).toMatchObject({ properties: { old: 1, $it: stored } })
  })

  it('does not get null, nor a property without a key or a value', async () => {
    const { address, make, persons, project_id, tenant } = await makeProject()
    const { id } = await make('ann')
    for (const [query, code, attr] of [
      [{ key: 'a', value: 'null' }, 'null', 'value'],
      [{ key: '', value: 'a' }, 'blank', 'key'],
    ] as const) {
      const answer = await persons.updatePersonProperty.result({ path: { project_id, id }, query })
      expect(answer).toMatchObject({ status: 400, body: { code, attr } })
    }
    for (const [query, attr] of [
      ['key=a', 'value'],
      ['value=a', 'key'],
    ]) {
      const answer = await tenant.owner.api.post(`${address}/${id}/update_property/?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'required', attr } })
    }
  })

  it('has 1 MB of properties: what has no room is left out, and the log says so once', async () => {
    const { address, capture, make, persons, project_id, tenant } = await makeProject()
    const { id } = await make('large', { first: 'a'.repeat(600_000) })
    const path = { project_id, id }
    const second = 'b'.repeat(500_000)
    await capture({ event: 'x', distinct_id: 'large', $set: { second, third: 1 } })
    await capture({ event: 'x', distinct_id: 'large', $set: { second } })
    const { properties } = await persons.getPerson({ path })
    expect(Object.keys(properties ?? {})).toEqual(['first', 'third', '$creator_event_uuid'])
    const { results } = await persons.listPersonActivity({ path })
    expect(results).toMatchObject([
      {
        activity: 'left_out',
        user: null,
        detail: { changes: [{ field: 'properties', after: { left_out: ['second'] } }] },
      },
    ])
    const change = { path, body: { properties: { second } } }
    expect(await persons.updatePerson.result(change)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
    expect((await persons.getPerson({ path })).properties).toEqual(properties)
    const { api_token: api_key } = await service.db
      .selectFrom('projects')
      .where('id', '=', tenant.projectId)
      .select('api_token')
      .executeTakeFirstOrThrow()
    const event = { api_key, event: 'x', distinct_id: 'large', properties: { text: 'c'.repeat(2 ** 20) } }
    expect(await createApi(service.url).post('/e/', event)).toMatchObject({
      status: 413,
      body: { code: 'request_too_large' },
    })
    expect(await tenant.owner.api.get(`${address}?limit=1`)).toMatchObject({ status: 200 })
  })

  it('keeps large values out of the log', async () => {
    const { make, persons, project_id } = await makeProject()
    const path = { project_id, id: (await make('large')).id }
    await persons.updatePerson({ path, body: { properties: { text: 'a'.repeat(100_000) } } })
    const { results } = await persons.listPersonActivity({ path })
    expect(results).toMatchObject([
      { activity: 'updated', detail: { changes: [{ field: 'properties', before: null, after: null }] } },
    ])
  })

  it('is as it was when many events name it by many ids at once', async () => {
    const { capture, find } = await makeProject()
    const ids = Array.from({ length: 100 }, (_, index) => `id${index}`)
    const large = 'x'.repeat(900_000)
    await capture({ event: 'x', distinct_id: 'one', $set: { large } })
    await capture(
      ...ids.map((alias) => ({ event: '$create_alias', distinct_id: 'one', properties: { alias } })),
    )
    // These events do not fit into one part.
    await capture(
      ...ids.map((distinct_id, index) => ({
        event: 'x',
        distinct_id: `other${index}`,
        $set: { large: large.slice(700_000), distinct_id },
      })),
    )
    await capture(
      ...ids.flatMap((distinct_id, index) => [
        { event: 'x', distinct_id, $set: { [distinct_id]: index } },
        { event: 'x', distinct_id: `other${index}`, $set: { index } },
        { event: 'x', distinct_id: `new${index}`, $set: { index } },
      ]),
    )
    const [one] = (await find({ distinct_id: 'one' })).results
    expect(Object.keys(one!.properties ?? {})).toHaveLength(102)
    for (const kind of ['other', 'new'])
      expect((await find({ distinct_id: `${kind}99` })).results).toMatchObject([
        { properties: { index: 99 } },
      ])
  })

  it('loses a property', async () => {
    const { make, persons, project_id, tenant } = await makeProject()
    const { id } = await make('ann', { a: 1, b: 2 })
    const request = { path: { project_id, id }, query: { $unset: 'a' } }
    const { properties } = await persons.deletePersonProperty(request)
    expect(properties).toMatchObject({ b: 2 })
    expect(properties).not.toHaveProperty('a')
    const event = service.db.selectFrom('events').where('project_id', '=', tenant.projectId).selectAll()
    expect(await event.where('event', '=', '$delete_person_property').execute()).toMatchObject([
      { properties: { $unset: ['a'] } },
    ])
  })

  async function makeMerged() {
    const project = await makeProject()
    await project.make('ann', { a: 1 })
    for (const alias of ['two', 'three']) {
      await project.capture({ event: '$create_alias', distinct_id: 'ann', properties: { alias } })
    }
    const [person] = (await project.find({ distinct_id: 'ann' })).results
    return { ...project, person: person!, path: { project_id: project.project_id, id: person!.id } }
  }

  it('is split into one for each distinct id, the main one keeping the properties', async () => {
    const { find, names, path, person, persons } = await makeMerged()
    expect(person.distinct_ids).toEqual(['ann', 'two', 'three'])
    const body = { main_distinct_id: 'two' }
    expect(await persons.splitPerson({ path, body })).toMatchObject({ success: true })
    expect(await names({})).toEqual(['ann', 'three', 'two'])
    expect((await find({ distinct_id: 'two' })).results).toMatchObject([
      { ...person, name: 'two', distinct_ids: ['two'] },
    ])
    expect((await find({ distinct_id: 'ann' })).results).toMatchObject([
      { properties: {}, distinct_ids: ['ann'] },
    ])
  })

  it('loses its properties when it is split without a main id', async () => {
    const { find, path, person, persons } = await makeMerged()
    await persons.splitPerson({ path })
    expect((await find({ distinct_id: 'ann' })).results).toEqual([
      { ...person, distinct_ids: ['ann'], properties: {} },
    ])
    expect(await find({})).toMatchObject({ count: 3 })
  })

  it('is not split by an id that is not its own', async () => {
    const { path, persons } = await makeMerged()
    const answer = await persons.splitPerson.result({ path, body: { main_distinct_id: 'bob' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'does_not_exist', attr: 'main_distinct_id' } })
  })

  it('is deleted with its distinct ids, which then make a new person', async () => {
    const { capture, find, path, person, persons } = await makeMerged()
    expect(await persons.deletePerson.result({ path })).toMatchObject({ status: 204, body: undefined })
    expect(await persons.getPerson.result({ path })).toMatchObject({ status: 404 })
    expect(await persons.deletePerson.result({ path })).toMatchObject({ status: 404 })
    await capture({ event: 'seen', distinct_id: 'two' })
    const [again] = (await find({})).results
    expect(again).toMatchObject({ distinct_ids: ['two'] })
    expect(again?.uuid).not.toBe(person.uuid)
  })
})

describe('deleting events', () => {
  const eventsOf = async ({ tenant }: Project) =>
    (
      await service.db
        .selectFrom('events')
        .where('project_id', '=', tenant.projectId)
        .select('event')
        .execute()
    ).map(({ event }) => event)

  it('is put off, and then takes what was there when it was asked for', async () => {
    const project = await makeProject()
    const { persons, project_id } = project
    const ann = await project.make('ann')
    const bob = await project.make('bob')
    await persons.deletePerson({ path: { project_id, id: ann.id }, query: { delete_events: true } })
    await persons.deletePerson({ path: { project_id, id: bob.id }, query: { delete_events: false } })
    await project.capture({ event: 'later', distinct_id: 'ann' })
    expect(await eventsOf(project)).toHaveLength(3)
    await clearEvents({ db: service.db, openEvents: createPostgresEventStore })
    expect((await eventsOf(project)).sort()).toEqual(['later', 'seen'])
    const orders = service.db.selectFrom('event_deletions').where('project_id', '=', project.tenant.projectId)
    expect(await orders.selectAll().execute()).toEqual([])
  })

  it('goes on where a stopped one left off', async () => {
    const project = await makeProject()
    const { persons, project_id } = project
    await project.capture(...Array.from({ length: 6000 }, () => ({ event: 'seen', distinct_id: 'ann' })))
    const [ann] = (await project.find({})).results
    await persons.deletePerson({ path: { project_id, id: ann!.id }, query: { delete_events: true } })
    await expect(
      clearEvents(
        { db: service.db, openEvents: createPostgresEventStore },
        AbortSignal.abort(new Error('stopped')),
      ),
    ).rejects.toThrow('stopped')
    expect(await eventsOf(project)).toHaveLength(6000)
    await clearEvents({ db: service.db, openEvents: createPostgresEventStore })
    expect(await eventsOf(project)).toEqual([])
  })
})

describe('what is known beside', () => {
  it('is who was merged into whom by events, by nobody in particular and without what people know them by', async () => {
    const { capture, make, persons, project_id } = await makeProject()
    const [ann, bob] = [await make('ann', { name: 'Ann' }), await make('bob')]
    await capture({ event: '$identify', distinct_id: 'bob', properties: { $anon_distinct_id: 'ann' } })
    await capture({ event: '$identify', distinct_id: 'bob', properties: { $anon_distinct_id: 'ann' } })
    const activity = await persons.listPersonActivity({ path: { project_id, id: bob.id } })
    expect(activity).toMatchObject({
      total_count: 1,
      results: [
        {
          user: null,
          activity: 'people_merged_into',
          item_id: String(bob.id),
          detail: {
            name: bob.uuid,
            changes: [
              {
                type: 'Person',
                action: 'merged',
                field: null,
                before: { uuid: ann.uuid },
                after: { uuid: bob.uuid },
              },
            ],
          },
        },
      ],
    })
    expect(JSON.stringify(activity)).not.toMatch(/Ann|"ann"/)
  })

  it('is what happened to persons, newest first', async () => {
    const { make, persons, project_id } = await makeProject()
    const ann = await make('ann', { a: 1 })
    const bob = await make('bob')
    const path = { project_id, id: ann.id }
    const byUuid = { project_id, id: ann.uuid }
    await persons.updatePerson({ path, body: { properties: { a: 2 } } })
    await persons.deletePersonProperty({ path: byUuid, query: { $unset: 'a' } })
    await persons.splitPerson({ path })
    await persons.deletePerson({ path: { project_id, id: bob.id } })
    const all = await persons.listPersonsActivity({ path: { project_id } })
    expect(all.results.map(({ activity }) => activity)).toEqual([
      'deleted',
      'split_person',
      'delete_property',
      'updated',
    ])
    expect(await persons.listPersonActivity({ path: byUuid, query: { limit: 1, page: 3 } })).toMatchObject({
      total_count: 3,
      next: null,
      results: [
        {
          activity: 'updated',
          item_id: String(ann.id),
          user: { email: expect.any(String) },
          detail: { changes: [{ field: 'properties', before: { a: 1 }, after: { a: 2 } }] },
        },
      ],
    })
    const gone = await persons.listPersonActivity.result({ path: { project_id, id: bob.id } })
    expect(gone).toMatchObject({ status: 404 })
  })

  it('is the cohorts that hold a person', async () => {
    const { address, make, persons, project_id, tenant } = await makeProject()
    const ann = await make('ann')
    const bob = await make('bob')
    const { id } = await createCohort(service.db, {
      projectId: tenant.projectId,
      name: 'A',
      distinctIds: ['ann'],
    })
    const holding = (person_id: string) =>
      persons.listPersonsCohorts({ path: { project_id }, query: { person_id } })
    expect(await holding(ann.uuid)).toMatchObject({
      results: [{ id, name: 'A', count: 1, is_static: true }],
    })
    for (const unheld of [String(bob.id), randomUUID(), '99999999999'])
      expect(await holding(unheld)).toEqual({ results: [] })
    expect((await tenant.owner.api.get(`${address}/cohorts/`)).status).toBe(400)
  })

  it('is the most frequent values of a property', async () => {
    const { make, persons, project_id } = await makeProject()
    await make('a', { plan: 'Free', n: 1 })
    await make('b', { plan: 'Free' })
    await make('c', { plan: 'paid' })
    await make('d', { plan: null })
    const values = (query: { key?: string; value?: string }) =>
      persons.getPersonsValues({ path: { project_id }, query })
    expect(await values({ key: 'plan' })).toEqual([
      { name: 'Free', count: 2 },
      { name: 'paid', count: 1 },
    ])
    expect(await values({ key: 'plan', value: 'FR' })).toEqual([{ name: 'Free', count: 2 }])
    expect(await values({ key: 'n' })).toEqual([{ name: 1, count: 1 }])
    expect(await values({})).toEqual([])
  })

  it('is as many of these as 4 MB hold', async () => {
    const { capture, persons, project_id } = await makeProject()
    const everybody = [...'abcdefghijkl']
    await capture(
      ...everybody.map((distinct_id) => ({
        ...{ event: 'x', distinct_id, $set: { large: distinct_id.repeat(900_000) } },
      })),
    )
    const values = await persons.getPersonsValues({ path: { project_id }, query: { key: 'large' } })
    expect(values.map(({ name, count }) => [String(name)[0], String(name).length, count])).toEqual(
      [...'abcde'].map((letter) => [letter, 900_000, 1]),
    )
  })
})
