import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacks } from '../../../bench/hostile/attacks.ts'
import { limits } from '../../../bench/hostile/limits.ts'
import { watch } from '../../../bench/hostile/watch.ts'
import { createKey } from '../../../server/keys/keys.ts'
import { type TestService, useService } from './harness.ts'
import { makeDatabase } from './postgres.ts'
import { type ServiceProcess, startService } from './service-process.ts'

let running: ServiceProcess
let service: TestService
let key: string
let token: string
beforeAll(async () => {
  const database = await makeDatabase()
  // Answers are not held against the document: that is no part of what is measured.
  const env = { DATABASE_URL: database.url, DNS_SERVERS: 'none', VALIDATE_RESPONSES: 'off' }
  running = await startService({ args: [], env })
  service = await useService({
    url: running.url,
    databaseUrl: database.url,
    log: () => running.log(),
    async stop() {
      await running.end()
      await database.drop()
    },
  })
  const { owner, projectId } = await service.makeTenant()
  key = await createKey(service.db, { userId: owner.id, label: 'test', scopes: ['*'] })
  const project = service.db.selectFrom('projects').where('id', '=', projectId).select('api_token')
  token = (await project.executeTakeFirstOrThrow()).api_token
})
afterAll(() => service.stop())

test.each(attacks)('$name: nobody else waits long, and memory lasts', async (attack) => {
  const attackNow = attack.prepare({ url: running.url, key, token })
  const { result, silenceMs, megabytesAbove } = await watch(running, attackNow)
  expect(new Set(result)).toEqual(new Set([attack.status]))
  expect(silenceMs).toBeLessThan(limits.silenceMs)
  if (process.platform === 'linux') expect(megabytesAbove).toBeLessThan(limits.megabytesAbove)
})
