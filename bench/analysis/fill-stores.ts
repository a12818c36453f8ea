import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/database/schema.ts'
import type { Clickhouse } from '../../server/events/clickhouse/client.ts'

const start = Date.UTC(2026, 0) * 1000
const days = 30 * 86_400 * 1000

/** Fills both stores with the same events of thirty days, each made of its number alone. @returns seconds and octets of both. */
export async function fillStores(
  { db, clickhouse }: { db: Kysely<Database>; clickhouse: Clickhouse },
  { projectId, events, persons }: { projectId: number; events: number; persons: number },
): Promise<string> {
  const begun = performance.now()
  await sql`
    insert into persons (project_id, id, created_at, properties)
    select ${projectId}, n, to_timestamp(${start / 1e6} + n % 30 * 86400),
      jsonb_build_object('email', 'person-' || n || '@example.com', 'plan', (array['free', 'pro'])[1 + n % 2])
    from generate_series(1, ${sql.lit(persons)}) as n`.execute(db)
  await sql`
    insert into person_distinct_ids (project_id, distinct_id, person_id)
    select ${projectId}, 'person-' || n, n from generate_series(1, ${sql.lit(persons)}) as n`.execute(db)
  // A prime spreads persons, names and moments so that none of them follows from another.
  await sql`
    insert into events (project_id, uuid, event, distinct_id, timestamp, properties)
    select ${projectId}, lpad(to_hex(n), 32, '0')::uuid,
      (array['signed up', 'invited', 'paid', 'asked for help', '$pageview', '$pageview', '$pageview', 'opened'])
        [1 + n * 7919 / 13 % 8],
      'person-' || 1 + n * 104729 % ${sql.lit(persons)},
      to_timestamp(${start / 1e6}) + (n * 15485863 % ${sql.lit(days)}) * interval '1 millisecond',
      jsonb_build_object('$current_url', 'https://example.com/' || n % 50, 'color', (array['red', 'blue'])[1 + n / 7 % 2])
    from generate_series(1::bigint, ${sql.lit(events)}) as n`.execute(db)
  for (const table of ['events', 'persons', 'person_distinct_ids'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  const between = performance.now()
  const command = (query: string) => clickhouse.attempt((client) => client.command({ query }))
  await command(`insert into persons select ${projectId}, number + 1, ${start} + (number + 1) % 30 * 86400000000,
    map('email', concat('sperson-', toString(number + 1), '@example.com'), 'plan', ['sfree', 'spro'][1 + (number + 1) % 2]), 0, 1
    from numbers(${persons})`)
  await command(`insert into person_distinct_ids select ${projectId}, concat('person-', toString(number + 1)), number + 1, 0, 1
    from numbers(${persons})`)
  await command(`insert into events
    with number + 1 as n, toString(n % 50) as page, ['red', 'blue'][1 + intDiv(n, 7) % 2] as color
    select ${projectId}, toUUID(concat(substring(lpad(lower(hex(n)), 32, '0'), 1, 8), '-', substring(lpad(lower(hex(n)), 32, '0'), 9, 4),
        '-', substring(lpad(lower(hex(n)), 32, '0'), 13, 4), '-', substring(lpad(lower(hex(n)), 32, '0'), 17, 4), '-',
        substring(lpad(lower(hex(n)), 32, '0'), 21, 12))),
      ['signed up', 'invited', 'paid', 'asked for help', '$pageview', '$pageview', '$pageview', 'opened'][1 + intDiv(n * 7919, 13) % 8],
      concat('person-', toString(1 + n * 104729 % ${persons})), 1 + n * 104729 % ${persons},
      ${start} + n * 15485863 % ${days} * 1000, ${start},
      concat('{"color": "', color, '", "$current_url": "https://example.com/', page, '"}'),
      map('color', concat('s', color), '$current_url', concat('shttps://example.com/', page))
    from numbers(${events})`)
  for (const table of ['events', 'persons', 'person_distinct_ids'])
    await command(`optimize table ${table} final`)
  const ended = performance.now()
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`
  return `${events} events of ${persons} persons; filled in ${seconds(begun, between)} and ${seconds(between, ended)}`
}
