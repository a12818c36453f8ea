import { isDeepStrictEqual } from 'node:util'
import type { Figure } from './figure.ts'
import { type PageSql, pageSql } from './person-sql.ts'
import { send } from './requests.ts'
import type { Setting } from './setting.ts'

/** A page that is requested both over HTTP and with SQL. */
interface Page {
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly offset: number
  readonly sql: PageSql
  /** Value of $3. */
  readonly value: string
}

const atMost = 1.5

function pages(persons: number): readonly Page[] {
  const plan = (value: string): string => JSON.stringify([{ key: 'plan', value }])
  const hasPlan = pageSql('person.properties @> $3::jsonb')
  const everybody = pageSql('$3::text is not null')
  const found = pageSql(`person.id in (
    select id from persons where project_id = $1 and properties ->> 'email' ilike '%' || $3 || '%'
    union all select person_id from person_distinct_ids where project_id = $1 and distinct_id = $3)`)
  const middle = persons / 2
  return [
    {
      name: 'persons with a property that 1 % have',
      query: { properties: plan('team') },
      sql: hasPlan,
      value: '{"plan":"team"}',
    },
    {
      name: 'persons with a property that 99 % have',
      query: { properties: plan('free') },
      sql: hasPlan,
      value: '{"plan":"free"}',
    },
    {
      name: 'persons by part of an email address',
      query: { search: 'son-4242' },
      sql: found,
      value: 'son-4242',
    },
    { name: 'persons, first page', query: {}, sql: everybody, value: '' },
    {
      name: `persons, offset ${middle}`,
      query: { offset: String(middle) },
      sql: everybody,
      value: '',
      offset: middle,
    },
  ].map((page) => ({ offset: 0, ...page }))
}

/**
 * Compares pages of the person list with the same statements sent through a bare driver. The deep page is
 * also compared with the first.
 */
export async function measureList(setting: Setting): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const page of pages(setting.sizes.persons)) figures.push(await measurePage(setting, page))
  const [first, deep] = figures.slice(-2)
  if (first === undefined || deep === undefined) throw new Error('No page was measured.')
  const beside = { name: `${deep.name}, beside the first`, unit: 'ms', measured: deep.measured } as const
  return [...figures, { ...beside, beside: first.measured }]
}

async function measurePage(setting: Setting, page: Page): Promise<Figure> {
  const measured: number[] = []
  const beside: number[] = []
  // The first round is not counted, because it fills the caches of both sides.
  for (let round = 0; round <= setting.sizes.rounds; round++) {
    setting.signal.throwIfAborted()
    const asked = await timed(() => ask(setting, page))
    const bare = await timed(() => askBare(setting, page))
    if (!isDeepStrictEqual(asked.value, bare.value)) throw new Error(`${page.name}: the answers differ.`)
    if (round === 0) continue
    measured.push(asked.milliseconds)
    beside.push(bare.milliseconds)
  }
  return { name: page.name, unit: 'ms', measured, beside, bound: { atMost } }
}

/** The IDs on a page, and the length of the whole list. */
interface Shown {
  readonly count: number
  readonly ids: readonly number[]
}

async function ask({ service, headers, project }: Setting, { query }: Page): Promise<Shown> {
  const url = `${service.url}/api/projects/${project}/persons/?${new URLSearchParams(query)}`
  const { count, results } = JSON.parse(await send({ url, headers })) as {
    count: number
    results: readonly { id: number }[]
  }
  return { count, ids: results.map(({ id }) => id) }
}

async function askBare({ pool, project }: Setting, { sql, offset, value }: Page): Promise<Shown> {
  const values = [project, offset, value]
  const counted = await pool.query<{ count: number }>(sql.count, values)
  const { rows } = await pool.query<{ id: number }>(sql.page, values)
  return { count: counted.rows[0]?.count ?? 0, ids: rows.map(({ id }) => id) }
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ milliseconds: number; value: Value }> {
  const begin = performance.now()
  const value = await work()
  return { milliseconds: performance.now() - begin, value }
}
