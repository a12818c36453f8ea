import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Pool } from 'pg'
import { defaultDatabase, startEmbedded } from '../../../server/database/embedded/embedded.ts'
import { startService } from '../../child.ts'
import type { Attempt, Sent } from '../attempt.ts'
import type { Has } from '../limits.ts'
import { attackServer, PROBE, type Target } from '../target.ts'

/** Credentials that an attacker might have for the service. */
interface Held {
  /** A personal key. */
  readonly key: string
  /** A project's token. */
  readonly token: string
}

const json = { 'content-type': 'application/json' }

/** 19.5 MB of events without names, which gzip compresses to 19 kB. */
const emptyEvents = () => `{"api_key":"nope","batch":[${'{},'.repeat(6_500_000)}{}]}`

const members = (count: number, name = (index: number) => index.toString(36)) =>
  Array.from({ length: count }, (_, index) => `"${name(index)}":1`).join(',')

const events = (token: string, count: number, event: (index: number) => string): string =>
  `{"api_key":"${token}","batch":[${Array.from({ length: count }, (_, index) => event(index)).join(',')}]}`

const plain = (token: string, count: number) =>
  events(token, count, (index) => `{"event":"e","distinct_id":${index % 1000}}`)

/** An event that sets properties of its person. */
const setting = (id: number, properties: string): string =>
  `{"event":"$set","distinct_id":"big${id}","$set":{${properties}}}`

/** A property almost as large as an event may be. */
const large = `"text":"${'a'.repeat(900_000)}"`

const batch = (body: string): Sent => ({ path: '/batch', headers: json, body })

const packed = (body: string): Sent => ({
  path: '/batch',
  headers: { ...json, 'content-encoding': 'gzip' },
  body: gzipSync(body),
  unpacked: body.length,
})

function attempt(
  name: string,
  statuses: readonly number[],
  {
    has = 'nothing',
    copies = 1,
    parts = 0,
  }: { readonly has?: Has; readonly copies?: number; readonly parts?: number },
  make: () => Sent | readonly Sent[],
): Attempt {
  return {
    ...{ name, statuses, has, copies, parts },
    make: () => [make()].flat(),
  }
}

