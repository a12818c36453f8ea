import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { Breakdown, Entity, Funnel, FunnelQuery, ViewQuery, Window } from '../../../questions/queries.ts'
import { breakdownFilters } from '../../conditions.ts'
import type { PersonIds } from '../../store.ts'
import { hasNameOf, isEntity, selectPersonEvents } from './person-events.ts'
import { selectPersonIds } from './person-page.ts'
import { personMeets } from './property-condition.ts'

/** @see EventStore.funnel */
export async function funnelPersons(db: Kysely<Database>, query: FunnelQuery): Promise<PersonIds> {
  const { step, funnel } = query
  if (funnel.steps.length === 0) return []
  const reached = step > 0 ? sql`max(step) >= ${step}` : sql`max(step) = ${-step - 1}`
  const found = sql`
    select person_id from progress
    where step > 0 and ${isInBreakdown(query)}
    group by person_id having ${reached}`
  return await selectPersonIds(db, query, { parts: funnelProgress(query), found })
}

/**
 * Two parts of a `with` clause. `step_events` contains the funnel's events. `progress` has a row for each of
 * these events, with the step that the person reached with it, and the start of the run that reached the
 * step.
 */
export function funnelProgress(query: ViewQuery & { funnel: Funnel }): RawBuilder<unknown> {
  const { funnel } = query
  const runs = funnel.order === 'unordered' ? runsInAnyOrder(funnel) : runsInOrder(funnel)
  return sql`step_events as (${stepEvents(query)}), progress as (${runs})`
}

/**
 * True if the person in a row of `progress` belongs to the selected part of the funnel's breakdown. In a
 * breakdown by event, the person's first value counts.
 */
export function isInBreakdown({
  projectId,
  funnel,
}: {
  projectId: number
  funnel: Funnel
}): RawBuilder<boolean> {
  const { breakdown, steps } = funnel
  if (breakdown === undefined) return sql`true`
  if (breakdown.type !== 'event')
    return personMeets(breakdownFilters(breakdown), {
      projectId: sql`${projectId}`,
      personId: sql`progress.person_id`,
    })
  const hasAll = sql`array_position(parts, null) is null and array_position(parts, '') is null`
  return sql`progress.person_id in (
    select person_id from (
      select distinct on (person_id) person_id, parts from step_events
      where ${hasAll} and ${anyStep(steps)}
      order by person_id, moment, uuid) as first
    where parts = ${breakdown.parts.map(({ value }) => value)}::text[])`
}

/** The length of a funnel's window. */
export function windowLength({ length, unit }: Window): RawBuilder<unknown> {
  return sql`${`${length} ${unit}`}::interval`
}

/** In strict order, every event counts. Otherwise, an event counts only if it can be a step. */
function stepEvents(query: ViewQuery & { funnel: Funnel }): RawBuilder<unknown> {
  const { steps, order, breakdown } = query.funnel
  const matches = steps.map((entity, index) => sql`, ${isEntity(entity)} as ${column('is', index + 1)}`)
  const parts = breakdown?.type === 'event' ? [sql`, ${valuesOf(breakdown)} as parts`] : []
  return selectPersonEvents({
    query,
    range: query.range,
    where: order === 'strict' ? sql`true` : hasNameOf(steps),
    columns: [...matches, ...parts],
  })
}

function valuesOf({ parts }: Breakdown): RawBuilder<unknown> {
  return sql`array[${sql.join(parts.map(({ key }) => sql`event.properties ->> ${key}::text`))}]`
}

/**
 * Among all runs that have reached a step, only the one that started last matters, because it leaves the most
 * time for the next step. One pass over a person's events per step therefore finds every run, given the runs
 * from the previous pass.
 */
function runsInOrder({ steps, window, order }: Funnel): RawBuilder<unknown> {
  const first = sql`select *, case when is_1 then moment end as started_1 from step_events`
  const runs = steps.slice(1).reduce<RawBuilder<unknown>>((rows, _, index) => {
    const [before, step] = [index + 1, index + 2]
    const started = column('started', before)
    const run = column('run', step)
    const latest =
      order === 'strict'
        ? sql`lag(${started}) over (partition by person_id order by moment, uuid)`
        : sql`max(${started}) over (
            partition by person_id order by moment, uuid rows between unbounded preceding and 1 preceding)`
    return sql`
      select *, case when ${column('is', step)} and moment <= ${run} + ${windowLength(window)} then ${run} end
        as ${column('started', step)}
      from (select *, ${latest} as ${run} from (${rows}) as passed) as running`
  }, first)
  const fromLast = steps.map((_, index) => steps.length - index)
  const reached = fromLast.map(
    (step) => sql`when ${column('started', step)} is not null then ${sql.lit(step)}`,
  )
  return sql`
    select person_id, moment, uuid,
      case ${sql.join(reached, sql` `)} else 0 end as step,
      coalesce(${sql.join(fromLast.map((step) => column('started', step)))}) as started
    from (${runs}) as runs`
}

/**
 * For each event, the number of steps that the person completed within the window that ends with the event. A
 * step that is listed twice needs two events.
 */
function runsInAnyOrder({ steps, window }: Funnel): RawBuilder<unknown> {
  const done = steps.map(
    (entity, index) => sql`
      (count(*) filter (where ${column('is', index + 1)}) over recent >= ${timesBefore(steps, entity, index)} + 1)::integer`,
  )
  return sql`
    select person_id, moment, uuid, ${sql.join(done, sql` + `)} as step, min(moment) over recent as started
    from step_events where ${anyStep(steps)}
    window recent as (
      partition by person_id order by moment range between ${windowLength(window)} preceding and current row)`
}

function timesBefore(steps: readonly Entity[], entity: Entity, index: number): RawBuilder<number> {
  return sql.lit(steps.slice(0, index).filter((other) => isDeepStrictEqual(other, entity)).length)
}

function anyStep(steps: readonly Entity[]): RawBuilder<boolean> {
  return sql`(${sql.join(
    steps.map((_, index) => column('is', index + 1)),
    sql` or `,
  )})`
}

function column(name: 'is' | 'run' | 'started', step: number): RawBuilder<unknown> {
  return sql.ref(`${name}_${step}`)
}
