import type { ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { certaintyOfEntry } from '../../../../../runtime/contract/world/items/identity/same-item.ts'

const jobs: ResourceDescriptor = {
  ...{ name: 'jobs', collection: '/jobs', item: '/jobs/{job}', idParameter: 'job' },
  ...{ names: [{ path: ['id'] }], operations: {}, actions: [] },
}

function certainty({
  value,
  entry,
  resource = jobs,
}: {
  value: unknown
  entry: unknown
  resource?: typeof jobs
}) {
  return certaintyOfEntry({ resource, binding: new Map(), value }, entry, 'j7')
}

test('an entry is an item if the property that identifies items has its name', () => {
  expect(certainty({ value: { id: 'j7' }, entry: { id: 'j7' } })).toBe('known')
  expect(certainty({ value: { id: 'j7' }, entry: { id: 'j8', note: 'j7' } })).toBeUndefined()
})

test('if no property is known to identify items, one named after them does', () => {
  const { names: _, ...unnamed } = jobs
  expect(certainty({ resource: unnamed, value: {}, entry: { job_uuid: 'j7' } })).toBe('known')
})

test.each([{ note: 'j7' }, { execution: { jobId: 'j7' } }, { info: { name: 'j7' } }])(
  'if the item shows its name elsewhere, an entry with %j is only likely to be the item',
  (entry) => {
    expect(certainty({ value: { id: 'x', slug: 'j7' }, entry })).toBe('likely')
  },
)

test('an entry with the name of another parent is only likely to be the item', () => {
  const repos: ResourceDescriptor = {
    ...{ name: 'repos', collection: '/repos/{owner}', item: '/repos/{owner}/{repo}', idParameter: 'repo' },
    ...{ namesAbove: [['owner', 'login']], names: [{ path: ['name'] }], operations: {}, actions: [] },
  }
  const value = { name: 'hello', owner: { login: 'Ada' } }
  const binding = new Map([
    ['/repos/{}', { text: 'ada', origin: 'created' }],
    ['/repos/{}/{}', { text: 'hello', origin: 'created' }],
  ] as const)
  const certaintyOf = (entry: unknown) =>
    certaintyOfEntry({ resource: repos, binding, value }, entry, 'hello')
  expect(certaintyOf(value)).toBe('known')
  expect(certaintyOf({ name: 'hello' })).toBe('known')
  expect(certaintyOf({ name: 'hello', owner: { login: 'bea' } })).toBe('likely')
})
