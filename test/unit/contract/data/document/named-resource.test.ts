import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { itemIdOf } from '../../../../../runtime/contract/data/document/identifier.ts'
import {
  creatorOfItems,
  findResource,
  namedResource,
} from '../../../../../runtime/contract/data/document/resource-lookup.ts'

const resource = (collection: string, rest: Partial<ResourceDescriptor> = {}): ResourceDescriptor => ({
  ...{ name: collection, collection, operations: {}, actions: [] },
  ...rest,
})

test('of several collections of a name, a parameter stands for items of the one below the fewest others', () => {
  const resources = [resource('/groups/{group}/works'), resource('/my/works')]
  expect(namedResource('work', { resources })?.collection).toBe('/my/works')
})

test('a collection whose items can be made and called by a path comes before all others', () => {
  const made = resource('/groups/{group}/works', {
    ...{ item: '/groups/{group}/works/{work}', operations: { create: 'createWork' } },
  })
  expect(namedResource('work', { resources: [resource('/my/works'), made] })).toBe(made)
})

test('a parameter names no item of a collection that stands below it', () => {
  const below = resource('/subscriptions/{subscriptionId}/services/{name}/subscriptions')
  const beside = resource('/tenants/{tenant}/subscriptions')
  const found = (...resources: ResourceDescriptor[]) => {
    const document = {
      title: 'A',
      version: '1',
      securitySchemes: {},
      definitions: {},
      operations: [],
      resources,
    }
    return findResource(document, { name: 'subscriptionId', key: '/subscriptions/{}' })
  }
  expect(found(below)).toBe(undefined)
  expect(found(below, beside)).toBe(beside)
})

test('an item may be named by its uid', () => {
  expect(itemIdOf(resource('/works'), { name: 'Tea', uid: 'w7' })).toBe('w7')
})

test('a document is walked once, however often its resources and operations are asked for', () => {
  let reads = 0
  const counting = <Each>(all: readonly Each[]): readonly Each[] =>
    new Proxy(all, {
      get(target, key, receiver) {
        reads++
        return Reflect.get(target, key, receiver)
      },
    })
  const [works, users] = ['works', 'users'].map((name) =>
    resource(`/${name}`, { item: `/${name}/{id}`, operations: { create: `${name}.add` } }),
  )
  const document = {
    ...{ title: 'Large', version: '1', securitySchemes: {}, definitions: {} },
    resources: counting([works, users].filter((each) => each !== undefined)),
    operations: counting<OperationDescriptor>(
      ['works', 'users'].map((name) => ({
        ...{ name, operationId: `${name}.add`, method: 'POST', path: `/${name}`, tag: 'all' },
        ...{ pointer: '#', responses: {} },
      })),
    ),
  }
  const look = () => [
    namedResource('user_id', document)?.name,
    findResource(document, { name: 'id', key: '/users/{}' })?.name,
    findResource(document, { name: 'user', key: '/teams/{}/leaders/{}' })?.name,
    creatorOfItems(document, users)?.operationId,
  ]
  const found = look()
  expect(found).toEqual(['/users', '/users', '/users', 'users.add'])
  reads = 0
  expect(look()).toEqual(found)
  expect(reads).toBe(0)
})

test('of two collections with a name, the one whose items have the parameter in their path is meant', () => {
  const [definitions, flows] = [
    resource('/definitions/flow', { item: '/definitions/flow/{name}', operations: { create: 'define' } }),
    resource('/flow', {
      ...{ item: '/flow/{flowId}', idParameter: 'flowId', operations: { create: 'start' } },
    }),
  ]
  const document = { resources: [definitions, flows] }
  expect(namedResource('flowId', document)?.name).toBe('/flow')
  expect(namedResource('flow', document)?.name).toBe('/definitions/flow')
})
