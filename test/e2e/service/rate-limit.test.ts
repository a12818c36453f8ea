import { HttpProblem } from '@concordat/runtime/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { document } from '../../../generated/operations.ts'
import { seedOrganization } from '../../../server/commands/seed/first-start.ts'
import { createRateLimits, publicLimits, type RateLimits } from '../../../server/entry/rate-limits.ts'
import { createCaller } from './harness.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { useDatabase } from './use-database.ts'

const database = useDatabase()
const services: ServiceProcess[] = []

beforeAll(async () => {
  const start = () => startService({ args: [], env: { DATABASE_URL: database.url, RATE_LIMITS: 'on' } })
  services.push(await start(), await start())
})

afterAll(async () => {
  await Promise.all(services.map((service) => service.end()))
})

const operation = (operationId: string) =>
  document.operations.find((candidate) => candidate.operationId === operationId)!

/** Counts a request repeatedly. Returns how many times it passed, and the refusal of the other times. */
async function countMany(
  limits: readonly RateLimits[],
  times: number,
  counted: Parameters<RateLimits['count']>[0],
) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: times }, (_, index) => limits[index % limits.length]!.count(counted)),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  return { passed: times - refused.length, refusal: refused[0]?.reason }
}

it('lets 480 requests a minute through over all processes, and refuses the next with 429', async () => {
  const { db } = database.connection
  const { key, user_id } = await seedOrganization(db, { name: 'Test', email: 'burst@example.com' })
  const callers = services.map(({ url }) => createCaller(url, key))
  const list = (index: number) => callers[index % 2]!.client.projects.listProjects.result()
  // All but a few requests are counted here, as a third process would count them, so that no machine needs a
  // minute to send them.
  const counted = { projectId: undefined, userId: user_id, operation: operation('listProjects') }
  expect(await countMany([createRateLimits(db)], 440, counted)).toMatchObject({ passed: 440 })
  const statuses: number[] = []
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => list(index)))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  expect(statuses.filter((status) => status === 429)).toHaveLength(8)
  const answer = await list(0)
  if (answer.status !== 429) throw new Error(`A request above the limit is answered with ${answer.status}.`)
  const seconds = Number(answer.headers.get('Retry-After'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(answer.body).toEqual({
    type: 'throttled_error',
    code: 'throttled',
    detail: `The request was throttled. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    attr: null,
  })
})

it('counts a project, a user, and analysis apart from each other', async () => {
  const limits = createRateLimits(database.connection.db, {
    general: [{ seconds: 60, requests: 5 }],
    analysis: [{ seconds: 60, requests: 3 }],
  })
  const list = operation('listPersons')
  expect(await countMany([limits], 9, { projectId: 1, userId: 1, operation: list })).toMatchObject({
    passed: 5,
  })
  expect(await countMany([limits], 9, { projectId: 1, userId: 2, operation: list })).toMatchObject({
    passed: 0,
  })
  expect(await countMany([limits], 9, { projectId: 2, userId: 1, operation: list })).toMatchObject({
    passed: 5,
  })
  const funnel = operation('calculatePersonsFunnel')
  expect(await countMany([limits], 9, { projectId: 1, userId: 1, operation: funnel })).toMatchObject({
    passed: 3,
  })
  const members = { projectId: undefined, userId: 1, operation: operation('listMembers') }
  expect(await countMany([limits], 9, members)).toMatchObject({ passed: 5 })
})

it('is exact when processes count at the same time, and holds to the longer window', async () => {
  const make = () =>
    createRateLimits(database.connection.db, {
      ...publicLimits,
      general: [
        { seconds: 1, requests: 400 },
        { seconds: 3600, requests: 50 },
      ],
    })
  const counted = { projectId: 99, userId: 1, operation: operation('listPersons') }
  const { passed, refusal } = await countMany([make(), make(), make()], 200, counted)
  expect(passed).toBe(50)
  expect(refusal).toBeInstanceOf(HttpProblem)
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3000)
})

it('begins anew when a window has ended', async () => {
  const { db } = database.connection
  const seconds = 600
  const limits = createRateLimits(db, { ...publicLimits, general: [{ seconds, requests: 2 }] })
  const counted = { projectId: 100, userId: 1, operation: operation('listPersons') }
  expect(await countMany([limits], 5, counted)).toMatchObject({ passed: 2 })
  // The clocks of this process and of the database advance equally.
  const later = performance.now() + seconds * 1000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  await sql`update rate_limits set started_at = started_at - make_interval(secs => ${seconds})
    where subject like 'project:100 %'`.execute(db)
  expect(await countMany([limits], 5, counted)).toMatchObject({ passed: 2 })
})

it('holds nobody up for longer than two windows, wherever the clock jumps', async () => {
  const { db } = database.connection
  const seconds = 600
  const limits = createRateLimits(db, { ...publicLimits, general: [{ seconds, requests: 2 }] })
  const counted = { projectId: 101, userId: 1, operation: operation('listPersons') }
  const count = () =>
    countMany([createRateLimits(db, { ...publicLimits, general: [{ seconds, requests: 2 }] })], 3, counted)
  const jump = (interval: string) =>
    sql`update rate_limits set started_at = started_at + ${interval}::interval where subject = 'project:101 general'`.execute(
      db,
    )
  expect(await count()).toMatchObject({ passed: 2 })
  // Acts as if the database clock had been set back by a day.
  await jump('1 day')
  expect(await count()).toMatchObject({ passed: 2 })
  await jump('9 minutes')
  expect(await count()).toMatchObject({ passed: 0 })
  // This process's own limit: it does not reject a caller that the database accepts.
  expect((await countMany([limits], 1, counted)).passed).toBe(0)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  const { refusal } = await countMany([limits], 1, counted)
  expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(2 * seconds)
})
