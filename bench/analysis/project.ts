import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Client } from 'pg'

const root = join(import.meta.dirname, '../..')

/** A service in a process of its own. */
export interface Service {
  readonly url: string
  /** A key with all scopes, of the owner of the first organization. */
  readonly key: string
  stop(): Promise<void>
}

/**
 * Starts the service on a new data folder.
 * @throws Error with what it wrote when it ends before it listens.
 */
export async function startService(folder: string, signal: AbortSignal): Promise<Service> {
  const child = spawn(process.execPath, ['server/main.ts', '--port', '0', '--data', folder], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  })
  const ended = once(child, 'exit')
  let output = ''
  const { url, key } = await new Promise<{ url: string; key: string }>((resolve, reject) => {
    const read = (data: string) => {
      output += data
      const url = /Listening on (\S+)/.exec(output)?.[1]
      const key = /(phx_\w+)/.exec(output)?.[1]
      if (url !== undefined && key !== undefined) resolve({ url, key })
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      output = (output + data).slice(-100_000)
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`The service ended with ${code}:\n${output}`)))
  })
  return {
    url,
    key,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Fills the only project with events of thirty days, each by one of so many persons: the same ones in each run. */
export async function fillProject(
  client: Client,
  { persons, events }: { persons: number; events: number },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select id from projects')
  const project = rows[0]?.id
  if (project === undefined) throw new Error('The service has made no project.')
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
