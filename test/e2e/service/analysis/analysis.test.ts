import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonsRetention, PersonsView } from '../../../../generated/types.ts'
import { describeStores, type StoredService } from '../event-stores.ts'
import { denied, invalid, notFound, type Tenant } from '../harness.ts'
import { fillProject, type World } from './world.ts'

const noon = Date.UTC(2026, 0, 10, 12)
const minute = 60_000

/** Five persons who each did `start`; those with an even number did `end` ten minutes later. */
const world: World = {
  timeZone: 'UTC',
  persons: [0, 1, 2, 3, 4].map((number) => ({
    distinctIds: [`person-${number}`],
    createdAt: noon,
    properties: { email: `p${number}@example.com`, number, score: `${number}0` },
  })),
  events: [0, 1, 2, 3, 4].flatMap((number) => {
    const event = { distinctId: `person-${number}`, properties: { seen: '2026-01-10T12:00:00Z' } }
    const start = { ...event, uuid: uuid(number), event: 'start', time: noon }
    const end = { ...event, uuid: uuid(10 + number), event: 'end', time: noon + 10 * minute }
    return number % 2 === 0 ? [start, end] : [start]
  }),
}

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

const january = { date_from: '2026-01-01', date_to: '2026-01-31' }
const steps = [{ id: 'start' }, { id: 'end' }]
const views = {
  funnel: { events: steps },
  'funnel/correlation': { events: steps },
  path: {},
  lifecycle: { target_date: '2026-01-10', lifecycle_type: 'new' },
  retention: { target_entity: { id: 'start' }, date_from: '2026-01-10' },
  stickiness: {},
  trends: { entity_id: 'start', entity_type: 'events' },
}
const viewNames = Object.keys(views) as (keyof typeof views)[]

