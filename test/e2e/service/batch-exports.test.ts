import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchExportDestinationWrite, ListBatchExportLogsRequest } from '../../../generated/types.ts'
import { hour, makeExport } from './export-fixtures.ts'
import { denied, invalid, notFound, startTestService, type TestService } from './harness.ts'

let service: TestService
beforeAll(async () => {
  // The service only responds to requests, so no run changes the data that these tests check.
  service = await startTestService({ ROLE: 'web', SECRET_KEY: 'a key for these tests' })
})
afterAll(() => service.stop())

const noOp = { type: 'NoOp', config: {} } satisfies BatchExportDestinationWrite
const s3 = {
  type: 'S3',
  config: {
    bucket_name: 'bucket',
    region: 'us-east-1',
    prefix: 'events/',
    aws_access_key_id: 'AKIA-not-to-be-seen',
    aws_secret_access_key: 'never-to-be-seen',
  },
} satisfies BatchExportDestinationWrite
const postgres = {
  type: 'Postgres',
  config: { host: 'database.example', port: 5432, database: 'events', user: 'exporter', password: 'pass' },
} satisfies BatchExportDestinationWrite
const http = {
  type: 'HTTP',
  config: { url: 'https://example.com/', token: 'token' },
} satisfies BatchExportDestinationWrite
const shownS3 = { bucket_name: 'bucket', region: 'us-east-1', prefix: 'events/' }

describe('an export', () => {
  it('begins unpaused, with events, in the current project, without runs', async () => {
    const tenant = await service.makeTenant()
    const { createBatchExport, getBatchExport } = tenant.owner.client.batchExports
    const own = { organization_id: tenant.id }
    const body = { name: 'Test export', interval: 'hour', destination: noOp } as const
    const made = await createBatchExport({ path: own, body })
    expect(made).toMatchObject({
      team_id: tenant.projectId,
      model: 'events',
      interval: 'hour',
      paused: false,
    })
    expect(made).toMatchObject({ latest_runs: [], hogql_query: null, schema: null, last_paused_at: null })
    expect(await getBatchExport({ path: { ...own, id: made.id } })).toEqual(made)
  })

  it('belongs to the oldest project where the current one is of another organization', async () => {
    const tenant = await service.makeTenant()
    const other = await service.makeTenant()
    await service.db
      .updateTable('users')
      .set({ current_project_id: other.projectId })
      .where('id', '=', tenant.owner.id)
      .execute()
    expect((await makeExport(tenant, { destination: noOp })).team_id).toBe(tenant.projectId)
  })

  it('is unknown to other organizations, under every operation', async () => {
    const tenant = await service.makeTenant()
    const other = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp, paused: false })
    const { batchExports } = other.owner.client
    for (const [organization_id, answer] of [
      [tenant.id, denied()],
      [other.id, notFound()],
    ] as const) {
      const path = { organization_id, id }
      const answers = [
        await batchExports.getBatchExport.result({ path }),
        await batchExports.listBatchExportLogs.result({ path }),
        await batchExports.updateBatchExport.result({ path, body: { name: 'Taken' } }),
        await batchExports.pauseBatchExport.result({ path, body: {} }),
        await batchExports.unpauseBatchExport.result({ path, body: {} }),
        await batchExports.backfillBatchExport.result({ path, body: hour }),
        await batchExports.deleteBatchExport.result({ path }),
      ]
      expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answer))
    }
    const path = { organization_id: tenant.id, id }
    expect(await tenant.owner.client.batchExports.getBatchExport({ path })).toMatchObject({
      name: 'Test export',
      paused: false,
      latest_runs: [],
    })
    const list = await batchExports.listBatchExports({ path: { organization_id: other.id } })
    expect(list.count).toBe(0)
  })
})

