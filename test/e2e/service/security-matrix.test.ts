import { randomUUID } from 'node:crypto'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { document } from '../../../generated/operations.ts'
import { scopes as allScopes } from '../../../server/keys/scopes.ts'
import { setPluginsAccess } from '../../../server/plugins/configs/configure.ts'
import { disclosed } from './disclosure.ts'
import { type Api, createApi, startTestService, type TestService } from './harness.ts'
import { minimumLevelsOf } from './minimum-levels.ts'
import { initOf, queryText, sampleRequest } from './sample-requests.ts'
import { type FilledTenant, fillTenant } from './tenant-items.ts'
import { rowsOf } from './tenant-rows.ts'

let service: TestService
/** The tenant that nobody else is allowed to access, and one that tries. */
let tenant: FilledTenant
let stranger: FilledTenant
/** Members of the tenant, by level. */
let members: Readonly<Record<1 | 8, Api>>
beforeAll(async () => {
  service = await startTestService({ ROLE: 'web' })
  tenant = await fillTenant(service)
  stranger = await fillTenant(service)
  const [member, administrator] = await Promise.all(
    ([1, 8] as const).map((level) => service.makePerson({ organizationId: tenant.id, level })),
  )
  if (member === undefined || administrator === undefined) throw new Error('There are no members.')
  members = { 1: member.api, 8: administrator.api }
})
afterAll(() => service.stop())

/**
 * Operations that change none of a new tenant's items: they only calculate, or there is nothing left to do.
 */
const changesNothing = /^(calculate|upgradePipeline|unpauseBatchExport)/

/** Lists that are empty for a new tenant. */
const isEmptyList = /Logs$|Unsubscribe|Repository$|Unused/

const operations = document.operations.map((operation) => ({ ...operation, operation }))

/** An attempt to use an operation on the tenant. */
interface Attempt {
  readonly operation: OperationDescriptor
  readonly api: Api
  /** Used instead of the path that contains all the tenant's ids. */
  readonly path?: string
}

/**
 * Makes the attempt, and proves that it discloses and changes nothing of the tenant's. Returns the status.
 */
async function attempt({ operation, api, path = tenant.fill(operation.path) }: Attempt): Promise<number> {
  const before = await rowsOf(service, tenant)
  const request = sampleRequest(operation)
  const { status, body } = await api.send(path + queryText(request.query), initOf(operation, request))
  expect(disclosed(tenant, { request: path, answer: body })).toEqual([])
  expect(await rowsOf(service, tenant)).toEqual(before)
  return status
}

describe.each(operations)('$operationId', ({ operation, path, method, security, resource }) => {
  const minimum = minimumLevelsOf(operation)
  const scopes = (security ?? []).flatMap((requirement) => Object.values(requirement).flat())

  it('needs a key, and each scope', async () => {
    for (const key of [undefined, 'phx_unknown', tenant.apiToken]) {
      expect(await attempt({ operation, api: createApi(service.url, key) })).toBe(401)
    }
    for (const missing of scopes) {
      const implying = missing.replace(/:read$/, ':write')
      const held = allScopes.filter((scope) => scope !== missing && scope !== implying)
      expect(await attempt({ operation, api: (await service.makeCaller(tenant.owner.id, held)).api })).toBe(
        403,
      )
    }
  })

  const parent = /\{(organization|project)_id\}/
  const hasItem = parent.test(path) && path.replace(parent, '').includes('{')

  if (path.includes('{')) {
    it('is closed to the key of another tenant', async () => {
      const status = await attempt({ operation, api: stranger.owner.api })
      expect(status).toBe(parent.test(path) ? 403 : 404)
    })
  } else {
    it('is about the tenant of the key alone', async () => {
      const { owner } = await service.makeTenant()
      expect(await attempt({ operation, api: owner.api })).toBeLessThan(300)
    })
  }

  if (hasItem) {
    it('finds no item of another tenant below the own one, and none of the own below the other', async () => {
      const { api } = stranger.owner
      const theirs = tenant.fill(path.replace(parent, (name) => stranger.fill(name)))
      expect(await attempt({ operation, api, path: theirs })).toBe(404)
      const own = stranger.fill(path.replace(parent, (name) => tenant.fill(name)))
      expect(await attempt({ operation, api, path: own })).toBe(403)
    })
  }

  for (const level of ([1, 8] as const).filter((below) => below < minimum.member)) {
    it(`is closed to members of level ${level}`, async () => {
      expect(await attempt({ operation, api: members[level] })).toBe(403)
    })
  }

  for (const level of ([0, 3] as const).filter((below) => below < minimum.plugins)) {
    it(`is closed to organizations whose plugins access level is ${level}`, async () => {
      const { id: organizationId } = tenant
      await setPluginsAccess(service.db, { organizationId, level })
      const status = await attempt({ operation, api: tenant.owner.api })
      await setPluginsAccess(service.db, { organizationId, level: 9 })
      expect(status).toBe(403)
    })
  }

  if (path.includes('{project_id}')) {
    it('is closed to members whom a private project excludes', async () => {
      const hidden = tenant.fill(path.replace('{project_id}', String(tenant.privateProjectId)))
      expect(await attempt({ operation, api: members[1], path: hidden })).toBe(403)
    })
  }

  it('does for an owner what it did for nobody else', async () => {
    const own = await fillTenant(service)
    const before = await rowsOf(service, own)
    const request = sampleRequest(operation)
    const target = own.fill(path) + queryText(request.query)
    const { status, body } = await own.owner.api.send(target, initOf(operation, request))
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    const after = await rowsOf(service, own)
    if (method === 'GET' || changesNothing.test(operation.operationId)) expect(after).toEqual(before)
    else expect(after).not.toEqual(before)
    const isSearch = Object.keys(request.query).length > 0
    const isShown = resource?.role === 'read' || (resource?.role === 'list' && !isSearch)
    if (isShown && !isEmptyList.test(operation.operationId)) {
      expect(disclosed(own, { answer: body })).not.toEqual([])
    }
  })
})

const paths = [...Map.groupBy(document.operations, ({ path }) => path)]

describe.each(paths)('%s', (path, [operation, ...others]) => {
  it('tells the methods that it lacks to those alone who may call one that it has', async () => {
    const documented = new Set([operation, ...others].map((each) => each?.method))
    const method = ['DELETE', 'PUT', 'POST', 'GET'].find((each) => !documented.has(each)) ?? 'PATCH'
    const ask = async (api: Api, at = tenant.fill(path)) => (await api.send(at, { method })).status
    expect(await ask(createApi(service.url))).toBe(401)
    expect(await ask(createApi(service.url, 'phx_unknown'))).toBe(401)
    expect(await ask(tenant.owner.api)).toBe(405)
    if (!path.includes('{')) return
    const isBelow = /\{(organization|project)_id\}/.test(path)
    expect(await ask(stranger.owner.api)).toBe(isBelow ? 403 : 404)
    const nowhere = path.replace('{organization_id}', randomUUID()).replace('{project_id}', '2147483647')
    if (isBelow) expect(await ask(tenant.owner.api, tenant.fill(nowhere))).toBe(404)
  })
})
