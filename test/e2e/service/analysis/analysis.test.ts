import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  Entity,
  GetPersonsFunnelCorrelationRequest,
  GetPersonsFunnelRequest,
  GetPersonsLifecycleRequest,
  GetPersonsPathRequest,
  GetPersonsRetentionRequest,
  GetPersonsStickinessRequest,
  GetPersonsTrendsRequest,
  PersonQuery,
  PersonsRetention,
  PersonsView,
  PropertyFilter,
  PropertyFilterGroup,
} from '../../../../generated/types.ts'
import { describeStores, type StoredService } from '../event-stores.ts'
import { denied, invalid, notFound, type Tenant } from '../harness.ts'
import { fillProject, type World } from './world.ts'

const noon = Date.UTC(2026, 0, 10, 12)
const minute = 60_000

/** Five persons who each did `start`; the even-numbered ones did `end` ten minutes later. */
const world: World = {
  timeZone: 'UTC',
  persons: [0, 1, 2, 3, 4].map((number) => ({
    distinctIds: [`person-${number}`],
    createdAt: noon,
    properties: { email: `p${number}@example.com`, number, even: number % 2 === 0, score: `${number}0` },
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
const newThen = { target_date: '2026-01-10', lifecycle_type: 'new' } as const
const started = { entity_id: 'start', entity_type: 'events' } as const

type Refusal = ReturnType<typeof invalid>

/** The parameters of a view, all optional. */
type Query<Request extends { readonly query?: object }> = Partial<NonNullable<Request['query']>>

/** Returns a project's views, with queries that find everybody unless a test overrides them. */
function viewsOf({ owner, projectId }: Tenant) {
  const { persons } = owner.client
  const path = { project_id: String(projectId) }
  return {
    funnel: (query: Query<GetPersonsFunnelRequest> = {}) =>
      persons.getPersonsFunnel.result({ path, query: { ...january, events: steps, ...query } }),
    'funnel/correlation': (query: Query<GetPersonsFunnelCorrelationRequest> = {}) =>
      persons.getPersonsFunnelCorrelation.result({ path, query: { ...january, events: steps, ...query } }),
    path: (query: Query<GetPersonsPathRequest> = {}) =>
      persons.getPersonsPath.result({ path, query: { ...january, ...query } }),
    lifecycle: (query: Query<GetPersonsLifecycleRequest> = {}) =>
      persons.getPersonsLifecycle.result({ path, query: { ...january, ...newThen, ...query } }),
    retention: (query: Query<GetPersonsRetentionRequest> = {}) => {
      const everybody = { ...january, date_from: '2026-01-10', target_entity: { id: 'start' } }
      return persons.getPersonsRetention.result({ path, query: { ...everybody, ...query } })
    },
    stickiness: (query: Query<GetPersonsStickinessRequest> = {}) =>
      persons.getPersonsStickiness.result({ path, query: { ...january, ...query } }),
    trends: (query: Query<GetPersonsTrendsRequest> = {}) =>
      persons.getPersonsTrends.result({ path, query: { ...january, ...started, ...query } }),
  }
}

type Views = ReturnType<typeof viewsOf>
const viewNames = [
  'funnel',
  'funnel/correlation',
  'path',
  'lifecycle',
  'retention',
  'stickiness',
  'trends',
] as const satisfies (keyof Views)[]

/** Returns the ids of the persons on a page of a view. */
const idsOf = (view: PersonsView | PersonsRetention) =>
  ('results' in view
    ? view.results.flatMap(({ people }) => people)
    : view.result.map(({ person }) => person)
  ).map(({ id }) => id)

/** Returns the ids of the persons that a view finds. */
async function found(asked: ReturnType<Views[keyof Views]>): Promise<readonly number[]> {
  const { status, body } = await asked
  expect(status, JSON.stringify(body)).toBe(200)
  if ('detail' in body) return []
  if ('results' in body) expect(body.results).toHaveLength(1)
  return idsOf(body)
}

describeStores((start) => {
  let service: StoredService
  let tenant: Tenant
  let views: Views
  let ids: readonly number[]

  beforeAll(async () => {
    service = await start()
    tenant = await service.makeTenant()
    views = viewsOf(tenant)
    ids = await fill(tenant, world)
  })
  afterAll(() => service?.stop())

  async function fill({ projectId }: Tenant, filling: World) {
    const filled = await fillProject(service.db, { projectId, world: filling })
    await service.follow(projectId)
    return filled
  }

  /** Returns the URL of a view, for requests with unknown parameters or without required ones. */
  const addressOf = (view: string, parameters: Readonly<Record<string, string>>) =>
    `/api/projects/${tenant.projectId}/persons/${view}/?${new URLSearchParams(parameters)}`

  const here = () => ({ project_id: String(tenant.projectId) })

  describe('a view', () => {
    it('answers persons as they are shown elsewhere, and where the pages are', async () => {
      const query = { ...january, events: steps, funnel_step: 2, limit: 2 }
      const view = await tenant.owner.client.persons.getPersonsFunnel({ path: here(), query })
      expect(view).toEqual({
        results: [{ people: expect.any(Array), count: 2 }],
        next: expect.stringContaining('offset=2'),
        initial: expect.not.stringContaining('offset'),
        missing_persons: 0,
        is_cached: false,
        last_refresh: expect.any(String),
      })
      const [first] = view.results[0]?.people ?? []
      expect(first).toEqual({
        id: ids[0],
        name: 'p0@example.com',
        distinct_ids: ['person-0'],
        properties: { email: 'p0@example.com', number: 0, even: true, score: '00' },
        created_at: '2026-01-10T12:00:00Z',
        uuid: expect.any(String),
      })
      const next = await tenant.owner.api.get<PersonsView>(view.next ?? '')
      expect(idsOf(next.body)).toEqual([ids[4]])
      expect(next.body.next).toBeNull()
      expect(next.body.initial).toBe(view.initial)
    })

    it('takes the page of a POST from the address before the body', async () => {
      const body = { ...january, events: steps, limit: 2, offset: 0 }
      const first = await tenant.owner.client.persons.calculatePersonsFunnel({ path: here(), body })
      const next = await tenant.owner.api.post<PersonsView>(first.next ?? '', body)
      const last = await tenant.owner.api.post<PersonsView>(next.body.next ?? '', body)
      const pages = [first, next.body, last.body].map(idsOf)
      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    })

    it('takes an object of values in a POST as properties that persons have', async () => {
      const body = { ...january, events: steps, properties: { number: 3 } }
      const view = await tenant.owner.client.persons.calculatePersonsFunnel({ path: here(), body })
      expect(idsOf(view)).toEqual([ids[3]])
    })

    it('takes the texts of true and false in a POST, as in a query', async () => {
      const body = { ...january, events: steps, funnel_correlation_person_converted: 'false' } as const
      const { calculatePersonsFunnelCorrelation } = tenant.owner.client.persons
      const view = await calculatePersonsFunnelCorrelation({ path: here(), body })
      expect(idsOf(view)).toEqual([ids[1], ids[3]])
    })

    it.each(viewNames)('%s: searches in e-mail addresses, names and distinct ids', async (view) => {
      expect(await found(views[view]({ search: 'P2@EXAMPLE' }))).toEqual([ids[2]])
      expect(await found(views[view]({ search: 'erson-4' }))).toEqual([ids[4]])
      expect(await found(views[view]({ search: '%' }))).toEqual([])
    })

    it.each(viewNames)('%s: holds events and persons against conditions', async (view) => {
      const meeting = (...values: (PropertyFilter | PropertyFilterGroup)[]) =>
        found(views[view]({ properties: { type: 'AND', values } }))
      expect(await meeting({ key: 'number', value: 1, operator: 'lte' })).toEqual([ids[0], ids[1]])
      expect(await meeting({ key: 'score', value: 25, operator: 'gt' })).toEqual([ids[3], ids[4]])
      const either: PropertyFilterGroup = {
        type: 'OR',
        values: [
          { key: 'number', value: [2] },
          { key: 'email', value: 'p4', operator: 'icontains' },
        ],
      }
      expect(await meeting(either)).toEqual([ids[2], ids[4]])
      const date = { key: 'seen', type: 'event', value: '2026-01-10' } as const
      expect(await meeting({ ...date, operator: 'is_date_exact' })).toEqual(ids)
      expect(await meeting({ ...date, operator: 'is_date_after' })).toEqual([])
      const pattern = { key: 'email', value: '^p[13]@' }
      expect(await meeting({ ...pattern, operator: 'regex' })).toEqual([ids[1], ids[3]])
      expect(await meeting({ ...pattern, operator: 'not_regex' })).toEqual([ids[0], ids[2], ids[4]])
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
      const condition: PropertyFilter = { key: 'id', type: 'cohort', value: id }
      expect(await found(views[view]({ properties: [condition] }))).toEqual([ids[1], ids[2]])
      const others: PropertyFilter = { ...condition, operator: 'is_not' }
      expect(await found(views[view]({ properties: [others] }))).toEqual([ids[0], ids[3], ids[4]])
    })

    it.each(viewNames)('%s: keeps to its project, and to members of its organization', async (view) => {
      const other = await service.makeTenant()
      expect(await found(viewsOf(other)[view]())).toEqual([])
      const foreign = viewsOf({ ...other, projectId: tenant.projectId })
      expect(await foreign[view]()).toMatchObject({ status: 403, body: denied() })
      const unknown = viewsOf({ ...tenant, projectId: 2_147_483_647 })
      const answer = { status: 404, body: notFound('Project not found.') }
      expect(await unknown[view]()).toMatchObject(answer)
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
      const path = { project_id: String(guest.projectId) }
      const { results } = await guest.owner.client.persons.getPersonsStickiness({ path, query: january })
      expect(results[0]?.people[0]?.id).toBe(second)
      expect(results[0]?.count).toBe(4)
    })

    it('finds nobody where nothing is asked for, but what counts every event finds all', async () => {
      expect(await found(views.funnel({ events: [] }))).toEqual([])
      expect(await found(views['funnel/correlation']({ events: [] }))).toEqual([])
      expect(await found(views.path())).toEqual(ids)
      expect(await found(views.stickiness())).toEqual(ids)
      // Retention counts only `$pageview` unless another event is named.
      const query = { ...january, date_from: '2026-01-10' }
      const retention = await tenant.owner.client.persons.getPersonsRetention({ path: here(), query })
      expect(retention.result).toEqual([])
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
      const walked = (query: Query<GetPersonsPathRequest>) => found(viewsOf(guest).path(query))
      const between = { start_point: 'start', end_point: 'end' }
      expect(await walked({ ...between, path_start_key: '2_middle', path_end_key: '3_end' })).toEqual([
        walker,
      ])
      expect(await walked({ path_start_key: '2_start', path_end_key: '3_middle' })).toEqual([walker])
      expect(await walked({ path_end_key: '5_late' })).toEqual([])
      expect(await walked({ path_dropoff_key: '1_late' })).toEqual([walker])
    })

    it.each(viewNames)('%s takes what a saved insight says besides, which changes nobody', async (view) => {
      const saved = { insight: 'FUNNELS', include_recordings: true } as const
      expect(await found(views[view](saved))).toEqual(await found(views[view]()))
      const other = views[view]({ insight: 'OTHER' as 'TRENDS' })
      const refused = invalid('invalid_choice', '"OTHER" is not a valid choice.', 'insight')
      expect(await other).toMatchObject({ status: 400, body: refused })
    })

    it('takes it in a body too, and the place of an entity', async () => {
      const body = { ...january, events: steps, insight: 'FUNNELS', include_recordings: false } as const
      const { persons } = tenant.owner.client
      expect(idsOf(await persons.calculatePersonsFunnel({ path: here(), body }))).toEqual(ids)
      expect(await found(views.trends({ entity_order: 1 }))).toEqual(ids)
      expect(await found(views.stickiness({ ...started, entity_order: 1 }))).toEqual(ids)
    })

    it.each<[PersonQuery['breakdown'], PersonQuery['funnel_step_breakdown']]>([
      ['number', 2],
      [['number'], [2]],
      ['["number","even"]', '[2,true]'],
      [
        ['number', 'even'],
        [2, true],
      ],
    ])('a funnel broken down by %j has a part for the number in %j', async (breakdown = [], value = []) => {
      const body = {
        ...january,
        events: steps,
        breakdown,
        breakdown_type: 'person',
        funnel_step_breakdown: value,
      } as const
      const { persons } = tenant.owner.client
      expect(idsOf(await persons.calculatePersonsFunnel({ path: here(), body }))).toEqual([ids[2]])
    })

    it('looks back seven days by default', async () => {
      expect(await found(views.stickiness({ date_from: '', date_to: '' }))).toEqual([])
      expect(await found(views.stickiness({ date_from: 'all', date_to: '' }))).toEqual(ids)
    })

    it('limits an interval of a trend without an end to the period that starts there', async () => {
      const trend = (date_from: string) => found(views.trends({ date_from, date_to: '', interval: 'day' }))
      expect(await trend('2026-01-10')).toEqual(ids)
      expect(await trend('2026-01-09')).toEqual([])
    })
  })

  describe('a view refuses', () => {
    const date =
      'This is not a valid date. Use a form such as "2026-01-31", "2026-01-31T12:00:00Z", "-7d", "mStart" or "all", in the years 1000 to 9998.'
    const step =
      'The step must exist in the funnel: 1 or more for persons who reached it, or -2 or less for persons who dropped out before it.'
    const large =
      'The filter has more than 1,000 conditions and values, or groups nested more than 10 levels deep.'
    const nested = (depth: number): PropertyFilterGroup => ({
      type: 'AND',
      values: [depth === 1 ? { key: 'a', value: 1 } : nested(depth - 1)],
    })
    const condition: PropertyFilter = { key: 'email', value: '(', operator: 'regex' }
    const required = (attr: string) => invalid('required', 'This field is required.', attr)
    const unknownAction = (attr: string | null) =>
      invalid('does_not_exist', 'This action does not exist.', attr)
    const instead = (meant?: string) => (meant === undefined ? '' : ` Did you mean "${meant}"?`)
    const unknown = (name: string, meant?: string) =>
      invalid('unknown_parameter', `This parameter is unknown.${instead(meant)}`, name)

    const several =
      'A breakdown by several properties needs a JSON list with one value for each, in the same order.'
    const costly: Entity[] = [1, 2].map((id) => ({
      id,
      properties: [{ key: 'k', value: Array(501).fill(0) }],
    }))
    it.each<[Query<GetPersonsFunnelRequest>, Refusal]>([
      [{ date_from: 'soon' }, invalid('invalid_input', date, 'date_from')],
      [{ events: steps, funnel_step: 3 }, invalid('invalid_input', step, 'funnel_step')],
      [{ events: steps, funnel_step: 0 }, invalid('invalid_input', step, 'funnel_step')],
      [{ events: steps, funnel_step: -1 }, invalid('invalid_input', step, 'funnel_step')],
      [{ actions: [{ id: 1 }] }, unknownAction('actions')],
      [{ events: steps, funnel_step_breakdown: 'x' }, required('breakdown')],
      [
        { events: Array.from({ length: 31 }, () => ({ id: 'a' })) },
        invalid('max_length', 'Ensure this field has no more than 30 elements.', 'events'),
      ],
      [
        { events: steps, breakdown: '["plan","email"]', funnel_step_breakdown: '["free"]' },
        invalid('invalid_input', several, 'funnel_step_breakdown'),
      ],
      [{ events: costly }, invalid('invalid_input', large, 'events')],
    ])('funnel %j', async (query, body) => {
      const answer = await tenant.owner.client.persons.getPersonsFunnel.result({ path: here(), query })
      expect(answer).toMatchObject({ status: 400, body })
    })

    it.each<[Query<GetPersonsPathRequest>, Refusal]>([
      [{ date_to: '2026-02-30' }, invalid('invalid_input', date, 'date_to')],
      [{ properties: nested(20) }, invalid('invalid_input', large, 'properties')],
    ])('path %j', async (query, body) => {
      const answer = await tenant.owner.client.persons.getPersonsPath.result({ path: here(), query })
      expect(answer).toMatchObject({ status: 400, body })
    })

    it('lifecycle of a day that is none', async () => {
      const query = { ...newThen, target_date: 'x' }
      const answer = await tenant.owner.client.persons.getPersonsLifecycle.result({ path: here(), query })
      expect(answer).toMatchObject({ status: 400, body: invalid('invalid_input', date, 'target_date') })
    })

    const texts = 'Use a string, or a JSON list of at most 30 strings, such as ["plan","country"].'
    it.each<[GetPersonsTrendsRequest['query'], Refusal]>([
      [{ entity_id: '1', entity_type: 'actions' }, unknownAction(null)],
      [
        { entity_id: 'a', entity_type: 'events', entity_math: 'magic' },
        invalid('invalid_choice', 'This value is not a valid choice.', 'entity_math'),
      ],
      [
        { ...started, breakdown: '["plan"', breakdown_value: 'x' },
        invalid('invalid_input', texts, 'breakdown'),
      ],
    ])('trends %j', async (query, body) => {
      const answer = await tenant.owner.client.persons.getPersonsTrends.result({ path: here(), query })
      expect(answer).toMatchObject({ status: 400, body })
    })

    const many =
      'The date range covers more than 10,000 intervals. Choose a shorter range or a longer interval.'
    it.each<[Query<GetPersonsStickinessRequest>, Refusal]>([
      [{ date_from: 'all', interval: 'hour' }, invalid('invalid_input', many, 'interval')],
      [
        { properties: [condition] },
        invalid('invalid_input', 'This is not a valid regular expression.', 'properties'),
      ],
    ])('stickiness %j', async (query, body) => {
      const answer = await tenant.owner.client.persons.getPersonsStickiness.result({ path: here(), query })
      expect(answer).toMatchObject({ status: 400, body })
    })

    it.each<[view: string, parameters: Record<string, string>, Refusal]>([
      ['lifecycle', { lifecycle_type: 'new' }, required('target_date')],
      ['lifecycle', { target_date: '-1d' }, required('lifecycle_type')],
      ['trends', { entity_type: 'events' }, required('entity_id')],
      ['funnel', { funel_step: '2' }, unknown('funel_step', 'funnel_step')],
      ['path', { path_grouping: '[]' }, unknown('path_grouping', 'path_groupings')],
      ['trends', { ...started, stickiness_days: '2' }, unknown('stickiness_days')],
      ['retention', { periods: 'Day' }, unknown('periods', 'period')],
      ['lifecycle', { ...newThen, x: '1' }, unknown('x')],
      [
        'funnel/correlation',
        { funnel_correlation_person_limit: '5' },
        unknown('funnel_correlation_person_limit', 'funnel_correlation_person_entity'),
      ],
    ])('%s %j', async (view, parameters, body) => {
      expect(await tenant.owner.api.get(addressOf(view, parameters))).toMatchObject({ status: 400, body })
    })

    it('a member of a POST that it does not know', async () => {
      const answer = await tenant.owner.api.post(addressOf('path', {}), { step_limt: 3 })
      expect(answer).toMatchObject({
        status: 400,
        body: invalid('unknown_field', `This field is unknown.${instead('step_limit')}`, 'step_limt'),
      })
      const inQuery = await tenant.owner.api.post(addressOf('path', { step_limit: '3' }), {})
      expect(inQuery).toMatchObject({ status: 400, body: unknown('step_limit') })
    })

    it('what is not JSON', async () => {
      const answer = await tenant.owner.api.get(addressOf('funnel', { events: '[{' }))
      expect(answer).toMatchObject({ status: 400, body: { type: 'validation_error', attr: 'events' } })
    })

    it('a body whose group of conditions is none', async () => {
      const body = { events: steps, properties: { type: 'AND', values: [{ value: 1 }] } }
      const answer = await tenant.owner.client.persons.calculatePersonsFunnel.result({ path: here(), body })
      expect(answer).toMatchObject({
        status: 400,
        body: invalid('invalid_input', 'Properties are unparsable!', null),
      })
    })

    it('no number, however large', async () => {
      const huge = 1e300
      expect(await found(views.stickiness({ stickiness_days: huge }))).toEqual([])
      expect(await found(views.path({ step_limit: huge, limit: huge }))).toEqual(ids)
      expect(await found(views.path({ offset: huge }))).toEqual([])
      const window = { funnel_window_interval: huge, funnel_window_interval_unit: 'month' } as const
      expect(await found(views.funnel({ ...window, funnel_step: 2 }))).toEqual([ids[0], ids[2], ids[4]])
      expect(await found(views.retention({ selected_interval: huge }))).toEqual([])
      const query = { total_intervals: huge, period: 'Month' } as const
      const many = await tenant.owner.client.persons.getPersonsRetention.result({ path: here(), query })
      expect(many.status).toBe(400)
    })
  })
})
