import type { ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { idOf, namedResource } from '../../../runtime/contract/document/resource-lookup.ts'

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

test('an item may be named by its uid', () => {
  expect(idOf(resource('/works'), { name: 'Tea', uid: 'w7' })).toBe('w7')
})
