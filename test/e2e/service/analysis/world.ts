import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../../server/database/schema.ts'

/** An event of a small invented project. */
export interface WorldEvent {
  readonly uuid: string
  readonly event: string
  readonly distinctId: string
  readonly time: number
  readonly properties: Readonly<Record<string, unknown>>
}

export interface WorldPerson {
  readonly distinctIds: readonly string[]
  readonly createdAt: number
  readonly properties: Readonly<Record<string, unknown>>
}

/** All the data that analyses use. */
export interface World {
  readonly timeZone: string
  readonly persons: readonly WorldPerson[]
  readonly events: readonly WorldEvent[]
}

export const worldStart = Date.UTC(2026, 2, 26)
const minutes = 6 * 24 * 60

/** Clocks in Europe go forward within these days. */
export const worldEnd = worldStart + minutes * 60_000

/** Few names, few ids, and times that are close or equal, so that the views find something. */
const eventOf = fc.record({
  uuid: fc.uuid(),
  event: fc.constantFrom('a', 'a', 'b', 'b', 'c', '$pageview', '$screen'),
  distinctId: fc.constantFrom('p0', 'p0-other', 'p1', 'p2', 'p3', 'nobody'),
  time: fc
    .tuple(fc.nat(5), fc.nat(8), fc.nat(6))
    .map(([day, hour, step]) => worldStart + (day * 24 * 60 + 20 * 60 + hour * 40 + step * 10) * 60_000),
  properties: fc.record(
    {
      color: fc.constantFrom('red', 'blue', 'Blue', ''),
      size: fc.constantFrom<unknown>(1, 2, 10, '3'),
      $screen_name: fc.constantFrom('home', 'home_1', ''),
      $current_url: fc.constantFrom('https://x.io/', 'https://x.io/a', 'https://x.io/a/'),
    },
    { requiredKeys: [] },
  ),
})

const personOf = (index: number) =>
  fc.record({
    distinctIds: fc.constant(index === 0 ? ['p0', 'p0-other'] : [`p${index}`]),
    createdAt: fc.nat(5).map((day) => worldStart + day * 24 * 60 * 60_000),
    properties: fc.record(
      { plan: fc.constantFrom('free', 'pro'), email: fc.constant(`p${index}@example.com`) },
      { requiredKeys: [] },
    ),
  })

export const anyWorld: fc.Arbitrary<World> = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
  persons: fc.tuple(personOf(0), personOf(1), personOf(2), personOf(3)),
  events: fc.uniqueArray(eventOf, { selector: ({ uuid }) => uuid, minLength: 5, maxLength: 60, size: 'max' }),
})

/**
 * Fills a project that has no persons yet.
 * @returns the persons' ids, in order.
 */
export async function fillProject(
  db: Kysely<Database>,
  { projectId, world }: { projectId: number; world: World },
): Promise<readonly number[]> {
  await db.deleteFrom('events').where('project_id', '=', projectId).execute()
  await db.deleteFrom('persons').where('project_id', '=', projectId).execute()
  await sql`update projects set timezone = ${world.timeZone} where id = ${projectId}`.execute(db)
  const ids: number[] = []
  for (const { createdAt, properties, distinctIds } of world.persons) {
    const { id } = await db
      .insertInto('persons')
      .values({
        project_id: projectId,
        created_at: new Date(createdAt).toISOString(),
        properties: JSON.stringify(properties),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await db
      .insertInto('person_distinct_ids')
      .values(distinctIds.map((distinct_id) => ({ project_id: projectId, distinct_id, person_id: id })))
      .execute()
  }
  const rows = world.events.map(({ uuid, event, distinctId, time, properties }) => ({
    project_id: projectId,
    uuid,
    event,
    distinct_id: distinctId,
    timestamp: new Date(time).toISOString(),
    properties: JSON.stringify(properties),
  }))
  await db.insertInto('events').values(rows).execute()
  return ids
}