describe('secrets', () => {
  it('are in no answer, no activity and no readable column', async () => {
    const tenant = await service.makeTenant()
    const made = await makeExport(tenant, { destination: s3 })
    expect(made.destination).toEqual({ type: 'S3', config: shownS3 })
    const { listBatchExports, updateBatchExport } = tenant.owner.client.batchExports
    const own = { organization_id: tenant.id }
    const patched = await updateBatchExport({ path: { ...own, id: made.id }, body: { destination: s3 } })
    const list = await listBatchExports({ path: own })
    const { rows } =
      await sql`select to_jsonb(e) as e, (select jsonb_agg(to_jsonb(a)) from activity_log a) as a
      from batch_exports e where id = ${made.id}`.execute(service.db)
    expect(JSON.stringify([made, patched, list, rows])).not.toMatch(/to-be-seen/)
    expect(rows).toMatchObject([{ e: { secrets: expect.stringMatching(/^v1\.[\w-]+$/) } }])
    const { activity } = await service.db
      .selectFrom('activity_log')
      .where('item_id', '=', made.id)
      .select('activity')
      .executeTakeFirstOrThrow()
    expect(activity).toBe('created')
  })

  it('need not be sent again with a change of the config', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: s3 })
    const changed = await tenant.owner.client.batchExports.updateBatchExport({
      path: { organization_id: tenant.id, id },
      body: { destination: { type: 'S3', config: { prefix: 'other/' } } },
    })
    expect(changed).toMatchObject({ destination: { type: 'S3', config: { ...shownS3, prefix: 'other/' } } })
  })

  it.each([
    [s3, 'endpoint_url', 'https://storage.example/', 'aws_access_key_id'],
    [s3, 'bucket_name', 'another', 'aws_access_key_id'],
    [s3, 'region', 'eu-west-1', 'aws_access_key_id'],
    [postgres, 'host', 'db.example', 'user'],
    [postgres, 'port', 6432, 'user'],
    [postgres, 'database', 'another', 'user'],
    [postgres, 'sslmode', 'disable', 'user'],
    [postgres, 'has_self_signed_cert', true, 'user'],
    [http, 'url', 'https://collect.example/', 'token'],
  ])('of %o are asked for where %s changes', async (destination, member, value, secret) => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination })
    const { getBatchExport, updateBatchExport } = tenant.owner.client.batchExports
    const path = { organization_id: tenant.id, id }
    const { type } = destination
    const change = (config: Record<string, unknown>) => ({ path, body: { destination: { type, config } } })
    const { status, body } = await updateBatchExport.result(change({ [member]: value }))
    expect(status).toBe(400)
    expect(body).toEqual(invalid('required', 'This field is required.', `destination__config__${secret}`))
    const kept = (await getBatchExport({ path })).destination.config
    expect(Object.entries(kept)).not.toContainEqual([member, value])
    await updateBatchExport(change(kept))
    const moved = await updateBatchExport(change({ ...destination.config, [member]: value }))
    expect(moved.destination.config).toEqual({ ...kept, [member]: value })
  })

  it('are asked for whole: one of two is not enough', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: postgres })
    const { status, body } = await tenant.owner.client.batchExports.updateBatchExport.result({
      path: { organization_id: tenant.id, id },
      body: { destination: { type: 'Postgres', config: { host: 'db.example', user: 'exporter' } } },
    })
    expect(status).toBe(400)
    expect(body).toEqual(invalid('required', 'This field is required.', 'destination__config__password'))
  })

  it("are asked for where a service of one's own is given up for the public one", async () => {
    const tenant = await service.makeTenant()
    const own = { ...s3, config: { ...s3.config, endpoint_url: 'https://storage.example/' } }
    const { id } = await makeExport(tenant, { destination: own })
    const change = (config: Record<string, unknown>) =>
      tenant.owner.client.batchExports.updateBatchExport.result({
        path: { organization_id: tenant.id, id },
        body: { destination: { type: 'S3', config } },
      })
    expect(await change({ endpoint_url: null })).toMatchObject({ status: 400 })
    expect(await change({ ...s3.config, endpoint_url: null })).toMatchObject({
      status: 200,
      body: { destination: { config: { ...shownS3, endpoint_url: null } } },
    })
    expect(await change({ endpoint_url: null, prefix: 'other/' })).toMatchObject({ status: 200 })
  })

  it('are asked for where the type of the destination changes', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: s3 })
    const { status, body } = await tenant.owner.client.batchExports.updateBatchExport.result({
      path: { organization_id: tenant.id, id },
      body: { destination: { type: 'HTTP', config: { url: 'https://example.com/' } } },
    })
    expect(status).toBe(400)
    expect(body).toEqual(invalid('required', 'This field is required.', 'destination__config__token'))
  })
})

