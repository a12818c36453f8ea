import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import openapi from '../../../generated/openapi.json' with { type: 'json' }
import { document } from '../../../generated/operations.ts'
import type { Level } from '../../../server/database/schema.ts'
import { everyScope, scopes as allScopes } from '../../../server/keys/scopes.ts'
import { setPluginsAccess } from '../../../server/plugins/configure.ts'
import { type Api, createApi, startTestService, type TestService } from './harness.ts'
import { initOf, queryText, sampleRequest } from './sample-requests.ts'
import { type FilledTenant, fillTenant } from './tenant-items.ts'
import { rowsOf } from './tenant-rows.ts'

let service: TestService
let stranger: FilledTenant
beforeAll(async () => {
  service = await startTestService({ ROLE: 'web' })
  stranger = await fillTenant(service)
})
afterAll(() => service.stop())

