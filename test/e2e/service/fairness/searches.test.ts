import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Error as Refusal } from '../../../../generated/types.ts'
import { startTestService, type Tenant, type TestService } from '../harness.ts'

/**
 * Time limit of a search in these tests, in seconds: other tenants' searches need less, even on a busy
 * machine.
 */
const searchSeconds = 5

/** Minimum number of times that the attack is repeated. */
const waves = process.env['TEST_LONG'] === '1' ? 5 : 1

let service: TestService
let attacker: Tenant
let other: Tenant
beforeAll(async () => {
  service = await startTestService({ SEARCH_SECONDS: String(searchSeconds), ROLE: 'web' })
  attacker = await service.makeTenant()
  other = await service.makeTenant()
  for (const { projectId } of [attacker, other])
    await sql`insert into persons (project_id, properties)
      select ${projectId}, jsonb_build_object('long', repeat('a', 3000), 'n', n)
      from generate_series(1, 300) as n`.execute(service.db)
})
afterAll(() => service.stop())

const searching = (value: string) => ({
  properties: [{ key: 'long', operator: 'regex' as const, value }],
})

const search = ({ owner, projectId }: Tenant, value: string) =>
  owner.client.persons.listPersons.result({
    path: { project_id: String(projectId) },
    query: searching(value),
  })

/** Runs a search that should be rejected with 503, which is not a documented response. */
const searchInVain = ({ owner, projectId }: Tenant, value: string) => {
  const query = new URLSearchParams({ properties: JSON.stringify(searching(value).properties) })
  return owner.api.get<Refusal>(`/api/projects/${projectId}/persons?${query}`)
}

/** Matches nothing, which takes PostgreSQL minutes to find out. */
const dear = '(|a){255}(|a){255}(|a){255}(|a){255}b'

interface Memory {
  readonly bytes: number
}

async function memoryOf(): Promise<Memory> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return { bytes: Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) }
}

describe('25 dear regular expressions of one organization at once', () => {
  it('leave all others their answers, and are told that they are busy or take too long', async () => {
    const before = await memoryOf()
    let isOver = false
    const asked = { persons: 0, search: 0, organization: 0, readiness: 0, health: 0 }
    const attack = async () => {
      const answers = []
      // Repeats until all others have had their responses, however slow the machine: anyone who had to wait
      // for the attack would wait forever.
      for (let wave = 0; wave < waves || Object.values(asked).some((count) => count < 5); wave += 1)
        answers.push(...(await Promise.all(Array.from({ length: 25 }, () => searchInVain(attacker, dear)))))
      isOver = true
      return answers
    }
    const path = { project_id: String(other.projectId) }
    const attacked = attack()
    attacked.catch(() => {
      isOver = true
    })
    const refused: unknown[] = []
    const ask = async (what: keyof typeof asked, work: () => Promise<{ readonly status: number }>) => {
      while (!isOver) {
        const { status } = await work()
        if (status !== 200) refused.push(`${what}: ${status}`)
        asked[what] += 1
        await sleep(20)
      }
    }
    const { organizations } = attacker.owner.client
    await Promise.all([
      ask('persons', () => other.owner.client.persons.listPersons.result({ path, query: { limit: 5 } })),
      ask('search', () => search(other, 'a+$')),
      ask('organization', () => organizations.getOrganization.result({ path: { id: attacker.id } })),
      ask('readiness', () => fetch(`${service.url}/readyz`)),
      ask('health', () => fetch(`${service.url}/healthz`)),
    ])
    expect(refused).toEqual([])
    const answers = await attacked
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(
      answers.map(({ body }) => body.code).filter((code) => !['busy', 'timeout'].includes(code)),
    ).toEqual([])
    expect(answers.map(({ body }) => body.code)).toContain('busy')
    for (const { headers } of answers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await memoryOf()).bytes - before.bytes).toBeLessThan(600 * 2 ** 20)
  })

  it('take no more connections where their user has many organizations', async () => {
    const { createOrganization } = attacker.owner.client.organizations
    const projects = [attacker.projectId]
    for (const name of ['second', 'third']) {
      const { teams } = await createOrganization({ body: { name } })
      projects.push(teams[0]!.id)
    }
    const [, second, third] = projects
    for (const projectId of [second, third])
      await sql`insert into persons (project_id, properties)
        select ${projectId}, properties from persons where project_id = ${attacker.projectId}`.execute(
        service.db,
      )
    const attack = Promise.all(
      projects.flatMap((projectId) => [1, 2, 3].map(() => searchInVain({ ...attacker, projectId }, dear))),
    )
    let most = 0
    let isOver = false
    void attack.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and backend_type = 'client backend'
          and query_start < clock_timestamp() - interval '0.5 s'`.execute(service.db)
      most = Math.max(most, rows[0]!.count)
      await sleep(50)
    }
    expect(new Set((await attack).map(({ status }) => status))).toEqual(new Set([503]))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2)
  })

  it('are over when they are over: the organization searches as before', async () => {
    expect(await search(attacker, 'a+$')).toMatchObject({ status: 200, body: { count: 300 } })
  })
})

it('a regular expression longer than 500 characters is refused', async () => {
  expect(await search(other, 'a'.repeat(501))).toMatchObject({
    status: 400,
    body: { code: 'max_length', attr: 'properties' },
  })
})
