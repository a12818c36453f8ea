import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/database/schema.ts'
import type { Clickhouse } from '../../server/events/clickhouse/client.ts'

/** Microseconds since 1970. */
const start = Date.UTC(2026, 0) * 1000
const days = 30

/** Number of events that one statement creates. With more, the client times out if ClickHouse is busy. */
const share = 250_000

/**
 * SQL for a pseudo-random number below a limit, derived from `n`. PostgreSQL and ClickHouse compute the same
 * numbers.
 */
const drawn = (limit: number, shift: number) => `((n + ${shift}) * (n + ${shift}) % 2147483647 % ${limit})`

/** Columns of an event as SQL. Each has a different shift, so that none depends on another. */
const drawnEvent = (persons: number) => ({
  name: drawn(8, 1_000_003),
  person: `(1 + ${drawn(persons, 2_000_003)})`,
  second: drawn(days * 86_400, 3_000_017),
  page: drawn(50, 4_000_037),
  color: drawn(2, 5_000_011),
})

/** Connections that fill PostgreSQL. */
const lanes = 4

export interface StoreSizes {
  readonly projectId: number
  readonly events: number
  readonly persons: number
}

/** Fills PostgreSQL with persons and with thirty days of events, all derived from sequential numbers. */
export async function fillPostgres(
  db: Kysely<Database>,
  { projectId, events, persons }: StoreSizes,
): Promise<void> {
  await sql`
    insert into persons (project_id, id, created_at, properties)
    select ${projectId}, n, to_timestamp(${start / 1e6} + n % ${sql.lit(days)} * 86400),
      jsonb_build_object('email', 'person-' || n || '@example.com', 'plan', (array['free', 'pro'])[1 + n % 2])
    from generate_series(1, ${sql.lit(persons)}) as n`.execute(db)
  await sql`
    insert into person_distinct_ids (project_id, distinct_id, person_id)
    select ${projectId}, 'person-' || n, n from generate_series(1, ${sql.lit(persons)}) as n`.execute(db)
  // The indexes are dropped and created again later, which takes less time than maintaining them during the
  // inserts.
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'events' and indexname <> 'events_pkey'`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  const drawn = drawnEvent(persons)
  await inLanes(sharesOf(events), async ({ first, last }) => {
    await sql`
      insert into events (project_id, uuid, event, distinct_id, timestamp, properties)
      select ${projectId}, lpad(to_hex(n), 32, '0')::uuid,
        (array['signed up', 'invited', 'paid', 'asked for help', '$pageview', '$pageview', '$pageview', 'opened'])
          [1 + ${sql.raw(drawn.name)}],
        'person-' || ${sql.raw(drawn.person)},
        to_timestamp(${start / 1e6}) + ${sql.raw(drawn.second)} * interval '1 second',
        jsonb_build_object('$current_url', 'https://example.com/' || ${sql.raw(drawn.page)},
          'color', (array['red', 'blue'])[1 + ${sql.raw(drawn.color)}])
      from generate_series(${sql.lit(first)}::bigint, ${sql.lit(last)}) as n`.execute(db)
  })
  await inLanes(indexes, async ({ definition }) => {
    await sql.raw(definition).execute(db)
  })
  for (const table of ['events', 'persons', 'person_distinct_ids'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Fills ClickHouse with the same persons and events as PostgreSQL. */
export async function fillClickhouse(
  clickhouse: Clickhouse,
  { projectId, events, persons }: StoreSizes,
): Promise<void> {
  const command = (query: string) => clickhouse.attempt((client) => client.command({ query }))
  await command(`insert into persons select ${projectId}, number + 1, ${start} + (number + 1) % ${days} * 86400000000,
    map('email', concat('sperson-', toString(number + 1), '@example.com'), 'plan', ['sfree', 'spro'][1 + (number + 1) % 2]), 0, 1
    from numbers(${persons})`)
  await command(`insert into person_distinct_ids select ${projectId}, concat('person-', toString(number + 1)), number + 1, 0, 1
    from numbers(${persons})`)
  const drawn = drawnEvent(persons)
  const columns = 'project_id, uuid, event, distinct_id, person_id, timestamp, created_at, properties, texts'
  for (const { first, last } of sharesOf(events)) {
    const rows = `
      with number as n, lpad(lower(hex(n)), 32, '0') as digits, ${drawn.person} as person, toString(${drawn.page}) as page,
        ['red', 'blue'][1 + ${drawn.color}] as color
      select ${projectId} as project_id, toUUID(concat(substring(digits, 1, 8), '-', substring(digits, 9, 4), '-',
          substring(digits, 13, 4), '-', substring(digits, 17, 4), '-', substring(digits, 21, 12))) as uuid,
        ['signed up', 'invited', 'paid', 'asked for help', '$pageview', '$pageview', '$pageview', 'opened'][1 + ${drawn.name}] as event,
        concat('person-', toString(person)) as distinct_id, person as person_id,
        ${start} + ${drawn.second} * 1000000 as timestamp, ${start} as created_at,
        concat('{"color": "', color, '", "$current_url": "https://example.com/', page, '"}') as properties,
        map('color', concat('s', color), '$current_url', concat('shttps://example.com/', page)) as texts
      from numbers(${first}, ${last - first + 1})`
    await command(`insert into events (${columns}) ${rows}`)
    const ofPersons = columns.replace('properties, ', '')
    await command(`insert into person_events (${ofPersons}) select ${ofPersons} from (${rows})`)
  }
}

interface Share {
  readonly first: number
  readonly last: number
}

function sharesOf(events: number): readonly Share[] {
  return Array.from({ length: Math.ceil(events / share) }, (_, index) => ({
    first: index * share + 1,
    last: Math.min((index + 1) * share, events),
  }))
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