describe('a destination', () => {
  it.each<[BatchExportDestinationWrite, string]>([
    [{ type: 'File', config: { path: '../outside' } }, 'path'],
    [{ type: 'File', config: { path: '/etc' } }, 'path'],
    [{ type: 'File', config: { path: 'a/../../b' } }, 'path'],
    [{ type: 'File', config: { path: 'a', compression: 'zstd' } }, 'compression'],
    [{ type: 'HTTP', config: { url: 'file:///etc/passwd', token: 't' } }, 'url'],
    [{ type: 'HTTP', config: { url: 'https://user:secret@receiver.example/', token: 't' } }, 'url'],
    [{ type: 'S3', config: { ...s3.config, endpoint_url: 'https://user@s3.example/' } }, 'endpoint_url'],
  ])('is refused: %j', async (destination, member) => {
    const tenant = await service.makeTenant()
    const { status, body } = await tenant.owner.client.batchExports.createBatchExport.result({
      path: { organization_id: tenant.id },
      body: { name: 'Refused', interval: 'day', destination },
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ type: 'validation_error', attr: `destination__config__${member}` })
  })

  it.each<[object, string, string | undefined, string]>([
    [{ type: 'Nowhere', config: {} }, 'invalid_choice', '"Nowhere" is not a valid choice.', 'type'],
    [{ type: 5, config: {} }, 'invalid_choice', '"5" is not a valid choice.', 'type'],
    [
      { type: 'S3Destination', config: {} },
      'invalid_choice',
      '"S3Destination" is not a valid choice.',
      'type',
    ],
    [{ type: null, config: {} }, 'null', undefined, 'type'],
    [{ config: {} }, 'required', undefined, 'type'],
    [{ type: 'S3', config: { region: 'eu-west-1' } }, 'required', undefined, 'config__bucket_name'],
    [
      { type: 'S3', config: { ...s3.config, bucket_name: 5 } },
      'invalid_input',
      undefined,
      'config__bucket_name',
    ],
    [{ type: 'HTTP', config: { token: 't' } }, 'required', undefined, 'config__url'],
    [{ type: 'S3' }, 'required', undefined, 'config'],
  ])('is refused by what its type says: %j', async (destination, code, detail, member) => {
    const tenant = await service.makeTenant()
    const { status, body } = await tenant.owner.api.post(`${tenant.path}/batch_exports`, {
      name: 'Refused',
      interval: 'day',
      destination,
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      type: 'validation_error',
      code,
      ...(detail && { detail }),
      attr: `destination__${member}`,
    })
  })

  it('is refused with a member that the document does not name, also in a change', async () => {
    const tenant = await service.makeTenant()
    const { api } = tenant.owner
    const misspelt = { type: 'NoOp', config: { arg: 'a', exclude_evnts: ['$pageview'] } }
    const refused = invalid('unknown_field', 'This field is unknown.', 'destination__config__exclude_evnts')
    const fields = { name: 'Refused', interval: 'day', destination: misspelt }
    const created = await api.post(`${tenant.path}/batch_exports`, fields)
    expect([created.status, created.body]).toEqual([400, refused])
    const { id } = await makeExport(tenant, { destination: noOp })
    const changed = await api.patch(`${tenant.path}/batch_exports/${id}`, { destination: misspelt })
    expect([changed.status, changed.body]).toEqual([400, refused])
  })

  it('and a name and a query of any length are refused: a page of exports holds many of them', async () => {
    const tenant = await service.makeTenant()
    const config = { exclude_events: Array.from({ length: 10_000 }, (_, index) => `event ${index}`) }
    const fields = { name: 'Long', interval: 'day', destination: noOp } as const
    const long = [
      ['destination__config', { destination: { type: 'NoOp', config } }],
      ['name', { name: 'n'.repeat(401) }],
      ['hogql_query', { hogql_query: `select event as ${'e'.repeat(10_000)} from events` }],
    ] as const
    for (const [attr, member] of long) {
      const { status, body } = await tenant.owner.client.batchExports.createBatchExport.result({
        path: { organization_id: tenant.id },
        body: { ...fields, ...member },
      })
      expect([status, body]).toMatchObject([400, { code: 'max_length', attr }])
    }
  })

  it('may have a name of dots alone, but for the two that lead elsewhere', async () => {
    const tenant = await service.makeTenant()
    const made = await makeExport(tenant, { destination: { type: 'File', config: { path: '....' } } })
    expect(made.destination.config).toEqual({ path: '....' })
  })
})

