import { join } from 'node:path'
import { Pool } from 'pg'
import { defaultDatabase, startEmbedded } from '../../server/database/embedded/embedded.ts'
import { type Child, startChild, startService } from '../child.ts'

/** PostgreSQL connections per side, and concurrent requests. */
export const concurrency = 20

/** Preloaded module that reports the service's memory when asked; until then, it costs nothing. */
const PROBE = join(import.meta.dirname, 'memory-probe.mjs')

/**
 * The service, its reference, and their data: three processes in addition to this one, including PostgreSQL.
 */
export interface Setting {
  readonly service: Child
  readonly bare: Child
  /** Direct connections to the same PostgreSQL. */
  readonly pool: Pool
  /** Headers of every request to the service except captures. */
  readonly headers: Readonly<Record<string, string>>
  readonly project: number
  /** The project's token, with which events are captured. */
  readonly token: string
  readonly sizes: Sizes
  readonly signal: AbortSignal
}

/** Sizes of a measurement. */
export interface Sizes {
  readonly persons: number
  readonly events: number
  readonly requests: number
  readonly rounds: number
}

/** Sets everything up in a folder, does the work, and stops everything that was started. */
export async function withSetting<Result>(
  { folder, sizes, signal }: { folder: string; sizes: Sizes; signal: AbortSignal },
  work: (setting: Setting) => Promise<Result>,
): Promise<Result> {
  await using ends = new AsyncDisposableStack()
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const service = await startService({ data, log, preload: PROBE, signal })
  ends.defer(() => service.stop())
  const postgres = await startEmbedded(data)
  ends.defer(() => postgres.leave())
  const { host, user } = postgres.connection
  const pool = new Pool({
    host,
    user,
    database: defaultDatabase,
    max: concurrency,
    options: '-c TimeZone=UTC',
  })
  ends.defer(() => pool.end())
  const bare = await startChild({
    command: ['bench/load/bare-server.ts', host, user, defaultDatabase, String(concurrency)],
    log,
    signal,
  })
  ends.defer(() => bare.stop())
  const { rows } = await pool.query<{ id: number; api_token: string }>('select id, api_token from projects')
  const [project] = rows
  if (project === undefined) throw new Error('The service has created no project.')
  const headers = { authorization: `Bearer ${service.key}` }
  await fillPersons(pool, { project: project.id, persons: sizes.persons, signal })
  return await work({
    service,
    bare,
    pool,
    headers,
    project: project.id,
    token: project.api_token,
    sizes,
    signal,
  })
}

/** Number of rows per statement, small enough that the command can be interrupted quickly. */
const chunk = 50_000

/** Adds a copy of the project with its own ID, UUID, token and persons. @returns its ID. */
export async function addProject(
  { pool, project, signal }: Setting,
  { persons }: { persons: number },
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into projects overriding system value
    select added.* from projects, lateral jsonb_populate_record(projects, jsonb_build_object(
      'id', projects.id + 1, 'uuid', gen_random_uuid(), 'api_token', 'load-' || gen_random_uuid())) as added
    where projects.id = $1
    returning id`,
    [project],
  )
  const [added] = rows
  if (added === undefined) throw new Error('No project was added.')
  await fillPersons(pool, { project: added.id, persons, signal })
  return added.id
}

/**
 * Creates the same persons in each run: person `n` has the distinct ID "person-n", and one in a hundred has
 * the plan "team".
 */
async function fillPersons(
  pool: Pool,
  { project, persons, signal }: { project: number; persons: number; signal: AbortSignal },
): Promise<void> {
  for (let from = 1; from <= persons; from += chunk) {
    signal.throwIfAborted()
    const to = Math.min(from + chunk - 1, persons)
    await pool.query(
      `insert into persons (project_id, id, created_at, properties)
      select $1, n, timestamptz '2026-01-01' + (n * 7919 % $2) * interval '1 second',
        jsonb_build_object('email', 'person-' || n || '@example.com',
          'plan', case when n % 100 = 0 then 'team' else 'free' end, 'seats', n % 50)
      from generate_series($3::bigint, $4::bigint) as n`,
      [project, persons, from, to],
    )
    await pool.query(
      `insert into person_distinct_ids (project_id, distinct_id, person_id)
      select $1, 'person-' || n, n from generate_series($2::bigint, $3::bigint) as n`,
      [project, from, to],
    )
  }
  for (const table of ['persons', 'person_distinct_ids']) await pool.query(`vacuum analyze ${table}`)
}
