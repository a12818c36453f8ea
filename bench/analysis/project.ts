import type { Client } from 'pg'

/**
 * Fills the only project with thirty days of events, each from one of `persons` persons. Every run creates
 * the same events and persons.
 */
export async function fillProject(
  client: Client,
  { persons, events }: { persons: number; events: number },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select id from projects')
  const project = rows[0]?.id
  if (project === undefined) throw new Error('The service has created no project.')
  await client.query('select setseed(0.5)')
  await client.query(
    `insert into persons (project_id, id, created_at, properties)
    select $1, n, timestamptz '2026-01-01' + random() * interval '30 days',
      jsonb_build_object('email', 'person-' || n || '@example.com', 'plan', (array['free', 'pro'])[1 + n % 2])
    from generate_series(1, $2::integer) as n`,
    [project, persons],
  )
  await client.query(
    `insert into person_distinct_ids (project_id, distinct_id, person_id)
    select $1, 'person-' || n, n from generate_series(1, $2::integer) as n`,
    [project, persons],
  )
  await client.query(
    `insert into events (project_id, uuid, event, distinct_id, timestamp, properties)
    select $1, lpad(to_hex(n), 32, '0')::uuid,
      (array['signed up', 'invited', 'paid', 'asked for help', '$pageview', '$pageview', '$pageview', 'opened'])
        [1 + floor(random() * 8)],
      'person-' || 1 + floor(random() * $2::integer),
      timestamptz '2026-01-01' + (random() * random() * 30) * interval '1 day',
      jsonb_build_object('$current_url', 'https://example.com/' || n % 50, 'color', (array['red', 'blue'])[1 + n % 2])
    from generate_series(1, $3::integer) as n`,
    [project, persons, events],
  )
  for (const table of ['events', 'persons', 'person_distinct_ids'])
    await client.query(`vacuum analyze ${table}`)
  return project
}