describe('a query', () => {
  it('is shown with its schema', async () => {
    const tenant = await service.makeTenant()
    const hogql_query = `SELECT event, properties.$browser AS browser, properties['a\\'b'] AS c, 'x' AS d, 1 AS one FROM events`
    const made = await makeExport(tenant, { destination: noOp, hogql_query })
    expect(made).toMatchObject({ hogql_query })
    expect(made.schema).toEqual({
      fields: [
        { expression: 'event', alias: 'event' },
        { expression: 'properties -> %(hogql_val_0)s', alias: 'browser' },
        { expression: 'properties -> %(hogql_val_1)s', alias: 'c' },
        { expression: '%(hogql_val_2)s', alias: 'd' },
        { expression: '%(hogql_val_3)s', alias: 'one' },
      ],
      values: { hogql_val_0: '$browser', hogql_val_1: "a'b", hogql_val_2: 'x', hogql_val_3: 1 },
      hogql_query: `SELECT event AS event, properties['$browser'] AS browser, properties['a\\'b'] AS c, 'x' AS d, 1 AS one FROM events`,
    })
    const again = await makeExport(tenant, { destination: noOp, hogql_query: made.schema!.hogql_query })
    expect(again.schema).toEqual(made.schema)
  })

  it.each([
    ['not a query', 'Failed to parse query'],
    ['select', 'Failed to parse query'],
    ["select 'open from events", 'Failed to parse query'],
    ['select event', 'Query must SELECT FROM events'],
    ['select event from persons', 'Query must only SELECT FROM events'],
    ['select event from events union all select event from events', 'UNIONs are not supported'],
    ['select event from events join persons', 'JOINs are not supported'],
    ['select event from events, persons', 'JOINs are not supported'],
    ['select event from events where 1', 'Unsupported HogQL query'],
    ['select count() as n from events', /^(Invalid|Unsupported) HogQL query/],
    ['select nothing from events', /^Invalid HogQL query: /],
    ["select 'a' from events", /^Invalid HogQL query: /],
    ['select event, event from events', /^Invalid HogQL query: /],
  ])('is refused: %s', async (hogql_query, detail) => {
    const tenant = await service.makeTenant()
    const refused = await tenant.owner.client.batchExports.createBatchExport.result({
      path: { organization_id: tenant.id },
      body: { name: 'Refused', interval: 'day', destination: noOp, hogql_query },
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', attr: 'hogql_query', detail: expect.stringMatching(detail) },
    })
  })
})

describe('pausing', () => {
  it('notes the time once, and starts anew without making up for the pause', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp, paused: false })
    const { pauseBatchExport, unpauseBatchExport, updateBatchExport } = tenant.owner.client.batchExports
    const path = { organization_id: tenant.id, id }
    const paused = await pauseBatchExport({ path, body: { name: 'ignored' } })
    expect(paused).toMatchObject({ paused: true, name: 'Test export', last_paused_at: expect.any(String) })
    expect(await pauseBatchExport({ path, body: {} })).toEqual(paused)
    await service.db
      .updateTable('batch_exports')
      .set({ scheduled_until: new Date(hour.start_at) })
      .where('id', '=', id)
      .execute()
    const unpaused = await unpauseBatchExport({ path, body: {} })
    expect(unpaused).toMatchObject({ paused: false, last_paused_at: paused.last_paused_at })
    expect(await scheduledSince(id)).toBeLessThan(3_600_000)
    const patched = await updateBatchExport({ path, body: { paused: true } })
    expect(Date.parse(patched.last_paused_at ?? '')).toBeGreaterThan(Date.parse(paused.last_paused_at ?? ''))
    await updateBatchExport({ path, body: { paused: false } })
    expect(await scheduledSince(id)).toBeLessThan(3_600_000)
  })

  it('is made up for by the schedule where unpausing asks for it', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp })
    await service.db
      .updateTable('batch_exports')
      .set({ scheduled_until: new Date(hour.start_at) })
      .where('id', '=', id)
      .execute()
    const unpaused = await tenant.owner.client.batchExports.unpauseBatchExport({
      path: { organization_id: tenant.id, id },
      body: { backfill: true },
    })
    expect(unpaused).toMatchObject({ paused: false })
    expect(await scheduledSince(id)).toBeGreaterThanOrEqual(Date.now() - Date.parse(hour.start_at) - 60_000)
  })

  /** Returns the milliseconds since the time up to which the schedule has created runs. */
  async function scheduledSince(id: string): Promise<number> {
    const now = Date.now()
    const { scheduled_until } = await service.db
      .selectFrom('batch_exports')
      .where('id', '=', id)
      .select('scheduled_until')
      .executeTakeFirstOrThrow()
    return now - Date.parse(scheduled_until)
  }
})

