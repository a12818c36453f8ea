import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { type Api, createApi, startTestService, type TestService } from './harness.ts'
import { createRandom, seedOfRun } from './random.ts'
import { initOf, queryText, sampleRequest } from './sample-requests.ts'
import { type ServiceProcess, startService } from './service-process.ts'
import { type FilledTenant, fillTenant } from './tenant-items.ts'

/** Number of tenants, which are tested one after the other, and of requests for each. */
const tenants = 6
const requests = 300
/** Number of concurrent requests, which go to each process in turn. */
const together = 24

const where = `CONCORDAT_SEED=${seedOfRun}`

let service: TestService
let second: ServiceProcess
beforeAll(async () => {
  service = await startTestService()
  second = await startService({ args: [], env: { DATABASE_URL: service.databaseUrl, DNS_SERVERS: 'none' } })
})
afterAll(async () => {
  await second.end()
  await service.stop()
})

const writes = document.operations.filter(({ method }) => method !== 'GET')
const reads = document.operations.filter(({ method }) => method === 'GET')
/** Requests that delete what all others need are sent once, when the others have begun. */
const isEnd = ({ method, path }: (typeof writes)[number]): boolean =>
  method === 'DELETE' && /^\/api\/(organizations\/\{[^}]+\}|projects\/\{[^}]+\})\/?$/.test(path)

/**
 * Sends requests for all operations to both processes at once. @returns the responses that do not belong to
 * the interface.
 */
async function storm(tenant: FilledTenant, apis: readonly Api[], random: () => number): Promise<string[]> {
  const usual = [...writes, ...writes, ...writes, ...reads].filter((operation) => !isEnd(operation))
  const ends = writes.filter(isEnd)
  const queue = Array.from({ length: requests }, () => usual[Math.floor(random() * usual.length)])
  const late = Math.floor(requests * 0.8)
  queue.splice(late, 0, ...ends, ...ends)
  const wrong: string[] = []
  let next = 0
  const sender = async (api: Api): Promise<void> => {
    for (let operation = queue[next++]; operation !== undefined; operation = queue[next++]) {
      const request = sampleRequest(operation)
      const target = tenant.fill(operation.path) + queryText(request.query)
      const { status, headers } = await api.send(target, initOf(operation, request))
      const isBusy = status === 503 && headers.has('retry-after')
      if (status >= 500 && !isBusy) wrong.push(`${operation.operationId}: ${status}`)
    }
  }
  await Promise.all(Array.from({ length: together }, (_, index) => sender(apis[index % apis.length] as Api)))
  return wrong
}

/** Returns the unexpected errors that both processes have logged. */
const failures = (): string =>
  [service.log(), second.log()]
    .flatMap((log) => log.split('\n'))
    .filter((line) => line.includes('"level":"error"') && !line.includes('"queue"'))
    .join('\n')
    .slice(-5000)

it('two processes on one database answer whatever is done to the same things at once', async () => {
  const random = createRandom(seedOfRun)
  const descriptors = (): number => readdirSync(`/proc/${second.pid}/fd`).length
  const before = process.platform === 'linux' ? descriptors() : 0
  for (let count = 0; count < tenants; count++) {
    const tenant = await fillTenant(service)
    const key = await createKey(service.db, { userId: tenant.owner.id, label: 'storm', scopes: ['*'] })
    const apis = [tenant.owner.api, createApi(second.url, key)]
    expect(await storm(tenant, apis, random), `${where}\n${failures()}`).toEqual([])
  }
  if (process.platform === 'linux') expect(descriptors()).toBeLessThan(before + 60)
})
