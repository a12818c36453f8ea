import type { OperationDescriptor } from '@concordat/runtime/http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document as capture } from '../../../generated/capture/operations.ts'
import { document } from '../../../generated/operations.ts'
import { seedOfText } from '../../../runtime/contract/world/values/random.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { createApi, startTestService, type TestService } from './harness.ts'
import { hostileRequests } from './hostile-requests.ts'
import { sampleRequest } from './sample-requests.ts'
import { type FilledTenant, fillTenant } from './tenant-items.ts'

/** Set CONCORDAT_SEED to repeat a failed run, and CONCORDAT_RUNS to lengthen it. */
const seed = Number(process.env['CONCORDAT_SEED'] ?? 20260101)
const numRuns = Number(process.env['CONCORDAT_RUNS'] ?? 40)

let service: TestService
let bystander: FilledTenant
beforeAll(async () => {
  // The service only responds to requests: it exports and mails nothing, and calls no other service.
  service = await startTestService({ ROLE: 'web' })
  bystander = await fillTenant(service)
})
afterAll(() => service.stop())

/** Captured events with every kind of property. */
const events = ({ apiToken }: FilledTenant) => ({
  api_key: apiToken,
  batch: [
    {
      event: '$identify',
      distinct_id: 'someone',
      uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
      timestamp: '2026-01-01T00:00:00Z',
      properties: {
        $anon_distinct_id: 'nobody',
        $set: { a: 1 },
        $set_once: { b: 2 },
        $unset: ['c'],
        note: 'text',
      },
      $set: { name: 'text' },
    },
  ],
})

/** Sends requests until the service fails to handle one. */
async function provoke(operation: OperationDescriptor): Promise<void> {
  const tenant = await fillTenant(service)
  const key = await createKey(service.db, { userId: tenant.owner.id, label: 'fuzz', scopes: ['*'] })
  const isCapture = operation.security === undefined
  const sample = isCapture ? { query: {}, body: events(tenant) } : sampleRequest(operation)
  const requests = hostileRequests(operation, { path: tenant.fill(operation.path), sample })
  await fc.assert(
    fc.asyncProperty(requests, async ({ target, headers, ...init }) => {
      const authorized = isCapture ? headers : { authorization: `Bearer ${key}`, ...headers }
      const response = await fetch(service.url + target, { ...init, headers: authorized, redirect: 'manual' })
      const text = await response.text()
      expect(response.status, text).toBeLessThan(500)
    }),
    { seed: seed ^ seedOfText(operation.operationId), numRuns, endOnFailure: true },
  )
}

describe(`no request makes the service fail (seed ${seed})`, () => {
  it.each([...document.operations, ...capture.operations])('$operationId', async (operation) => {
    await provoke(operation)
    expect((await createApi(service.url).get('/healthz')).status).toBe(200)
    const { status, body } = await bystander.owner.api.get(
      bystander.fill('/api/projects/{project_id}/persons/{id}'),
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { uuid: bystander.person.uuid } })
  })
})