describe('an end', () => {
  it('has to be later than the start', async () => {
    const tenant = await service.makeTenant()
    const { createBatchExport, updateBatchExport } = tenant.owner.client.batchExports
    const own = { organization_id: tenant.id }
    const [early, late] = ['2024-07-01T10:00:00Z', '2024-07-01T11:00:00Z']
    const refused = invalid('invalid_input', 'The end must be later than the start.', 'end_at')
    const range = { start_at: late, end_at: early }
    const body = { name: 'Refused', interval: 'day', destination: noOp, ...range } as const
    expect((await createBatchExport.result({ path: own, body })).body).toEqual(refused)
    const { id } = await makeExport(tenant, { destination: noOp, start_at: early, end_at: late })
    const path = { ...own, id }
    expect((await updateBatchExport.result({ path, body: { start_at: late } })).body).toEqual(refused)
    expect((await updateBatchExport.result({ path, body: { end_at: early } })).body).toEqual(refused)
    const open = { start_at: late, end_at: null }
    expect(await updateBatchExport({ path, body: open })).toMatchObject(open)
  })
})

describe('a backfill', () => {
  it('makes a run for each interval that its range touches', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp, paused: false })
    const { latest_runs } = await tenant.owner.client.batchExports.backfillBatchExport({
      path: { organization_id: tenant.id, id },
      body: { start_at: '2024-07-01T10:30:00Z', end_at: '2024-07-01T14:10:00+02:00' },
    })
    expect(latest_runs.map((run) => [run.status, run.data_interval_start])).toEqual([
      ['Starting', '2024-07-01T12:00:00Z'],
      ['Starting', '2024-07-01T11:00:00Z'],
      ['Starting', '2024-07-01T10:00:00Z'],
    ])
  })

  it('shows the newest ten of its runs', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp, interval: 'every 5 minutes' })
    const { latest_runs } = await tenant.owner.client.batchExports.backfillBatchExport({
      path: { organization_id: tenant.id, id },
      body: hour,
    })
    expect(latest_runs).toHaveLength(10)
    expect(latest_runs[0]).toMatchObject({ data_interval_end: hour.end_at })
  })

  it.each([
    ['2024-07-01T10:00:00Z', '2024-07-01T10:00:00Z', /'start_at' must be earlier than 'end_at'/],
    ['2024-07-01T10:00:00Z', '2999-07-01T10:00:00Z', /in the future/],
    ['1990-07-01T10:00:00Z', '2024-07-01T10:00:00Z', /10,000 runs/],
  ])('is refused from %s to %s', async (start_at, end_at, detail) => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp, paused: false })
    const refused = await tenant.owner.client.batchExports.backfillBatchExport.result({
      path: { organization_id: tenant.id, id },
      body: { start_at, end_at },
    })
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } })
  })
})

