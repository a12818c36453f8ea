import type { ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { itemIdOf } from '../../../../../runtime/contract/data/document/identifier.ts'

test('an object that contains only an identifier can spell its name in another way', () => {
  const secrets: ResourceDescriptor = {
    ...{ name: 'secrets', collection: '/secrets', item: '/secrets/{id}', idParameter: 'id' },
    ...{ names: [{ path: ['ID'] }], operations: {}, actions: [] },
  }
  expect(itemIdOf(secrets, { ID: 'a1' })).toBe('a1')
  expect(itemIdOf(secrets, { Id: 'a1' })).toBe('a1')
  expect(itemIdOf(secrets, { Name: 'a1' })).toBe(undefined)
  expect(itemIdOf(secrets, { Id: 'a1', Name: 'key' })).toBe(undefined)
})
