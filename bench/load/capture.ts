import { randomUUID } from 'node:crypto'
import type { Figure } from './figure.ts'
import { runAll, sendAll } from './requests.ts'
import { concurrency, type Setting } from './setting.ts'

/** Events per request, or per statement. */
export const batchSize = 200

interface Event {
  readonly uuid: string
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: Readonly<Record<string, string | number>>
}

/** Compares capturing events in batches with inserting rows in batches into the same table. */
export async function measureCapture(setting: Setting): Promise<readonly Figure[]> {
  const { service, token: api_key, sizes, signal } = setting
  const count = Math.ceil(sizes.events / batchSize / sizes.rounds)
  const options = { count, concurrency, signal }
  const measured: number[] = []
  const beside: number[] = []
  for (let round = 0; round <= sizes.rounds; round++) {
    const bodies = makeBatches(sizes.persons, count).map((batch) => JSON.stringify({ api_key, batch }))
    const captured = await sendAll(
      (index) => ({
        url: `${service.url}/batch/`,
        headers: { 'content-type': 'application/json' },
        body: bodies[index] ?? '',
      }),
      options,
    )
    const batches = makeBatches(sizes.persons, count)
    const inserted = await runAll((index) => insert(setting, batches[index] ?? []), options)
    if (round === 0) continue // it fills the caches of both sides
    measured.push((count * batchSize) / captured)
    beside.push((count * batchSize) / inserted)
  }
  await assertAllStored(setting, 2 * (sizes.rounds + 1) * count * batchSize)
  return [{ name: 'capture in batches', unit: 'events/s', measured, beside, bound: { atLeast: 0.5 } }]
}

/** Creates events of known persons, because that is the usual case. */
export function makeBatches(persons: number, count: number): readonly (readonly Event[])[] {
  return Array.from({ length: count }, (_, batch) =>
    Array.from({ length: batchSize }, (_, index) => ({
      uuid: randomUUID(),
      event: index % 2 === 0 ? '$pageview' : 'opened',
      distinct_id: `person-${1 + (((batch * batchSize + index) * 7919) % persons)}`,
      timestamp: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
      properties: { $current_url: `https://example.com/${index}`, color: 'red', seats: index },
    })),
  )
}

async function insert({ pool, project }: Setting, events: readonly Event[]): Promise<void> {
  const rows = events.map(({ uuid, event, distinct_id, timestamp, properties }) => [
    project,
    uuid,
    event,
    distinct_id,
    timestamp,
    JSON.stringify(properties),
  ])
  const places = rows.map(
    (row, place) => `(${row.map((_, column) => `$${place * row.length + column + 1}`)})`,
  )
  const text = `insert into events (project_id, uuid, event, distinct_id, timestamp, properties) values ${places}`
  await pool.query(text, rows.flat())
}

async function assertAllStored({ pool, project }: Setting, expected: number): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from events where project_id = $1',
    [project],
  )
  if (rows[0]?.count !== expected) throw new Error(`${rows[0]?.count} of ${expected} events are stored.`)
}
