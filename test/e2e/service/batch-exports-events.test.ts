import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectExportRecords } from '../../../server/batch-exports/records/records.ts'
import { describeStores, type StoredService } from './event-stores.ts'
import { addEvents, exportHour, hour, makeExport, toFile } from './export-fixtures.ts'
import { recordsIn } from './exported-events.ts'
import type { Tenant } from './harness.ts'

describeStores((start) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'concordat-exports-'))
  let service: StoredService
  beforeAll(async () => {
    service = await start({ EXPORT_FOLDER: folder, SECRET_KEY: 'a key for these tests' })
  })
  afterAll(async () => {
    await service?.stop()
    rmSync(folder, { recursive: true })
  })

  async function makeFilledTenant(count: number): Promise<Tenant> {
    const tenant = await service.makeTenant()
    await addEvents(service.db, tenant.projectId, count)
    await service.follow(tenant.projectId)
    return tenant
  }

  const filesOf = (config: { path: string }) => readdirSync(path.join(folder, config.path)).sort()

  it('writes every event of its interval once, in order, with persons', async () => {
    const tenant = await makeFilledTenant(1200)
    const { place, destination } = toFile({})
    const run = await exportHour(tenant, await makeExport(tenant, { destination }))
    expect(run).toMatchObject({ status: 'Completed', records_completed: 1200, records_total_count: 1200 })
    expect(run).toMatchObject({ latest_error: null, data_interval_start: hour.start_at })
    const [file, ...others] = filesOf(place)
    expect(others).toEqual([])
    const content = readFileSync(path.join(folder, place.path, file!))
    expect(content.toString()).toContain('"big": 12345678901234567890')
    const records = recordsIn(content)
    expect(records.map(({ properties }) => (properties as { n: number }).n)).toEqual(
      Array.from({ length: 1200 }, (_, n) => n),
    )
    expect(records[0]).toMatchObject({
      team_id: tenant.projectId,
      event: '$pageview',
      distinct_id: 'user-0',
      timestamp: hour.start_at,
      person_properties: { email: '0@example.com' },
    })
    expect(records[4]).toMatchObject({ person_id: null, person_properties: null })
  })

  it('chooses events by their own time for a backfill, and by acceptance for the schedule', async () => {
    const tenant = await makeFilledTenant(60)
    await sql`update events set created_at = now() where project_id = ${tenant.projectId}
      and (properties ->> 'n')::integer < 10`.execute(service.db)
    await sql`update events set timestamp = now() where project_id = ${tenant.projectId}
      and (properties ->> 'n')::integer >= 40`.execute(service.db)
    await service.follow(tenant.projectId)
    const { place, destination } = toFile({})
    const batchExport = await makeExport(tenant, { destination })
    const from = (first: number, length: number) => Array.from({ length }, (_, n) => first + n)
    await exportHour(tenant, batchExport)
    const [file] = filesOf(place)
    const exported = recordsIn(readFileSync(path.join(folder, place.path, file!)))
    expect(exported.map(({ properties }) => (properties as { n: number }).n)).toEqual(from(0, 40))
    const stores = { db: service.db, events: service.events }
    const scheduled = selectExportRecords(stores, {
      ...{ projectId: tenant.projectId, model: 'events', by: 'created_at', config: {} },
      ...{ hogqlQuery: 'select properties.n from events', start: hour.start_at, end: hour.end_at },
    })
    const accepted: number[] = []
    for await (const { values } of scheduled.read()) accepted.push(Number(values[0]))
    expect(accepted).toEqual(from(10, 50))
  })

  it('splits files, and replaces those of an earlier run over the same interval', async () => {
    const tenant = await makeFilledTenant(100)
    await sql`update events set properties = jsonb_build_object('n', properties -> 'n', 'long', repeat('x', 50000))
      where project_id = ${tenant.projectId}`.execute(service.db)
    await service.follow(tenant.projectId)
    const { place, destination } = toFile({ max_file_size_mb: 1 })
    const batchExport = await makeExport(tenant, { destination })
    await exportHour(tenant, batchExport)
    const files = filesOf(place)
    expect(files.length).toBeGreaterThan(3)
    const read = () =>
      filesOf(place).flatMap((file) => recordsIn(readFileSync(path.join(folder, place.path, file))))
    expect(new Set(read().map(({ uuid }) => uuid)).size).toBe(100)
    await sql`update events set properties = '{}' where project_id = ${tenant.projectId}`.execute(service.db)
    await service.follow(tenant.projectId)
    await exportHour(tenant, batchExport)
    expect(filesOf(place)).toHaveLength(1)
    expect(read()).toHaveLength(100)
  })

  it('exports only the events that the filters let pass, with the columns of the query', async () => {
    const tenant = await makeFilledTenant(30)
    const { place, destination } = toFile({
      include_events: ['$pageview', 'other'],
      exclude_events: ['other'],
    })
    const hogql_query = `select properties.n, event as name, 'web' as source from events`
    const run = await exportHour(tenant, await makeExport(tenant, { destination, hogql_query }))
    expect(run.records_completed).toBe(10)
    const [file] = filesOf(place)
    const records = recordsIn(readFileSync(path.join(folder, place.path, file!)))
    expect(records[1]).toEqual({ n: 3, name: '$pageview', source: 'web' })
  })
})
