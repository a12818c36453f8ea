/**
 * A view in two forms: a request to the service, and the SQL that someone who knows the tables would send
 * directly to PostgreSQL.
 */
export interface View {
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  /**
   * Selects, as `id`, the ids of the persons that the request returns, in the same order. `$1` is the
   * project.
   */
  readonly sql: string
}

const january = { date_from: '2026-01-01', date_to: '2026-01-30' }

const from = `events e join person_distinct_ids d on d.project_id = e.project_id and d.distinct_id = e.distinct_id
  where e.project_id = $1 and e.timestamp >= '2026-01-01' and e.timestamp < '2026-01-31'`

const events = ['signed up', 'invited', 'paid'].map((id) => ({ id }))

const steps = `select d.person_id, e.timestamp as t, e.uuid as u, e.event as n
  from ${from} and e.event in ('signed up', 'invited', 'paid')`

const order = 'over (partition by person_id order by t, u rows between unbounded preceding and 1 preceding)'

/**
 * Adds the start time of the run through the funnel to the events of its three steps, in one column per step.
 */
const runs = `
  with s1 as (select *, case when n = 'signed up' then t end as a1 from (${steps}) s),
  s2 as (select *, max(a1) ${order} as r from s1),
  s3 as (select *, case when n = 'invited' and t <= r + interval '14 days' then r end as a2 from s2),
  s4 as (select *, max(a2) ${order} as q from s3),
  s5 as (select *, case when n = 'paid' and t <= q + interval '14 days' then q end as a3 from s4)`

/** Views over the thirty days that contain all events, or over part of them. */
export const views: readonly View[] = [
  {
    name: 'trends',
    parameters: { ...january, entity_id: 'paid', entity_type: 'events' },
    sql: `select d.person_id as id from ${from} and e.event = 'paid'
      group by d.person_id order by count(*) desc, d.person_id limit 100`,
  },
  {
    name: 'stickiness',
    parameters: { ...january, entity_id: 'invited', entity_type: 'events', stickiness_days: 3 },
    sql: `select d.person_id as id from ${from} and e.event = 'invited' group by d.person_id
      having count(distinct date_trunc('day', e.timestamp)) = 3 order by d.person_id limit 100`,
  },
  {
    name: 'lifecycle',
    parameters: { target_date: '2026-01-20', lifecycle_type: 'resurrecting', interval: 'week' },
    sql: `select a.person_id as id from (
        select d.person_id, bool_or(e.timestamp >= '2026-01-19') as now, bool_or(e.timestamp < '2026-01-19') as before
        from events e join person_distinct_ids d on d.project_id = e.project_id and d.distinct_id = e.distinct_id
        where e.project_id = $1 and e.timestamp >= '2026-01-12' and e.timestamp < '2026-01-26'
        group by d.person_id) a
      join persons p on p.project_id = $1 and p.id = a.person_id
      where now and not before and not (p.created_at >= '2026-01-19' and p.created_at < '2026-01-26')
      order by a.person_id limit 100`,
  },
  {
    name: 'retention',
    parameters: {
      date_to: '2026-01-28',
      period: 'Week',
      total_intervals: 4,
      target_entity: { id: 'signed up' },
      returning_entity: { id: 'paid' },
    },
    sql: `select id from (
        select person_id as id, array_agg(period order by period) as periods from (
          select d.person_id, 0 as period from ${from} and e.event = 'signed up'
            and e.timestamp >= '2026-01-05' and e.timestamp < '2026-01-12'
          union
          select d.person_id, extract(day from date_trunc('week', e.timestamp) - '2026-01-05')::integer / 7
          from ${from} and e.event = 'paid' and e.timestamp >= '2026-01-12') a
        group by person_id having min(period) = 0) r
      order by cardinality(periods) desc, id limit 100`,
  },
  {
    name: 'funnel',
    parameters: { ...january, events, funnel_step: 3 },
    sql: `${runs} select person_id as id from s5 group by person_id having count(a3) > 0 order by person_id limit 100`,
  },
  {
    name: 'funnel/correlation',
    parameters: {
      ...january,
      events,
      funnel_correlation_person_converted: true,
      funnel_correlation_person_entity: { id: 'asked for help' },
    },
    sql: `${runs}, way as (
        select distinct on (person_id) person_id, a3 as started, t as ended from s5 where a3 is not null
        order by person_id, t, u)
      select person_id as id from way where exists (
        select from events e join person_distinct_ids d on d.project_id = e.project_id and d.distinct_id = e.distinct_id
        where e.project_id = $1 and d.project_id = $1 and d.person_id = way.person_id and e.event = 'asked for help'
          and e.timestamp > started and e.timestamp < ended)
      order by person_id limit 100`,
  },
  {
    name: 'path',
    parameters: { ...january, path_start_key: '1_signed up', path_end_key: '2_invited' },
    sql: `with places as (
        select *, coalesce(t - lag(t) over w > interval '30 minutes', true) as starts, lag(n) over w as last
        from (select d.person_id, e.timestamp as t, e.uuid as u, coalesce(nullif(case e.event
            when '$pageview' then regexp_replace(e.properties ->> '$current_url', '(.)/$', '\\1')
            when '$screen' then e.properties ->> '$screen_name' end, ''), e.event) as n from ${from}) p
        window w as (partition by person_id order by t, u)),
      visits as (
        select *, count(*) filter (where starts) over (partition by person_id order by t, u) as s from places
        where starts or n is distinct from last),
      steps as (
        select *, row_number() over w as k, lead(n) over w as next
        from visits window w as (partition by person_id, s order by t, u))
      select distinct person_id as id from steps where k = 1 and n = 'signed up' and next = 'invited'
      order by id limit 100`,
  },
]