describeStores((start) => {
  let service: StoredService
  let tenant: Tenant
  let ids: readonly number[]

  beforeAll(async () => {
    service = await start()
    tenant = await service.makeTenant()
    ids = await fill(tenant, world)
  })
  afterAll(() => service?.stop())

  async function fill({ projectId }: Tenant, filling: World) {
    const filled = await fillProject(service.db, { projectId, world: filling })
    await service.follow(projectId)
    return filled
  }

  const pathOf = (view: string, parameters: Readonly<Record<string, unknown>> = {}) => {
    const texts = Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    return `/api/projects/${tenant.projectId}/persons/${view}/?${new URLSearchParams(texts)}`
  }

  async function found(view: keyof typeof views, parameters: object): Promise<readonly number[]> {
    const path = pathOf(view, { ...january, ...views[view], ...parameters })
    const { status, body } = await tenant.owner.api.get<PersonsView & PersonsRetention>(path)
    expect(status, JSON.stringify(body)).toBe(200)
    const people = body.results?.flatMap((page) => page.people) ?? body.result.map(({ person }) => person)
    return people.map(({ id }) => id)
  }

  describe('a view', () => {
    it('answers persons as they are shown elsewhere, and where the pages are', async () => {
      const path = pathOf('funnel', { ...january, events: steps, funnel_step: 2, limit: 2 })
      const { body } = await tenant.owner.api.get<PersonsView>(path)
      expect(body).toEqual({
        results: [{ people: expect.any(Array), count: 2 }],
        next: expect.stringContaining('offset=2'),
        initial: expect.not.stringContaining('offset'),
        missing_persons: 0,
        is_cached: false,
        last_refresh: expect.any(String),
      })
      const [first] = body.results[0]?.people ?? []
      expect(first).toEqual({
        id: ids[0],
        name: 'p0@example.com',
        distinct_ids: ['person-0'],
        properties: { email: 'p0@example.com', number: 0, score: '00' },
        created_at: '2026-01-10T12:00:00Z',
        uuid: expect.any(String),
      })
      const next = await tenant.owner.api.get<PersonsView>(body.next ?? '')
      expect(next.body.results[0]?.people.map(({ id }) => id)).toEqual([ids[4]])
      expect(next.body.next).toBeNull()
      expect(next.body.initial).toBe(body.initial)
    })

    it('takes the page of a POST from the address before the body', async () => {
      const body = { ...january, events: steps, limit: 2, offset: 0 }
      const first = await tenant.owner.api.post<PersonsView>(pathOf('funnel'), body)
      const next = await tenant.owner.api.post<PersonsView>(first.body.next ?? '', body)
      const last = await tenant.owner.api.post<PersonsView>(next.body.next ?? '', body)
      const pages = [first, next, last].map((page) => page.body.results[0]?.people.map(({ id }) => id))
      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    })

    it('takes an object of values in a POST as properties that persons have', async () => {
      const body = { ...january, events: steps, properties: { number: 3 } }
      const { body: view } = await tenant.owner.api.post<PersonsView>(pathOf('funnel'), body)
      expect(view.results[0]?.people.map(({ id }) => id)).toEqual([ids[3]])
    })

    it('takes the texts of true and false in a POST, as in a query', async () => {
      const body = { ...january, events: steps, funnel_correlation_person_converted: 'false' }
      const { body: view } = await tenant.owner.api.post<PersonsView>(pathOf('funnel/correlation'), body)
      expect(view.results[0]?.people.map(({ id }) => id)).toEqual([ids[1], ids[3]])
    })

    it.each(viewNames)('%s: searches in e-mail addresses, names and distinct ids', async (view) => {
      expect(await found(view, { search: 'P2@EXAMPLE' })).toEqual([ids[2]])
      expect(await found(view, { search: 'erson-4' })).toEqual([ids[4]])
      expect(await found(view, { search: '%' })).toEqual([])
    })

    it.each(viewNames)('%s: holds events and persons against conditions', async (view) => {
      const filter = (...values: object[]) => ({ properties: { type: 'AND', values } })
      const number = { key: 'number', value: 1, operator: 'lte' }
      expect(await found(view, filter(number))).toEqual([ids[0], ids[1]])
      expect(await found(view, filter({ key: 'score', value: 25, operator: 'gt' }))).toEqual([ids[3], ids[4]])
      const either = {
        type: 'OR',
        values: [
          { key: 'number', value: [2] },
          { key: 'email', value: 'p4', operator: 'icontains' },
        ],
      }
      expect(await found(view, filter(either))).toEqual([ids[2], ids[4]])
      const date = { key: 'seen', type: 'event', value: '2026-01-10', operator: 'is_date_exact' }
      expect(await found(view, filter(date))).toEqual(ids)
      expect(await found(view, filter({ ...date, operator: 'is_date_after' }))).toEqual([])
      const pattern = { key: 'email', value: '^p[13]@', operator: 'regex' }
      expect(await found(view, filter(pattern))).toEqual([ids[1], ids[3]])
      expect(await found(view, filter({ ...pattern, operator: 'not_regex' }))).toEqual([
        ids[0],
        ids[2],
        ids[4],
      ])
    })

    it.each(viewNames)('%s: holds persons against a cohort', async (view) => {
      const project_id = tenant.projectId
      const { id } = await service.db
        .insertInto('cohorts')
        .values({ project_id, name: 'some' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const members = [1, 2].map((at) => ({ project_id, cohort_id: id, person_id: ids[at] ?? 0 }))
      await service.db.insertInto('cohort_persons').values(members).execute()
      const condition = { key: 'id', type: 'cohort', value: id }
      expect(await found(view, { properties: [condition] })).toEqual([ids[1], ids[2]])
      const others = { properties: [{ ...condition, operator: 'is_not' }] }
      expect(await found(view, others)).toEqual([ids[0], ids[3], ids[4]])
    })

    it.each(viewNames)('%s: keeps to its project, and to members of its organization', async (view) => {
      const other = await service.makeTenant()
      const path = pathOf(view, { ...january, ...views[view] })
      const elsewhere = path.replace(String(tenant.projectId), String(other.projectId))
      const { body } = await other.owner.api.get<PersonsView & PersonsRetention>(elsewhere)
      expect(body.results?.[0]?.people ?? body.result).toEqual([])
      expect(await other.owner.api.get(path)).toMatchObject({ status: 403, body: denied() })
      const unknown = path.replace(String(tenant.projectId), '2147483647')
      const answer = { status: 404, body: notFound('Project not found.') }
      expect(await tenant.owner.api.get(unknown)).toMatchObject(answer)
    })

    it('leaves out a person who was deleted', async () => {
      const guest = await service.makeTenant()
      const [first, second] = await fill(guest, {
        ...world,
        events: world.events.map((event, at) => ({ ...event, uuid: uuid(100 + at) })),
      })
      await service.db
        .deleteFrom('persons')
        .where('id', '=', first ?? 0)
        .execute()
      await service.arrived()
      const path = pathOf('stickiness', january).replace(String(tenant.projectId), String(guest.projectId))
      const { body } = await guest.owner.api.get<PersonsView>(path)
      expect(body.results[0]?.people[0]?.id).toBe(second)
      expect(body.results[0]?.count).toBe(4)
    })

    it('finds nobody where nothing is asked for, but what counts every event finds all', async () => {
      expect(await found('funnel', { events: [] })).toEqual([])
      expect(await found('funnel/correlation', { events: [] })).toEqual([])
      expect(await found('path', {})).toEqual(ids)
      expect(await found('stickiness', {})).toEqual(ids)
      // Only `$pageview` counts in a retention unless another event is named.
      expect(await found('retention', { target_entity: undefined })).toEqual([])
    })

    it('ends a path at the first end after its start, and after a pause of more than 30 minutes', async () => {
      const guest = await service.makeTenant()
      const places = [
        ['end', 0],
        ['start', 10],
        ['middle', 40],
        ['end', 50],
        ['late', 81],
      ] as const
      const events = places.map(([event, at], number) => ({
        uuid: uuid(200 + number),
        event,
        distinctId: 'person-0',
        time: noon + at * minute,
        properties: {},
      }))
      const [walker] = await fill(guest, { ...world, events })
      const walked = async (parameters: object) => {
        const path = pathOf('path', { ...january, ...parameters })
        const { body } = await guest.owner.api.get<PersonsView>(
          path.replace(`/${tenant.projectId}/`, `/${guest.projectId}/`),
        )
        return body.results[0]?.people.map(({ id }) => id)
      }
      const between = { start_point: 'start', end_point: 'end' }
      expect(await walked({ ...between, path_start_key: '2_middle', path_end_key: '3_end' })).toEqual([
        walker,
      ])
      expect(await walked({ path_start_key: '2_start', path_end_key: '3_middle' })).toEqual([walker])
      expect(await walked({ path_end_key: '5_late' })).toEqual([])
      expect(await walked({ path_dropoff_key: '1_late' })).toEqual([walker])
    })

    it('looks back seven days by default', async () => {
      expect(await found('stickiness', { date_from: '', date_to: '' })).toEqual([])
      expect(await found('stickiness', { date_from: 'all', date_to: '' })).toEqual(ids)
    })

    it('limits an interval of a trend without an end to the period that starts there', async () => {
      const trend = (date_from: string) => found('trends', { date_from, date_to: '', interval: 'day' })
      expect(await trend('2026-01-10')).toEqual(ids)
      expect(await trend('2026-01-09')).toEqual([])
    })
  })

  describe('a view refuses', () => {
    const date = 'This is not a date. Use "2026-01-31", a moment in ISO 8601, "-7d", "mStart" or "all".'
    const step =
      'The step must be one of the funnel, counted from 1, or from -2 for those who dropped out before it.'
    const large = 'The filter has more than 1,000 conditions and values, or groups nested more than 10 deep.'
    const nested = (depth: number): object =>
      depth === 0 ? { key: 'a', value: 1 } : { type: 'AND', values: [nested(depth - 1)] }
    const condition = { key: 'email', value: '(', operator: 'regex' }
    const instead = (meant?: string) => (meant === undefined ? '' : ` Did you mean "${meant}"?`)
    const unknown = (name: string, meant?: string) =>
      invalid('unknown_parameter', `This parameter is not known.${instead(meant)}`, name)

    it.each([
      ['funnel', { date_from: 'soon' }, invalid('invalid_input', date, 'date_from')],
      ['path', { date_to: '2026-02-30' }, invalid('invalid_input', date, 'date_to')],
      [
        'lifecycle',
        { target_date: 'x', lifecycle_type: 'new' },
        invalid('invalid_input', date, 'target_date'),
      ],
      ['lifecycle', { lifecycle_type: 'new' }, invalid('required', 'This field is required.', 'target_date')],
      ['lifecycle', { target_date: '-1d' }, invalid('required', 'This field is required.', 'lifecycle_type')],
      ['trends', { entity_type: 'events' }, invalid('required', 'This field is required.', 'entity_id')],
      ['funnel', { events: steps, funnel_step: 3 }, invalid('invalid_input', step, 'funnel_step')],
      ['funnel', { events: steps, funnel_step: 0 }, invalid('invalid_input', step, 'funnel_step')],
      ['funnel', { events: steps, funnel_step: -1 }, invalid('invalid_input', step, 'funnel_step')],
      [
        'funnel',
        { actions: [{ id: 1 }] },
        invalid('does_not_exist', 'This action does not exist.', 'actions'),
      ],
      [
        'trends',
        { entity_id: '1', entity_type: 'actions' },
        invalid('does_not_exist', 'This action does not exist.', null),
      ],
      [
        'trends',
        { entity_id: 'a', entity_type: 'events', entity_math: 'magic' },
        invalid('invalid_choice', 'This value is not a valid choice.', 'entity_math'),
      ],
      [
        'funnel',
        { events: steps, funnel_step_breakdown: 'x' },
        invalid('required', 'This field is required.', 'breakdown'),
      ],
      [
        'funnel',
        { events: Array.from({ length: 31 }, () => ({ id: 'a' })) },
        invalid('max_length', 'Ensure this field has no more than 30 elements.', 'events'),
      ],
      ['funnel', { funel_step: 2 }, unknown('funel_step', 'funnel_step')],
      ['path', { path_grouping: [] }, unknown('path_grouping', 'path_groupings')],
      ['trends', { ...views.trends, stickiness_days: 2 }, unknown('stickiness_days')],
      ['retention', { periods: 'Day' }, unknown('periods', 'period')],
      ['lifecycle', { ...views.lifecycle, x: 1 }, unknown('x')],
      [
        'funnel/correlation',
        { funnel_correlation_person_limit: 5 },
        unknown('funnel_correlation_person_limit', 'funnel_correlation_person_entity'),
      ],
      [
        'funnel',
        { events: steps, breakdown: '["plan","email"]', funnel_step_breakdown: '["free"]' },
        invalid(
          'invalid_input',
          'A breakdown by several properties needs a JSON list with one value for each, in the same order.',
          'funnel_step_breakdown',
        ),
      ],
      [
        'trends',
        { ...views.trends, breakdown: '["plan"', breakdown_value: 'x' },
        invalid(
          'invalid_input',
          'Use a text, or a JSON list of at most 30 texts: ["plan","country"].',
          'breakdown',
        ),
      ],
      [
        'funnel',
        { events: [1, 2].map((id) => ({ id, properties: [{ key: 'k', value: Array(501).fill(0) }] })) },
        invalid('invalid_input', large, 'events'),
      ],
      ['path', { properties: nested(20) }, invalid('invalid_input', large, 'properties')],
      [
        'stickiness',
        { date_from: 'all', interval: 'hour' },
        invalid(
          'invalid_input',
          'The dates hold more than 10,000 periods. Choose a shorter range or a longer interval.',
          'interval',
        ),
      ],
      [
        'stickiness',
        { properties: [condition] },
        invalid('invalid_input', 'This is not a valid regular expression.', 'properties'),
      ],
    ])('%s %j', async (view, parameters, body) => {
      expect(await tenant.owner.api.get(pathOf(view, parameters))).toMatchObject({ status: 400, body })
    })

    it('a member of a POST that it does not know', async () => {
      const answer = await tenant.owner.api.post(pathOf('path'), { step_limt: 3 })
      expect(answer).toMatchObject({
        status: 400,
        body: invalid('unknown_field', `This field is not known.${instead('step_limit')}`, 'step_limt'),
      })
      const inQuery = await tenant.owner.api.post(pathOf('path', { step_limit: 3 }), {})
      expect(inQuery).toMatchObject({ status: 400, body: unknown('step_limit') })
    })

    it('what is not JSON', async () => {
      const answer = await tenant.owner.api.get(pathOf('funnel', { events: '[{' }))
      expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error', attr: 'events' } })
    })

    it('a body whose group of conditions is none', async () => {
      const body = { events: steps, properties: { type: 'AND', values: [{ value: 1 }] } }
      const answer = await tenant.owner.api.post(pathOf('funnel'), body)
      expect(answer).toMatchObject({
        status: 400,
        body: invalid('invalid_input', 'Properties are unparsable!', null),
      })
    })

    it('no number, however large', async () => {
      const huge = 1e300
      expect(await found('stickiness', { stickiness_days: huge })).toEqual([])
      expect(await found('path', { step_limit: huge, limit: huge })).toEqual(ids)
      expect(await found('path', { offset: huge })).toEqual([])
      const window = { funnel_window_interval: huge, funnel_window_interval_unit: 'month' }
      expect(await found('funnel', { ...window, funnel_step: 2 })).toEqual([ids[0], ids[2], ids[4]])
      expect(await found('retention', { selected_interval: huge })).toEqual([])
      const many = await tenant.owner.api.get(pathOf('retention', { total_intervals: huge, period: 'Month' }))
      expect(many.status).toBe(400)
    })
  })
})
