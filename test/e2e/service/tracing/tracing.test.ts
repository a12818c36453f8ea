import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEvents, exportHour, makeExport } from '../export-fixtures.ts'
import { startTestService, type Tenant, type TestService } from '../harness.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts'

const kinds = { server: 2, client: 3, consumer: 5 }

/** Records loaded modules, to show that nothing is loaded without need. */
const noteModules = pathToFileURL(path.join(import.meta.dirname, 'note-modules.mjs')).href
const folder = mkdtempSync(path.join(tmpdir(), 'concordat-tracing-'))
afterAll(() => rmSync(folder, { recursive: true }))

const noting = (name: string) => ({
  NODE_OPTIONS: `--import ${noteModules}`,
  NOTED_MODULES: path.join(folder, name),
})

const noted = (name: string) => readFileSync(path.join(folder, name), 'utf8')

describe('a traced service', () => {
  let receiver: OtlpReceiver
  let service: TestService
  let tenant: Tenant
  beforeAll(async () => {
    receiver = await startOtlpReceiver()
    service = await startTestService({
      ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url,
      ...noting('on'),
    })
    tenant = await service.makeTenant()
  })
  afterAll(async () => {
    await service?.stop()
    receiver?.close()
  })

  /** Returns the options of a call that is part of a trace. */
  const traced = (traceId: string, flags = '01') => ({
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}` },
  })

  const newTrace = () => crypto.randomUUID().replaceAll('-', '')

  const spansOf = (traceId: string) => receiver.spans().filter((span) => span.traceId === traceId)

  async function requestSpan(traceId: string): Promise<ReceivedSpan> {
    const isRequest = ({ kind }: ReceivedSpan) => kind === kinds.server
    await expect.poll(() => spansOf(traceId).filter(isRequest).length).toBe(1)
    return spansOf(traceId).find(isRequest)!
  }

  it('goes on with the trace of a request, by its operation and status', async () => {
    const traceId = newTrace()
    const { listBatchExports } = tenant.owner.client.batchExports
    await listBatchExports({ path: { organization_id: tenant.id }, query: { limit: 3 } }, traced(traceId))
    expect(await requestSpan(traceId)).toMatchObject({
      parentSpanId: '00f067aa0ba902b7',
      name: 'GET /api/organizations/{organization_id}/batch_exports',
      status: {},
      service: 'concordat',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/organizations/{organization_id}/batch_exports',
        'openapi.operation_id': 'listBatchExports',
        'http.response.status_code': 200,
        'http.request.header.x-request-id': expect.any(String),
      },
    })
  })

  it('names no operation where there is none, and begins a trace where a header is no traceparent', async () => {
    const before = receiver.spans().length
    const { status } = await tenant.owner.api.send('/api/nothing/hidden-item', {
      headers: { traceparent: 'x' },
    })
    expect(status).toBe(404)
    await expect.poll(() => receiver.spans().length).toBeGreaterThan(before)
    expect(receiver.spans().at(-1)).toMatchObject({
      name: 'GET',
      attributes: { 'openapi.operation_id': 'none', 'http.response.status_code': 404 },
    })
  })

  it('adds the statements of a request, without their values', async () => {
    const traceId = newTrace()
    const path = { project_id: String(tenant.projectId) }
    const { listPersons } = tenant.owner.client.persons
    await listPersons({ path, query: { search: 'hidden-words' } }, traced(traceId))
    const { spanId } = await requestSpan(traceId)
    const statements = spansOf(traceId).filter(({ attributes }) => 'db.query.text' in attributes)
    expect(statements.length).toBeGreaterThan(1)
    for (const span of statements)
      expect(span).toMatchObject({
        parentSpanId: spanId,
        kind: kinds.client,
        attributes: { 'db.system.name': 'postgresql' },
      })
    expect(statements.map(({ name }) => name)).toContain('SELECT')
    expect(JSON.stringify(statements)).not.toContain('hidden-words')
  })

  it('asks once for a person and for who may read it', async () => {
    const path = { project_id: String(tenant.projectId), id: 1 }
    const { getPerson } = tenant.owner.client.persons
    await getPerson.result({ path }, traced(newTrace()))
    const traceId = newTrace()
    expect(await getPerson.result({ path }, traced(traceId))).toMatchObject({ status: 404 })
    await requestSpan(traceId)
    expect(spansOf(traceId).filter(({ attributes }) => 'db.query.text' in attributes)).toHaveLength(1)
  })

  it('sends nothing of a request whose caller traces nothing', async () => {
    const [quiet, loud] = [newTrace(), newTrace()]
    const { getOrganization } = tenant.owner.client.organizations
    await getOrganization({ path: { id: tenant.id } }, traced(quiet, '00'))
    await getOrganization({ path: { id: tenant.id } }, traced(loud))
    await requestSpan(loud)
    expect(spansOf(quiet)).toEqual([])
  })

  it('traces a job to the request that it makes in another process, and passes the trace on', async () => {
    const seen: (string | undefined)[] = []
    const destination = createServer((request, response) => {
      seen.push(request.headers['traceparent'] as string | undefined)
      request.resume().on('end', () => response.end())
    })
    await once(destination.listen(0, '127.0.0.1'), 'listening')
    const { port } = destination.address() as AddressInfo
    await addEvents(service.db, tenant.projectId, 3)
    const config = { url: `http://127.0.0.1:${port}/in?word=hidden-words`, token: 'hidden-token' }
    const made = await makeExport(tenant, { destination: { type: 'HTTP', config } })
    expect(await exportHour(tenant, made)).toMatchObject({ status: 'Completed' })
    destination.close()
    expect(seen).toHaveLength(1)
    const [, traceId = '', posted] = seen[0]!.split('-')
    await expect
      .poll(() => spansOf(traceId).map(({ name }) => name))
      .toEqual(expect.arrayContaining(['POST', 'deliver HTTP', 'attempt a run', 'process batch-export-turn']))
    const byId = new Map(spansOf(traceId).map((span) => [span.spanId, span]))
    const way: string[] = []
    for (let span = byId.get(posted ?? ''); span !== undefined; span = byId.get(span.parentSpanId ?? ''))
      way.push(span.name)
    expect(way).toEqual(['POST', 'deliver HTTP', 'attempt a run', 'process batch-export-turn'])
    expect(byId.get(posted ?? '')?.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    })
  })

  it('tells in no span whose it is, nor a secret', async () => {
    const all = JSON.stringify(receiver.spans())
    const names = [
      tenant.id,
      String(tenant.owner.uuid),
      'hidden-words',
      'hidden-token',
      'phx_',
      'hidden-item',
    ]
    expect(names.filter((name) => all.includes(name))).toEqual([])
    expect(noted('on')).toContain('@opentelemetry/sdk-trace')
  })
})

it('a service that is not told to trace loads no library of it', async () => {
  const service = await startTestService(noting('off'))
  const { id, owner } = await service.makeTenant()
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await owner.client.organizations.getOrganization({ path: { id } }, { headers: { traceparent } })
  await service.stop()
  expect(noted('off')).toContain('server/tracing/spans.ts')
  expect(noted('off')).not.toContain('opentelemetry')
})

it('a receiver that is not there holds up neither requests nor the end', async () => {
  const receiver = await startOtlpReceiver()
  receiver.close()
  const service = await startTestService({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url })
  const { id, owner } = await service.makeTenant()
  const { getOrganization } = owner.client.organizations
  expect(await getOrganization({ path: { id } })).toMatchObject({ id })
  await expect.poll(() => service.log()).toContain('"event":"traces not sent"')
  expect(await getOrganization({ path: { id } })).toMatchObject({ id })
  await service.stop()
})