describe('a moment', () => {
  it('of any offset is kept in UTC, and a leap second as the second after it', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp })
    const { getBatchExport, listBatchExportLogs, updateBatchExport } = tenant.owner.client.batchExports
    const path = { organization_id: tenant.id, id }
    const sent = {
      last_paused_at: '2030-01-01T00:00:00+23:59',
      start_at: '2010-01-01T00:00:00-23:59',
      end_at: '2016-12-31T23:59:60.5Z',
    }
    await updateBatchExport({ path, body: sent })
    expect(await getBatchExport({ path })).toMatchObject({
      last_paused_at: '2029-12-31T00:01:00Z',
      start_at: '2010-01-01T23:59:00Z',
      end_at: '2017-01-01T00:00:00Z',
    })
    const far = '2030-01-01T00:00:00-23:59'
    expect(await listBatchExportLogs({ path, query: { after: far, before: far } })).toMatchObject({
      count: 0,
    })
  })

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-00:01'])('%s is refused', async (moment) => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp })
    const { batchExports } = tenant.owner.client
    const path = { organization_id: tenant.id, id }
    const answers = [
      await batchExports.updateBatchExport.result({ path, body: { end_at: moment } }),
      await batchExports.backfillBatchExport.result({ path, body: { ...hour, end_at: moment } }),
      await batchExports.listBatchExportLogs.result({ path, query: { before: moment } }),
    ]
    const problem = { detail: 'This time is outside the years 1 to 9999 (UTC).' }
    expect(answers).toMatchObject([
      { status: 400, body: { ...problem, attr: 'end_at' } },
      { status: 400, body: { ...problem, attr: 'end_at' } },
      { status: 400, body: { ...problem, attr: 'before' } },
    ])
  })
})

describe('deleting', () => {
  it('hides the export, forgets its secrets and cancels its runs', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: s3 })
    const { backfillBatchExport, deleteBatchExport, getBatchExport } = tenant.owner.client.batchExports
    const path = { organization_id: tenant.id, id }
    await backfillBatchExport({ path, body: hour })
    await deleteBatchExport({ path })
    expect((await getBatchExport.result({ path })).body).toEqual(notFound())
    expect(await deleteBatchExport.result({ path })).toMatchObject({ status: 404 })
    const run = await service.db
      .selectFrom('batch_export_runs as run')
      .innerJoin('batch_exports as export', 'export.id', 'run.batch_export_id')
      .where('export.id', '=', id)
      .select(['run.status', 'run.finished_at', 'export.secrets'])
      .executeTakeFirstOrThrow()
    expect(run).toEqual({ status: 'Cancelled', finished_at: expect.any(String), secrets: null })
  })
})

describe('log entries', () => {
  it('are listed newest first, by every filter, a page at a time', async () => {
    const tenant = await service.makeTenant()
    const { id } = await makeExport(tenant, { destination: noOp, paused: false })
    const { backfillBatchExport, listBatchExportLogs } = tenant.owner.client.batchExports
    const path = { organization_id: tenant.id, id }
    const { latest_runs } = await backfillBatchExport({ path, body: hour })
    const run_id = latest_runs[0]!.id
    const levels = ['INFO', 'WARNING', 'ERROR'] as const
    await service.db
      .insertInto('batch_export_logs')
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          organization_id: tenant.id,
          batch_export_id: id,
          run_id,
          timestamp: new Date(Date.UTC(2024, 0, 1, 0, n)).toISOString(),
          level: levels[n % 3]!,
          message: `100% of entry ${n}`,
        })),
      )
      .execute()
    const list = (query: NonNullable<ListBatchExportLogsRequest['query']>) =>
      listBatchExportLogs({ path, query })
    const first = await listBatchExportLogs({ path })
    expect(first).toMatchObject({
      count: 60,
      previous: null,
      next: expect.stringContaining('limit=50&offset=50'),
    })
    expect(first.results).toHaveLength(50)
    expect(first.results[0]).toEqual({
      log_source_id: id,
      instance_id: run_id,
      timestamp: '2024-01-01T00:59:00Z',
      level: 'ERROR',
      message: '100% of entry 59',
    })
    expect((await list({ level: 'error, Warning' })).count).toBe(40)
    expect((await list({ level: 'other' })).count).toBe(0)
    expect((await list({ search: 'ENTRY 5' })).count).toBe(11)
    expect((await list({ search: '% OF' })).count).toBe(60)
    expect((await list({ search: '_' })).count).toBe(0)
    expect((await list({ after: '2024-01-01T00:50:00Z' })).count).toBe(9)
    expect((await list({ before: '2024-01-01T00:10:00Z', limit: 3 })).results).toHaveLength(3)
    expect((await list({ instance_id: run_id })).count).toBe(60)
    expect((await list({ instance_id: 'other' })).count).toBe(0)
  })
})
