import { runContract } from '@concordat/contract'
import type { OperationDescriptor, ResourceRole } from '@concordat/runtime/http'
import type { JsonSchema } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { findingsOf } from '../../pet/pet-run.ts'
import { documentOf } from '../../support/small-service.ts'

type Operation = Omit<OperationDescriptor, 'pointer' | 'tag'>

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
const setting = json({ $ref: '#/$defs/Setting' })
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } }) as const
const of = (name: string, role: ResourceRole) => ({
  resource: { name, role },
  security: [{ Key: [] }],
})
const operations: readonly Operation[] = [
  {
    ...{ operationId: 'listShops', method: 'GET', path: '/shops', list: { items: [] } },
    ...{ responses: { '200': {} }, ...of('shops', 'list') },
  },
  {
    ...{ operationId: 'listSettings', method: 'GET', path: '/shops/{shop}/settings', list: { items: [] } },
    ...{ parameters: [id('shop')], ...of('settings', 'list') },
    responses: { '200': json({ type: 'array', items: { $ref: '#/$defs/Setting' } }), '404': {} },
  },
  {
    ...{ operationId: 'readSetting', method: 'GET', path: '/shops/{shop}/settings/{setting}' },
    ...{ parameters: [id('shop'), id('setting')], responses: { '200': setting, '404': {} } },
    ...of('settings', 'read'),
  },
  {
    ...{ operationId: 'changeSetting', method: 'PATCH', path: '/shops/{shop}/settings/{setting}' },
    ...{ parameters: [id('shop'), id('setting')], responses: { '200': setting, '404': {} } },
    ...{ requestBody: { required: true, ...setting }, ...of('settings', 'update') },
  },
]
const document = documentOf(operations, {
  securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'x-key' } },
  resources: [
    {
      ...{ name: 'shops', collection: '/shops', item: '/shops/{shop}', idParameter: 'shop' },
      ...{ names: [{ path: ['id'], certainty: 'likely' }], operations: { list: 'listShops' }, actions: [] },
    },
    {
      ...{ name: 'settings', collection: '/shops/{shop}/settings', item: '/shops/{shop}/settings/{setting}' },
      ...{ idParameter: 'setting', names: [{ path: ['id'], certainty: 'likely' }], actions: [] },
      ...{ parent: { name: 'shops', parameter: 'shop' } },
      operations: { list: 'listSettings', read: 'readSetting', update: 'changeSetting' },
    },
  ],
  definitions: {
    Setting: { type: 'object', properties: { id: { type: 'string' }, value: { type: 'string' } } },
  },
})

type Shops = Readonly<Record<string, { readonly id: string; readonly value: string }>>

/**
 * Returns the rule's findings about shops with one setting each.
 * @param shown returns the shop whose setting a path shows.
 */
async function found(shops: Shops, shown: (shop: string) => string): Promise<readonly unknown[]> {
  const fetch = async (request: Request): Promise<Response> => {
    const own = request.headers.get('x-key')?.slice(-2) ?? ''
    const [, , shop, , name] = new URL(request.url).pathname.split('/')
    if (shop === undefined) return Response.json([{ id: own }])
    if (shop !== own) return Response.json({}, { status: 404 })
    if (name === undefined) return Response.json([shops[own]])
    const setting = shops[shown(shop)]
    return name === setting?.id ? Response.json(setting) : Response.json({}, { status: 404 })
  }
  const report = await runContract({
    ...{ document, select: { rules: ['tenancy'] } },
    target: {
      ...{ baseUrl: 'http://shops.test', fetch, disposable: true, changeExisting: true },
      ...{ credentials: { Key: 'key of s1' }, otherCredentials: { Key: 'key of s2' } },
    },
  })
  return findingsOf(report)
}

test('a setting that every shop has under the same name is its own', async () => {
  const shops = { s1: { id: 'theme', value: 'dark' }, s2: { id: 'theme', value: 'light' } }
  expect(await found(shops, (shop) => shop)).toEqual([])
})

test.each([
  ['that has one of another name', 'font'],
  ['that has one of the same name', 'theme'],
])("a setting that is shown below another tenant's shop %s is found", async (_, name) => {
  const shops = { s1: { id: 'theme', value: 'dark' }, s2: { id: name, value: 'light' } }
  const expected =
    "status 403 or 404 with another tenant's credential, at a path below that tenant's own item"
  expect(await found(shops, () => 's1')).toMatchObject([
    { operationId: 'readSetting', expected },
    { operationId: 'changeSetting', expected },
  ])
})
