import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DomainList } from '../../../generated/types.ts'
import { startTestService, type Tenant, type TestService } from './harness.ts'

let service: TestService
let tenant: Tenant
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.makeTenant()
  for (let index = 0; index < 7; index += 1) {
    const body = { domain: `d${index}.paged.com` }
    await tenant.owner.client.domains.createDomain({ path: { organization_id: tenant.id }, body })
  }
})
afterAll(() => service.stop())

const list = async (query: string, slash = '/') => {
  const url = query.startsWith('http') ? query : `${tenant.path}/domains${slash}${query}`
  const { body } = await tenant.owner.api.get<DomainList>(url)
  return { ...body, names: body.results.map(({ domain }) => domain.slice(0, 2)).join(' ') }
}
const address = (query: string, slash = '/') => `${service.url}${tenant.path}/domains${slash}${query}`

describe('pages', () => {
  it.each([
    ['?limit=3', 'd0 d1 d2', '?limit=3&offset=3', null],
    ['?limit=3&offset=3', 'd3 d4 d5', '?limit=3&offset=6', '?limit=3'],
    ['?limit=3&offset=6', 'd6', null, '?limit=3&offset=3'],
    ['?limit=3&offset=2', 'd2 d3 d4', '?limit=3&offset=5', '?limit=3'],
    ['?limit=7', 'd0 d1 d2 d3 d4 d5 d6', null, null],
    ['?offset=5', 'd5 d6', null, '?limit=100'],
    ['?limit=2&offset=100', '', null, '?limit=2&offset=98'],
    ['?offset=4&x=%26y&limit=2', 'd4 d5', '?offset=6&x=%26y&limit=2', '?offset=2&x=%26y&limit=2'],
  ])('%s', async (query, names, next, previous) => {
    expect(await list(query)).toMatchObject({
      count: 7,
      names,
      next: next && address(next),
      previous: previous && address(previous),
    })
  })

  it.each([{ limit: 0 }, { limit: -1 }, { offset: -5 }, { limit: 1_000_000 }])(
    'shows all with %j',
    async (query) => {
      const { listDomains } = tenant.owner.client.domains
      const { results } = await listDomains({ path: { organization_id: tenant.id }, query })
      expect(results).toHaveLength(7)
    },
  )

  it('shows all with ?limit=9007199254740993', async () => {
    expect((await list('?limit=9007199254740993')).results).toHaveLength(7)
  })

  it('have 1000 items at most, and lead to the rest', async () => {
    const many = await service.makeTenant()
    const rows = Array.from({ length: 1005 }, (_, index) => ({
      organization_id: many.id,
      domain: `d${index}.many.example`,
      verification_challenge: 'x'.repeat(43),
    }))
    await service.db.insertInto('domains').values(rows).execute()
    const path = { organization_id: many.id }
    const pages: DomainList[] = []
    const { listDomains } = many.owner.client.domains
    for await (const page of listDomains.pages({ path, query: { limit: Number.MAX_SAFE_INTEGER } }))
      pages.push(page)
    expect(pages.map(({ count, results }) => [count, results.length])).toEqual([
      [1005, 1000],
      [1005, 5],
    ])
    expect(pages.at(-1)).toMatchObject({
      next: null,
      previous: `${service.url}${many.path}/domains?limit=1000`,
    })
  })

  it('are addressed as they were asked for, without the slash too', async () => {
    expect((await list('?limit=6', '')).next).toBe(address('?limit=6&offset=6', ''))
  })

  it('show every item once on a walk in both directions', async () => {
    const forward: string[] = []
    let page = await list('?limit=2')
    forward.push(page.names)
    while (page.next !== null) {
      page = await list(page.next)
      forward.push(page.names)
    }
    expect(forward).toEqual(['d0 d1', 'd2 d3', 'd4 d5', 'd6'])
    const backward = [page.names]
    while (page.previous !== null) {
      page = await list(page.previous)
      backward.push(page.names)
    }
    expect(backward).toEqual(forward.toReversed())
  })
})
