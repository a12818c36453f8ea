import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { OTHER_PET_KEY } from '../../pet/pet-caller.ts'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings, findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'

const ITEM_OPERATIONS = petDocument.operations.filter(({ path }) => path.includes('{'))
const select = { rules: ['tenancy'] }

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'tenants-share': [
    ...ITEM_OPERATIONS.map(
      ({ operationId }) =>
        new RegExp(
          `^tenancy ${operationId}: status 403 or 404 with another tenant's credential \\| status 20[014]`,
        ),
    ),
    /^tenancy listPets: a list without \S+ for another tenant's credential \| a list that contains it$/,
  ],
  'list-of-all-tenants': [/^tenancy listPets: a list without \S+ .* \| a list that contains it$/],
  'other-tenant-changes-silently': [
    /^tenancy updatePet: the item unchanged: {"weight":\d+} \| {"weight":66}$/,
  ],
}

describe('tenancy finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['tenancy'], expected })
  })
})

test.each([
  ['a pet', '{"name":"Bo","kind":"dog"}'],
  ['no pet', undefined],
])('tenancy finds an item below a parent of the other tenant, who has %s, whoever asks', async (_, body) => {
  const run = async (...faults: Fault[]): Promise<string[]> => {
    const service = new PetService(...faults)
    const theirs = (): string[] =>
      [...service.pets.values()].filter(({ tenant }) => tenant === 'b').map(({ id }) => id)
    if (body !== undefined) {
      const headers = { authorization: `Bearer ${OTHER_PET_KEY}`, 'content-type': 'application/json' }
      await service.answer(new Request('http://pets.test/api/pets', { method: 'POST', headers, body }))
    }
    const before = theirs()
    const report = await runContract({ document: petDocument, target: service.target(), select })
    expect([theirs(), report.leftBehind]).toEqual([before, []])
    return findingsOf(report).map(({ operationId, expected }) => `${operationId}: ${expected}`)
  }
  expect(await run()).toEqual([])
  expect(await run('toys-of-any-pet')).toEqual([
    "deleteToy: status 403 or 404 with another tenant's credential, at a path below that tenant's own item",
  ])
  expect(await run('toys-below-any-pet')).toEqual([
    "deleteToy: status 403 or 404 with the caller's own credential, for its item at a path below another tenant's item",
  ])
})

test('without a credential of another tenant the rule is not run', async () => {
  const { otherCredentials: _, ...target } = new PetService().target()
  const { results } = await runContract({ document: petDocument, target, select })
  expect(new Set(results.map(({ outcome }) => outcome.status))).toEqual(new Set(['not-run']))
})
