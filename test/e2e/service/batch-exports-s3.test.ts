import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BatchExportRun, S3DestinationWrite } from '../../../generated/types.ts'
import { addEvents, exportHour, finishedRuns, hour, makeExport } from './export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'

/**
 * The S3-compatible server to use, as `http://key:secret@host:port/`; without it, these tests are skipped.
 */
const address = process.env['TEST_S3_URL']

describe.skipIf(address === undefined)('a run into an S3-compatible server (TEST_S3_URL)', () => {
  const { origin, username, password } = new URL(address ?? 'http://a:b@127.0.0.1/')
  const credentials = {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
  const store = new S3Client({ region: 'us-east-1', endpoint: origin, forcePathStyle: true, credentials })
  const bucket = `exports-${crypto.randomUUID()}`
  let service: TestService
  beforeAll(async () => {
    await store.send(new CreateBucketCommand({ Bucket: bucket }))
    service = await startTestService({ EXPORT_RETRY_SECONDS: '1', ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' })
  })
  afterAll(async () => {
    store.destroy()
    await service.stop()
  })

  const destination = (
    config: Partial<S3DestinationWrite['config']> & Pick<S3DestinationWrite['config'], 'prefix'>,
  ): S3DestinationWrite => ({
    type: 'S3',
    config: {
      bucket_name: bucket,
      region: 'us-east-1',
      aws_access_key_id: credentials.accessKeyId,
      aws_secret_access_key: credentials.secretAccessKey,
      endpoint_url: origin,
      ...config,
    },
  })

  async function makeFilledTenant(count: number): Promise<Tenant> {
    const tenant = await service.makeTenant()
    await addEvents(service.db, tenant.projectId, count)
    return tenant
  }

  async function objectsBelow(prefix: string): Promise<Buffer[]> {
    const list = await store.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}/` }))
    const keys = (list.Contents ?? []).map(({ Key }) => Key)
    return await Promise.all(
      keys.map(async (Key) => {
        const { Body } = await store.send(new GetObjectCommand({ Bucket: bucket, Key }))
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      }),
    )
  }

  it('uploads an object of several parts', async () => {
    const tenant = await makeFilledTenant(2000)
    await sql`update events set properties = jsonb_build_object('long', repeat(uuid::text, 250))
      where project_id = ${tenant.projectId}`.execute(service.db)
    const batchExport = await makeExport(tenant, { destination: destination({ prefix: 'parts' }) })
    expect(await exportHour(tenant, batchExport)).toMatchObject({
      status: 'Completed',
      records_completed: 2000,
    })
    const [object, ...others] = await objectsBelow('parts')
    expect(others).toEqual([])
    expect(object!.length).toBeGreaterThan(16 * 2 ** 20)
    expect(object!.toString().trimEnd().split('\n')).toHaveLength(2000)
  })

  it('replaces what an earlier run over the interval left', async () => {
    const tenant = await makeFilledTenant(400)
    await sql`update events set properties = jsonb_build_object('long', (select string_agg(gen_random_uuid()::text, '') from generate_series(1, 600) where uuid is not null))
      where project_id = ${tenant.projectId}`.execute(service.db)
    const batchExport = await makeExport(tenant, {
      destination: destination({ prefix: 'many', max_file_size_mb: 1, compression: 'gzip' }),
    })
    await exportHour(tenant, batchExport)
    expect((await objectsBelow('many')).length).toBeGreaterThan(3)
    await sql`update events set properties = '{}' where project_id = ${tenant.projectId}`.execute(service.db)
    await exportHour(tenant, batchExport)
    const objects = await objectsBelow('many')
    expect(objects.map((bytes) => gunzipSync(bytes).toString().trimEnd().split('\n').length)).toEqual([400])
  })

  it.each([
    [{ bucket_name: 'absent-bucket', prefix: '' }, /NoSuchBucket/],
    [{ aws_secret_access_key: 'wrong-secret-key', prefix: '' }, /SignatureDoesNotMatch/],
  ])('ends in failure with %j', async (config, message) => {
    const tenant = await makeFilledTenant(3)
    const run = await exportHour(tenant, await makeExport(tenant, { destination: destination(config) }))
    expect(run.status).toBe('Failed')
    expect(run.latest_error).toMatch(message)
    expect(run.latest_error).not.toMatch(/wrong-secret-key/)
  })
})

describe('a hostile S3 server', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({
      EXPORT_RETRY_SECONDS: '1',
      ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    })
  })
  afterAll(() => service.stop())

  it('fills no memory with an answer without end', async () => {
    const run = await runInto(
      (request, response) => {
        request.resume()
        response.writeHead(200, { 'content-type': 'application/xml' })
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(2 ** 16)));
        }
        response.on('drain', more).on('error', () => {})
        more()
      },
      ['FailedRetryable', 'Failed'],
    )
    expect(run?.latest_error).toContain('sent more than 1 MB in one response')
  })

  it('is refused when it says yes to everything, for it would never be done', async () => {
    const run = await runInto((request, response) => {
      request.resume()
      response.writeHead(200, { etag: '"part"' }).end()
    })
    expect(run?.status).toBe('Failed')
    expect(run?.latest_error).toContain('it is not an object store')
  })

  async function runInto(
    serve: RequestListener,
    ends?: readonly BatchExportRun['status'][],
  ): Promise<BatchExportRun | undefined> {
    const server = createServer(serve)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const tenant = await service.makeTenant()
    await addEvents(service.db, tenant.projectId, 10)
    const config = {
      bucket_name: 'bucket',
      region: 'us-east-1',
      prefix: '',
      endpoint_url: `http://127.0.0.1:${port}`,
      aws_access_key_id: 'id',
      aws_secret_access_key: 'secret',
    }
    const { id } = await makeExport(tenant, { destination: { type: 'S3', config } })
    const { client } = tenant.owner
    const path = { organization_id: tenant.id, id }
    await client.batchExports.backfillBatchExport({ path, body: hour })
    const [run] = await finishedRuns(client, path, ends)
    server.closeAllConnections()
    server.close()
    return run
  }
})
