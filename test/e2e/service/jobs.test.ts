import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  createJobs,
  type JobDefinition,
  type JobRunner,
  type ProcessRole,
} from '../../../server/jobs/jobs.ts'
import { createLog } from '../../../server/observability/log.ts'
import { useDatabase } from './use-database.ts'

const database = useDatabase()

const lines: string[] = []

/** Starts a runner per role, as separate processes would, works with the runners, and stops them. */
async function withRunners(
  roles: readonly ProcessRole[],
  definition: JobDefinition<{ n: number }>,
  work: (runners: JobRunner[]) => Promise<void>,
): Promise<void> {
  const log = createLog({ level: 'info', write: (line) => lines.push(line) })
  const runners = roles.map((role) => createJobs({ target: database.connection.target, role, log }))
  await Promise.all(runners.map((runner) => runner.start([definition])))
  try {
    await work(runners)
  } finally {
    await Promise.all(runners.map((runner) => runner.stop()))
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('jobs', () => {
  it('are each done once by several processes, and by none that only answers requests', async () => {
    const done: number[] = []
    const definition = {
      queue: 'once',
      concurrency: 3,
      run: async ({ n }: { n: number }) => void done.push(n),
    }
    await withRunners(['web', 'worker', 'all'], definition, async ([web]) => {
      await Promise.all(numbers(40).map((n) => web!.send('once', { n })))
      await expect.poll(() => done.length).toBe(40)
    })
    expect(done.toSorted((a, b) => a - b)).toEqual(numbers(40))
  })

  it('are declared anew only where another version declared something else', async () => {
    const stored = async () => {
      const { rows } = await sql<object>`
        select queue.retry_limit, queue.updated_on::text as declared, schedule.cron, schedule.timezone,
          schedule.updated_on::text as timed
        from jobs.queue left join jobs.schedule on schedule.name = queue.name
        where queue.name = 'declared'`.execute(database.connection.db)
      return rows[0]
    }
    const startWith = async (more: Pick<JobDefinition, 'cron' | 'retryLimit'>) => {
      await withRunners(['all'], { queue: 'declared', run: async () => {}, ...more }, async () => {})
      return await stored()
    }
    const nightly = { cron: { expression: '0 3 * * *' }, retryLimit: 2 }
    const first = await startWith(nightly)
    expect(first).toMatchObject({ retry_limit: 2, cron: '0 3 * * *', timezone: 'UTC' })
    expect(await startWith(nightly)).toEqual(first)
    const moved = { cron: { expression: '0 3 * * *', timeZone: 'Europe/Berlin' }, retryLimit: 3 }
    expect(await startWith(moved)).toMatchObject({ retry_limit: 3, timezone: 'Europe/Berlin' })
    expect(await startWith({})).toMatchObject({ retry_limit: 5, cron: null })
  })

  it('exist only when their transaction commits', async () => {
    const done: number[] = []
    const definition = { queue: 'atomic', run: async ({ n }: { n: number }) => void done.push(n) }
    await withRunners(['all'], definition, async ([runner]) => {
      const send =
        (n: number) =>
        (
          db: Parameters<Parameters<ReturnType<typeof database.connection.db.transaction>['execute']>[0]>[0],
        ) =>
          runner!.send('atomic', { n }, { db })
      const undone = database.connection.db.transaction().execute(async (transaction) => {
        await send(1)(transaction)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
      await database.connection.db.transaction().execute(send(2))
      await expect.poll(() => done).toEqual([2])
    })
  })

  it('wait once for each key, and are tried again after a failure', async () => {
    const done: number[] = []
    const run = async ({ n }: { n: number }) => {
      done.push(n)
      if (n === 1 && done.filter((other) => other === n).length === 1)
        throw new Error('the first attempt fails')
    }
    const definition = { queue: 'keyed', run, retryDelay: 1 }
    await withRunners(['web'], definition, async ([web]) => {
      await web!.send('keyed', { n: 1 }, { singletonKey: 'a' })
      await web!.send('keyed', { n: 2 }, { singletonKey: 'a' })
      await web!.send('keyed', { n: 3 }, { singletonKey: 'b' })
    })
    await withRunners(['all'], definition, async () => {
      await expect.poll(() => done.toSorted()).toEqual([1, 1, 3])
    })
    expect(lines.join('')).toContain('the first attempt fails')
  })

  it('are not thrown away for a start long ago', async () => {
    const done: number[] = []
    const definition = { queue: 'late', run: async ({ n }: { n: number }) => void done.push(n) }
    const startAfter = new Date('2024-07-01T00:00:00Z')
    await withRunners(['web'], definition, async ([web]) => {
      await web!.send('late', { n: 1 }, { startAfter })
      await web!.send('late', { n: 2 }, { startAfter })
    })
    await withRunners(['all'], definition, async () => {
      await expect.poll(() => done.toSorted()).toEqual([1, 2])
    })
    const { rows } = await sql`select from jobs.job where name = 'late' and keep_until < now()`.execute(
      database.connection.db,
    )
    expect(rows).toEqual([])
  })

  it('cannot be sent to a queue that nothing defines', async () => {
    const definition = { queue: 'known', run: async () => {} }
    await withRunners(['web'], definition, async ([web]) => {
      await expect(web!.send('unknown', {})).rejects.toThrow('"unknown"')
    })
  })
})
