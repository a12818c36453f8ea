import type { ResourceDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { findListed, type Listing } from '../../../../../runtime/contract/rules/evidence/observe.ts'

const resource: ResourceDescriptor = {
  ...{ name: 'jobs', collection: '/jobs', item: '/jobs/{execution.jobId}' },
  ...{ operations: {}, actions: [] },
}
const binding = new Map([['/jobs/{}', { text: 'j1', origin: 'created' }]] as const)

/** True if a list with this item shows the job "j1". */
function isListed(shown: object): boolean {
  const listing = { by: {}, pages: [{ answer: {}, items: [shown] }], items: [shown] } as unknown as Listing
  return findListed(listing, { resource, binding, value: { runId: 'r1' } })?.value !== undefined
}

test('an item is listed if a part of it has its identifier, named after the collection or not', () => {
  expect(isListed({ execution: { jobId: 'j1', runId: 'r1' } })).toBe(true)
  expect(isListed({ info: { name: 'j1' } })).toBe(true)
  expect(isListed({ execution: { jobId: 'j2', runId: 'r1' } })).toBe(false)
  expect(isListed({ execution: { jobId: 'j2' }, parent: { queue: 'j1' } })).toBe(false)
})
