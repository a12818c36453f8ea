import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonsView } from '../../../generated/types.ts'
import type { ActivityPage } from '../../../server/activity/activity.ts'
import { clearEvents } from '../../../server/events/clear-events.ts'
import { createPostgresEventStore } from '../../../server/events/postgres/store.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { createCohort } from '../../../server/persons/cohorts.ts'
import type { PersonView } from '../../../server/persons/lists/person-view.ts'
import type { Envelope } from '../../../server/values/pagination.ts'
import {
  createApi,
  denied,
  invalid,
  notFound,
  startTestService,
  type Tenant,
  type TestService,
} from './harness.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** A project of its own, so that lists hold what the test has made. */
interface Project {
  readonly tenant: Tenant
  readonly path: string
  capture(...batch: object[]): Promise<void>
  /** Makes a person of one distinct id. */
  make(distinctId: string, $set?: object): Promise<PersonView>
  find(query: Record<string, string>): Promise<Envelope<PersonView>>
  names(query: Record<string, string>): Promise<string[]>
}

async function makeProject(): Promise<Project> {
  const tenant = await service.makeTenant()
  const path = `/api/projects/${tenant.projectId}/persons`
  const { api_token: api_key } = await service.db
    .selectFrom('projects')
    .where('id', '=', tenant.projectId)
    .select('api_token')
    .executeTakeFirstOrThrow()
  const capture = async (...batch: object[]) => {
    const answer = await createApi(service.url).post('/batch', { api_key, batch })
    expect(answer.status).toBe(200)
  }
  const find = async (query: Record<string, string>) => {
    const found = await tenant.owner.api.get<Envelope<PersonView>>(`${path}/?${new URLSearchParams(query)}`)
    expect(found).toMatchObject({ status: 200 })
    return found.body
  }
  return {
    tenant,
    path,
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

/** The list as CSV. */
async function fetchCsv({ tenant, path }: Project, query = ''): Promise<Response> {
  const key = await createKey(service.db, { userId: tenant.owner.id, label: 'csv', scopes: ['person:read'] })
  const headers = { authorization: `Bearer ${key}` }
  return await fetch(`${service.url}${path}?format=csv${query}`, { headers })
}

const json = (value: unknown) => ({ properties: JSON.stringify(value) })

describe('the list', () => {
  it('shows the newest first, in pages, and nobody from the far future', async () => {
    const { capture, find, path, tenant } = await makeProject()
    const days = [3, 1, 2].map((day) => ({ day, timestamp: `2026-01-0${day}T00:00:00Z` }))
    await capture(
      ...days.map(({ day, timestamp }) => ({ event: 'seen', distinct_id: `day-${day}`, timestamp })),
    )
    await capture({ event: 'seen', distinct_id: 'later', timestamp: '2999-01-01T00:00:00Z' })
    const page = await find({ limit: '2' })
    expect(page).toMatchObject({ count: 3, previous: null })
    expect(page.results.map(({ name }) => name)).toEqual(['day-3', 'day-2'])
    expect(page.next).toBe(`${service.url}${path}/?limit=2&offset=2`)
    const next = await tenant.owner.api.get<Envelope<PersonView>>(page.next!)
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

    it.each<[condition: object, names: string]>([
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
      expect((await project.names(json([condition]))).join('')).toBe(names)
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
      const met = async (operator: string, value: unknown) =>
        (await numbers.names(json([{ key: 'n', value, operator }]))).join('')
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
      const all = (await many.find({ limit: '100' })).results.map(({ properties }) => properties['n'])
      for (const [least, limit] of [
        [-1, 1],
        [-1, 7],
        [30, 2],
        [30, 50],
        [58, 1],
        [59, 10],
      ] as const) {
        const filter = json([{ key: 'n', value: least, operator: 'gt' }])
        const found: unknown[] = []
        for (let offset = 0; offset <= 60; offset += limit) {
          const page = await many.find({ ...filter, limit: String(limit), offset: String(offset) })
          expect(page.count).toBe(59 - least)
          found.push(...page.results.map(({ properties }) => properties['n']))
        }
        expect(found).toEqual(all.filter((n) => Number(n) > least))
      }
      const { count, results } = await many.find(
        json([{ key: 'email', value: '9@EX', operator: 'icontains' }]),
      )
      expect([count, results.map(({ properties }) => properties['n']).toSorted()]).toEqual([
        6,
        [19, 29, 39, 49, 59, 9],
      ])
    })

    it('joins them by the words of a group', async () => {
      const free = { key: 'plan', value: 'free' }
      const old = { key: 'age', value: 35, operator: 'gt', type: 'person' }
      const trial = { key: 'plan', value: 'trial', operator: 'icontains' }
      expect(await project.names(json([free, old]))).toEqual([])
      expect(await project.names(json({ type: 'OR', values: [free, old] }))).toEqual(['a', 'c'])
      const nested = {
        type: 'OR',
        values: [{ type: 'AND', values: [trial, { key: 'age', value: 30 }] }, old],
      }
      expect(await project.names(json(nested))).toEqual(['b', 'c'])
      expect(await project.names(json({ type: 'AND', values: [] }))).toHaveLength(4)
    })

    it('knows the persons of a cohort', async () => {
      const { projectId } = project.tenant
      const { id } = await createCohort(service.db, {
        projectId,
        name: 'Some',
        distinctIds: ['a', 'b', 'nobody'],
      })
      const condition = { key: 'id', value: id, type: 'cohort' }
      expect(await project.names(json([condition]))).toEqual(['a', 'b'])
      expect(await project.names(json([{ ...condition, operator: 'is_not' }]))).toEqual(['c', 'd'])
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
      const answer = await project.tenant.owner.api.get(`${project.path}?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error' } })
    })

    it('takes half of a surrogate pair for a character that nobody has', async () => {
      expect(await project.names({ properties: '[{"key":"plan\\ud800","value":"\\ud800"}]' })).toEqual([])
    })
  })

  it('can be had as CSV', async () => {
    const { make, path, tenant } = await makeProject()
    const person = await make('ann', { a: { b: 'x, "y"' }, list: [1, null] })
    const userId = tenant.owner.id
    const key = await createKey(service.db, { userId, label: 'csv', scopes: ['person:read'] })
    const authorization = `Bearer ${key}`
    for (const [query, accept] of [
      ['?format=csv', '*/*'],
      ['', 'text/csv'],
    ] as const) {
      const response = await fetch(service.url + path + query, { headers: { authorization, accept } })
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const creator = person.properties['$creator_event_uuid']
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
    const ask = async (query: string) => (await (await fetchCsv(project, query)).text()).split('\r\n')
    const lines = await ask('')
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
    expect(await ask('&limit=1200')).toHaveLength(1202)
    expect(await ask('&limit=1200&offset=1000')).toHaveLength(502)
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
    expect((await (await fetchCsv(project)).text()).split('\r\n')).toHaveLength(18)
    await capture({ event: 'x', distinct_id: '16', $set: columns(16) })
    const refused = await fetchCsv(project)
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_input' }])
  })

  it('has so many persons on a page as hold 8 MB, and leads to the others', async () => {
    const project = await makeProject()
    const { path, tenant, capture, find } = project
    const large = 'x'.repeat(5_000_000)
    for (const distinct_id of ['a', 'b', 'c']) await capture({ event: 'x', distinct_id, $set: { large } })
    const read = async (address: string) => (await tenant.owner.api.get<Envelope<PersonView>>(address)).body
    for (const query of [{}, json([{ key: 'large', operator: 'is_set', value: 'is_set' }])]) {
      const first = await find(query)
      const second = await read(first.next!)
      const names = [first, second].map(({ results }) => results.map(({ name }) => name))
      expect([first.count, names, second.next]).toEqual([3, [['c', 'b'], ['a']], null])
    }
    const view = `${path}/trends/?entity_id=x&entity_type=events&date_from=all`
    const first = (await tenant.owner.api.get<PersonsView>(view)).body
    const second = (await tenant.owner.api.get<PersonsView>(first.next!)).body
    const shown = [first, second].map(({ results: [page] }) => page!.people.map(({ name }) => name))
    expect([shown.map(({ length }) => length), shown.flat().toSorted()]).toEqual([
      [2, 1],
      ['a', 'b', 'c'],
    ])
    expect([first.missing_persons, second.missing_persons, second.next]).toEqual([0, 0, null])
    expect((await (await fetchCsv(project)).text()).split('\r\n')).toHaveLength(5)
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
    // The answer is larger than what is sent before the reader takes it, and the newest persons stand first.
    await capture(...Array.from({ length: 300 }, (_, index) => ({ event: 'x', distinct_id: `new${index}` })))
    const lines = (await response.text()).split('\r\n').slice(1, -1)
    expect(lines.map((line) => line.split(',')[2]).toSorted()).toEqual(people.toSorted())
    expect(await names({ limit: '1' })).toEqual(['new299'])
  })
})

describe('one person', () => {
  it('is read by integer and by UUID', async () => {
    const { make, path, tenant } = await makeProject()
    const person = await make('ann', { a: 1 })
    for (const id of [person.id, person.uuid, person.uuid.toUpperCase()]) {
      expect(await tenant.owner.api.get(`${path}/${id}/`)).toMatchObject({ status: 200, body: person })
    }
    for (const id of [person.id + 1000, randomUUID(), '99999999999', '-1', 'ann']) {
      expect(await tenant.owner.api.get(`${path}/${id}/`)).toMatchObject({ status: 404, body: notFound() })
    }
  })

  it('is its own answer when many are read at the same time, of several projects', async () => {
    const asked: { get(): Promise<unknown>; expected: object }[] = []
    for (const project of [await makeProject(), await makeProject()]) {
      const { api } = project.tenant.owner
      const ask = (id: number, expected: object) =>
        asked.push({ get: () => api.get(`${project.path}/${id}/`), expected })
      for (const name of ['one', 'two', 'three']) {
        const person = await project.make(name, { name })
        ask(person.id, { status: 200, body: person })
        ask(person.id + 1_000_000, { status: 404, body: notFound() })
      }
    }
    const answers = await Promise.all(asked.map(({ get }) => get()))
    expect(answers).toMatchObject(asked.map(({ expected }) => expected))
  })

  it('belongs to its project alone', async () => {
    const mine = await makeProject()
    const theirs = await makeProject()
    const person = await theirs.make('bob')
    const { api } = mine.tenant.owner
    for (const id of [person.id, person.uuid]) {
      expect(await api.get(`${mine.path}/${id}`)).toMatchObject({ status: 404 })
      expect(await api.patch(`${mine.path}/${id}`, { properties: {} })).toMatchObject({ status: 404 })
      expect(await api.delete(`${mine.path}/${id}`)).toMatchObject({ status: 404 })
      expect(await api.post(`${mine.path}/${id}/split`)).toMatchObject({ status: 404 })
      expect(await api.get(`${theirs.path}/${id}`)).toMatchObject({ status: 403, body: denied() })
    }
  })

  it('gets properties by PATCH, which captures $set', async () => {
    const { make, path, tenant } = await makeProject()
    const person = await make('ann', { a: 1, b: 1 })
    const answer = await tenant.owner.api.patch<PersonView>(`${path}/${person.id}/`, {
      properties: { b: 2, email: 'a@b.c' },
    })
    expect(answer).toMatchObject({ status: 200, body: { name: 'a@b.c', properties: { a: 1, b: 2 } } })
    expect((await tenant.owner.api.get(`${path}/${person.id}/`)).body).toEqual(answer.body)
    const events = service.db.selectFrom('events').where('distinct_id', '=', 'ann').selectAll()
    expect(
      await events.where('project_id', '=', tenant.projectId).where('event', '=', '$set').execute(),
    ).toMatchObject([{ properties: { $set: { b: 2, email: 'a@b.c' } } }])
    const missing = await tenant.owner.api.patch(`${path}/${person.id}/`, {})
    expect(missing).toMatchObject({
      status: 400,
      body: invalid('required', 'This field is required.', 'properties'),
    })
    const none = await tenant.owner.api.patch(`${path}/${person.id}/`, { properties: null })
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
    const { make, path, tenant } = await makeProject()
    const { id } = await make('ann', { old: 1 })
    const query = new URLSearchParams({ key: '$it', value })
    const answer = await tenant.owner.api.post<PersonView>(`${path}/${id}/update_property/?${query}`)
    expect(answer).toMatchObject({ status: 200, body: { properties: { old: 1, $it: stored } } })
  })

  it('does not get null, nor a property without a key or a value', async () => {
    const { make, path, tenant } = await makeProject()
    const { id } = await make('ann')
    for (const [query, code, attr] of [
      ['key=a&value=null', 'null', 'value'],
      ['key=a', 'required', 'value'],
      ['value=a', 'required', 'key'],
      ['key=&value=a', 'blank', 'key'],
    ]) {
      const answer = await tenant.owner.api.post(`${path}/${id}/update_property/?${query}`)
      expect(answer).toMatchObject({ status: 400, body: { code, attr } })
    }
  })

  it('loses a property', async () => {
    const { make, path, tenant } = await makeProject()
    const { id } = await make('ann', { a: 1, b: 2 })
    const answer = await tenant.owner.api.post<PersonView>(`${path}/${id}/delete_property/?$unset=a`)
    expect(answer).toMatchObject({ status: 200, body: { properties: { b: 2 } } })
    expect(answer.body.properties).not.toHaveProperty('a')
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
    return { ...project, person: person! }
  }

  it('is split into one for each distinct id, the main one keeping the properties', async () => {
    const { find, names, path, person, tenant } = await makeMerged()
    expect(person.distinct_ids).toEqual(['ann', 'two', 'three'])
    const answer = await tenant.owner.api.post(`${path}/${person.id}/split/`, { main_distinct_id: 'two' })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect(await names({})).toEqual(['ann', 'three', 'two'])
    expect((await find({ distinct_id: 'two' })).results).toMatchObject([
      { ...person, name: 'two', distinct_ids: ['two'] },
    ])
    expect((await find({ distinct_id: 'ann' })).results).toMatchObject([
      { properties: {}, distinct_ids: ['ann'] },
    ])
  })

  it('loses its properties when it is split without a main id', async () => {
    const { find, path, person, tenant } = await makeMerged()
    expect(await tenant.owner.api.post(`${path}/${person.id}/split/`)).toMatchObject({ status: 200 })
    expect((await find({ distinct_id: 'ann' })).results).toEqual([
      { ...person, distinct_ids: ['ann'], properties: {} },
    ])
    expect(await find({})).toMatchObject({ count: 3 })
  })

  it('is not split by an id that is not its own', async () => {
    const { path, person, tenant } = await makeMerged()
    const answer = await tenant.owner.api.post(`${path}/${person.id}/split/`, { main_distinct_id: 'bob' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'does_not_exist', attr: 'main_distinct_id' } })
  })

  it('is deleted with its distinct ids, which then make a new person', async () => {
    const { capture, find, path, person, tenant } = await makeMerged()
    expect(await tenant.owner.api.delete(`${path}/${person.id}/`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await tenant.owner.api.get(`${path}/${person.id}/`)).toMatchObject({ status: 404 })
    expect(await tenant.owner.api.delete(`${path}/${person.id}/`)).toMatchObject({ status: 404 })
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
    const ann = await project.make('ann')
    const bob = await project.make('bob')
    const { api } = project.tenant.owner
    expect(await api.delete(`${project.path}/${ann.id}/?delete_events=true`)).toMatchObject({ status: 204 })
    expect(await api.delete(`${project.path}/${bob.id}/?delete_events=false`)).toMatchObject({ status: 204 })
    await project.capture({ event: 'later', distinct_id: 'ann' })
    expect(await eventsOf(project)).toHaveLength(3)
    await clearEvents({ db: service.db, openEvents: createPostgresEventStore })
    expect((await eventsOf(project)).sort()).toEqual(['later', 'seen'])
    const orders = service.db.selectFrom('event_deletions').where('project_id', '=', project.tenant.projectId)
    expect(await orders.selectAll().execute()).toEqual([])
  })

  it('goes on where a stopped one left off', async () => {
    const project = await makeProject()
    await project.capture(...Array.from({ length: 6000 }, () => ({ event: 'seen', distinct_id: 'ann' })))
    const [ann] = (await project.find({})).results
    await project.tenant.owner.api.delete(`${project.path}/${ann?.id}/?delete_events=true`)
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
    const { make, path, tenant, capture } = await makeProject()
    const [ann, bob] = [await make('ann', { name: 'Ann' }), await make('bob')]
    await capture({ event: '$identify', distinct_id: 'bob', properties: { $anon_distinct_id: 'ann' } })
    await capture({ event: '$identify', distinct_id: 'bob', properties: { $anon_distinct_id: 'ann' } })
    const { body } = await tenant.owner.api.get<ActivityPage<'Person'>>(`${path}/${bob.id}/activity/`)
    expect(body).toMatchObject({
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
    expect(JSON.stringify(body)).not.toMatch(/Ann|"ann"/)
  })

  it('is what happened to persons, newest first', async () => {
    const { make, path, tenant } = await makeProject()
    const ann = await make('ann', { a: 1 })
    const bob = await make('bob')
    const { api } = tenant.owner
    await api.patch(`${path}/${ann.id}/`, { properties: { a: 2 } })
    await api.post(`${path}/${ann.uuid}/delete_property/?$unset=a`)
    await api.post(`${path}/${ann.id}/split/`)
    await api.delete(`${path}/${bob.id}/`)
    const all = await api.get<ActivityPage<'Person'>>(`${path}/activity/`)
    expect(all.body.results.map(({ activity }) => activity)).toEqual([
      'deleted',
      'split_person',
      'delete_property',
      'updated',
    ])
    const one = await api.get<ActivityPage<'Person'>>(`${path}/${ann.uuid}/activity/?limit=1&page=3`)
    expect(one).toMatchObject({
      status: 200,
      body: {
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
      },
    })
    expect(await api.get(`${path}/${bob.id}/activity/`)).toMatchObject({ status: 404 })
  })

  it('is the cohorts that hold a person', async () => {
    const { make, path, tenant } = await makeProject()
    const ann = await make('ann')
    const bob = await make('bob')
    const { id } = await createCohort(service.db, {
      projectId: tenant.projectId,
      name: 'A',
      distinctIds: ['ann'],
    })
    const held = await tenant.owner.api.get(`${path}/cohorts/?person_id=${ann.uuid}`)
    expect(held).toMatchObject({
      status: 200,
      body: { results: [{ id, name: 'A', count: 1, is_static: true }] },
    })
    expect((await tenant.owner.api.get(`${path}/cohorts/?person_id=${bob.id}`)).body).toEqual({ results: [] })
    for (const id of [randomUUID(), 'nobody']) {
      const none = await tenant.owner.api.get(`${path}/cohorts/?person_id=${id}`)
      expect(none).toMatchObject({ status: 200, body: { results: [] } })
    }
    expect((await tenant.owner.api.get(`${path}/cohorts/`)).status).toBe(400)
  })

  it('is the most frequent values of a property', async () => {
    const { make, path, tenant } = await makeProject()
    await make('a', { plan: 'Free', n: 1 })
    await make('b', { plan: 'Free' })
    await make('c', { plan: 'paid' })
    await make('d', { plan: null })
    const values = async (query: string) => (await tenant.owner.api.get(`${path}/values/${query}`)).body
    expect(await values('?key=plan')).toEqual([
      { name: 'Free', count: 2 },
      { name: 'paid', count: 1 },
    ])
    expect(await values('?key=plan&value=FR')).toEqual([{ name: 'Free', count: 2 }])
    expect(await values('?key=n')).toEqual([{ name: 1, count: 1 }])
    expect(await values('')).toEqual([])
  })

  it('is as many of these as 8 MB hold', async () => {
    const { capture, path, tenant } = await makeProject()
    for (const distinct_id of ['a', 'b', 'c'])
      await capture({ event: 'x', distinct_id, $set: { large: distinct_id.repeat(5_000_000) } })
    const { body } = await tenant.owner.api.get<{ name: string; count: number }[]>(
      `${path}/values/?key=large`,
    )
    expect(body.map(({ name, count }) => [name[0], name.length, count])).toEqual([
      ['a', 5_000_000, 1],
      ['b', 5_000_000, 1],
    ])
  })
})