function attemptsOf({ key, token }: Held): readonly Attempt[] {
  const withKey = { has: 'key' } as const
  const withToken = { has: 'token' } as const
  const withEvents = { has: 'token', parts: 10_000 } as const
  const headers = { ...json, authorization: `Bearer ${key}` }
  const organization = (count: number): Sent => ({
    path: '/api/organizations/',
    headers,
    body: `{"name":"x",${members(count)}}`,
  })
  const persons = '/api/projects/1/persons/'
  return [
    attempt('19 kB of gzip', [413], {}, () => packed(emptyEvents())),
    attempt('the same gzip four times at once', [413], { copies: 4 }, () => packed(emptyEvents())),
    attempt('the same unpacked', [413], {}, () => batch(emptyEvents())),
    attempt('2.1 million names', [413], {}, () => batch(`{${members(2_100_000)}}`)),
    attempt('460,000 names that differ', [413], {}, () =>
      packed(events('nope', 9999, (event) => `{${members(46, (index) => `k${event}_${index}`)}}`)),
    ),
    attempt('49,000 names that differ', [401], {}, () =>
      batch(events('nope', 1000, (event) => `{${members(46, (index) => `k${event}_${index}`)}}`)),
    ),
    attempt('a form with 9 million names', [413], {}, () => ({
      path: '/e/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a&'.repeat(9_000_000),
    })),
    attempt('3 million bytes, each in its own chunk', [413], {}, () => ({
      ...{ path: '/batch', headers: json, body: ' '.repeat(3_000_000), isScattered: true },
    })),
    attempt('the same to an unknown path', [404], {}, () => ({
      ...{ path: '/none', headers: json, body: ' '.repeat(3_000_000), isScattered: true },
    })),
    attempt('2.1 million names in an organization', [413], withKey, () => organization(2_100_000)),
    attempt('490,000 names in an organization', [413], withKey, () => organization(490_000)),
    attempt('49,000 names in an organization', [201], withKey, () => organization(49_000)),
    attempt('600,000 events', [413], withToken, () => batch(plain(token, 600_000))),
    attempt('200,000 events', [400], withToken, () => batch(plain(token, 200_000))),
    attempt('10,000 events', [200], withEvents, () => batch(plain(token, 10_000))),
    attempt('490,000 names in an event', [413], withToken, () =>
      batch(events(token, 1, () => `{"event":"e","distinct_id":1,"properties":{${members(490_000)}}}`)),
    ),
    attempt('an event of 18 MB', [413], withToken, () =>
      packed(events(token, 1, () => setting(1, `"text":"${'a'.repeat(18 * 2 ** 20)}"`))),
    ),
    attempt('one person across 19 events of 0.9 MB', [200], withToken, () =>
      batch(events(token, 19, (index) => setting(2, large.replace('text', `text${index}`)))),
    ),
    attempt('a person of 49,000 members', [200], withEvents, () =>
      batch(events(token, 1, () => setting(3, members(49_000)))),
    ),
    attempt('10,000 events of that person', [200], withEvents, () =>
      batch(events(token, 10_000, (index) => setting(3, `"count":${index}`))),
    ),
    attempt('10,000 persons made one', [200], withEvents, () =>
      batch(
        events(
          token,
          10_000,
          (index) =>
            `{"event":"$create_alias","distinct_id":"one${index + 1}","properties":{"alias":"one${index}"}}`,
        ),
      ),
    ),
    attempt('5,000 persons made one twice', [200], withEvents, () =>
      batch(
        events(
          token,
          9_999,
          (index) =>
            `{"event":"$merge_dangerously","distinct_id":"two${(index * 7) % 5000}","properties":{"alias":"two${(index * 11) % 4999}"}}`,
        ),
      ),
    ),
    attempt('2,000 IDs for a 0.9 MB person', [200], withEvents, () => [
      batch(events(token, 1, () => setting(4, large))),
      batch(
        events(
          token,
          2000,
          (index) => `{"event":"$create_alias","distinct_id":"big4","properties":{"alias":"four${index}"}}`,
        ),
      ),
      batch(events(token, 2000, (index) => `{"event":"$set","distinct_id":"four${index}","$set":{"n":1}}`)),
    ]),
    attempt('200 persons of 0.9 MB', [200], withEvents, () => [
      ...Array.from({ length: 10 }, (_, at) =>
        batch(events(token, 20, (index) => setting(100 + at * 20 + index, large))),
      ),
      batch(
        events(token, 200, (index) => `{"event":"$set","distinct_id":"big${100 + index}","$set":{"n":1}}`),
      ),
    ]),
    attempt('20 pages of persons at once', [200], { has: 'key', copies: 20 }, () => ({
      ...{ method: 'GET', path: `${persons}?limit=100`, headers },
    })),
    attempt('a file with all persons', [200], withKey, () => ({
      ...{ method: 'GET', path: `${persons}?format=csv`, headers },
    })),
    attempt('the log of persons', [200], withKey, () => ({
      ...{ method: 'GET', path: `${persons}activity/?limit=100`, headers },
    })),
  ]
}

/** Reads the token of a new service's only project. */
async function readToken(data: string): Promise<string> {
  const postgres = await startEmbedded(data)
  const { host, user } = postgres.connection
  const pool = new Pool({ host, user, database: defaultDatabase, max: 1 })
  try {
    const { rows } = await pool.query<{ api_token: string }>('select api_token from projects')
    const [project] = rows
    if (project === undefined) throw new Error('The service has created no project.')
    return project.api_token
  } finally {
    await pool.end()
    await postgres.leave()
  }
}

export const service: Target = {
  name: 'service',
  attack: async ({ folder, signal, onRow }) => {
    const data = join(folder, 'data')
    const child = await startService({ data, log: join(folder, 'service.log'), preload: PROBE, signal })
    try {
      const held = { key: child.key, token: await readToken(data) }
      await attackServer({ child, target: 'service' }, attemptsOf(held), onRow)
    } finally {
      await child.stop()
    }
  },
}
