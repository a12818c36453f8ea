import { runContract } from '@concordat/contract'
import { describe, expect, test, vi } from 'vitest'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'

const scopeOf = (method: string): string => (method === 'GET' ? 'pet:read and pet:write' : 'pet:write')

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'scopes-ignored': petDocument.operations.map(
    ({ operationId, method }) =>
      new RegExp(
        `^scopes ${operationId}: status 403 with every scope but ${scopeOf(method)} \\| status 20[014]`,
      ),
  ),
  'any-scope-deletes': ['deletePet', 'deleteToy'].map(
    (operationId) =>
      new RegExp(`^scopes ${operationId}: status 403 with every scope but pet:write \\| status 204$`),
  ),
  'list-needs-more-scopes': [/^scopes listPets: no rejection with just pet:read \| status 403 /],
}

describe('scopes finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['scopes'], expected })
  })
})

test('each set of scopes is asked for once, and without a way to ask the rule is not run', async () => {
  const { makeCredential, ...target } = new PetService().target()
  const make = vi.fn(makeCredential)
  const select = { rules: ['scopes'] }
  await runContract({ document: petDocument, target: { ...target, makeCredential: make }, select })
  expect(make.mock.calls.map(([, scopes]) => scopes.join()).toSorted()).toEqual(['', 'pet:read', 'pet:write'])
  const { results } = await runContract({ document: petDocument, target, select })
  expect(new Set(results.map(({ outcome }) => outcome.status))).toEqual(new Set(['not-run']))
})
