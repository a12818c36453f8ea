import { runContract, type Selection, type Target, targetFromEnvironment } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { PET_KEY } from '../../pet/pet-caller.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'

/** Pets cannot be created in this document, so they have to exist already. */
const document = {
  ...petDocument,
  operations: petDocument.operations.filter(({ operationId }) => operationId !== 'createPet'),
  resources: petDocument.resources.map((resource) => {
    const { create: _, ...operations } = resource.operations
    return resource.name === 'pets' ? { ...resource, operations } : resource
  }),
}

async function seeded(count: number): Promise<{ service: PetService; ids: string[] }> {
  const service = new PetService()
  const headers = { authorization: `Bearer ${PET_KEY}`, 'content-type': 'application/json' }
  for (let index = 0; index < count; index++) {
    const body = JSON.stringify({ name: `Pet ${index}`, kind: 'cat' })
    await service.answer(new Request('http://pets.test/api/pets', { method: 'POST', headers, body }))
  }
  return { service, ids: [...service.pets.keys()] }
}

async function run(service: PetService, limits: Partial<Target>, select: Selection = {}) {
  const report = await runContract({ document, target: { ...service.target(), ...limits }, select })
  const outcomes = report.results.map(({ rule, operationId, outcome }): [string, string] => [
    `${rule} ${operationId}`,
    outcome.status === 'not-run' ? outcome.reason : outcome.status,
  ])
  return { report, outcomes: Object.fromEntries(outcomes) }
}

const paths = (ids: readonly string[]): string[] => ids.map((id) => `/pets/${id}`)
const DELETION = { operations: ['deletePet'] }
const WRITES = ['readPet', 'updatePet', 'replacePet', 'deletePet', 'retirePet']

describe('items that are handed over to be used up', () => {
  test('are changed and deleted, and no others are', async () => {
    const { service, ids } = await seeded(40)
    // The first item in the list is handed over, but is not the one to read, because it will be deleted.
    const [own, others] = [ids.slice(0, 36), ids.slice(36)]
    const before = structuredClone(others.map((id) => service.pets.get(id)))
    const { report, outcomes } = await run(service, { expendable: paths(own) }, { operations: WRITES })
    // Computed properties are visible only in created items.
    const judged = Object.entries(outcomes).filter(([name]) => !name.startsWith('computed'))
    expect(new Set(judged.map(([, outcome]) => outcome))).toEqual(new Set(['passed']))
    expect(others.map((id) => service.pets.get(id))).toEqual(before)
    expect(own.filter((id) => !service.pets.has(id)).length).toBeGreaterThan(2)
    expect(report.leftBehind).toEqual([])
    const reads = service.log.filter((line) => line.startsWith('GET /pets/'))
    expect(reads.some((line) => line.includes(others[0] ?? ''))).toBe(true)
  })

  test('are not what others read, also once they are given out', async () => {
    const { service, ids } = await seeded(40)
    const reversed = { ...document, operations: document.operations.toReversed() }
    const target = { ...service.target(), expendable: paths(ids.slice(0, 38)) }
    const report = await runContract({ document: reversed, target, select: { operations: WRITES } })
    const others = report.results.filter(({ outcome }) => outcome.status !== 'passed')
    expect(others.filter(({ rule }) => rule !== 'computed')).toEqual([])
    const read = service.log.filter((line) => line.startsWith('GET /pets/')).join()
    expect(ids.slice(38).filter((id) => read.includes(id))).toEqual(ids.slice(38, 39))
  })

  test('are each given out once, until none is left', async () => {
    const { service, ids } = await seeded(3)
    const { outcomes } = await run(service, { expendable: paths(ids.slice(0, 1)) }, DELETION)
    expect(outcomes).toMatchObject({
      'conformance deletePet': 'passed',
      'lifecycle deletePet':
        'no operation creates an item of "pets"; expendable items used up: 1, not found: 0; list more of the form "/pets/{petId}" in CONCORDAT_EXPENDABLE or in "expendable" in the configuration',
    })
    expect([...service.pets.keys()]).toEqual(ids.slice(1))
  })

  test('are left out where an earlier run has deleted them', async () => {
    const { service, ids } = await seeded(3)
    const expendable = paths(['00000000-0000-4000-8000-00000000dead', ...ids.slice(0, 1)])
    const { outcomes } = await run(service, { expendable }, DELETION)
    expect(outcomes['conformance deletePet']).toBe('passed')
    expect(outcomes['lifecycle deletePet']).toContain('expendable items used up: 1, not found: 1')
  })

  test('are left out where no page of their list has them, however pages follow one another', async () => {
    const { service, ids } = await seeded(3)
    const counted = { from: 'items', first: 0 } as const
    const listed = {
      ...document,
      operations: document.operations
        .filter(({ operationId }) => operationId !== 'readPet')
        .map((operation) =>
          operation.operationId !== 'listPets' || operation.list === undefined
            ? operation
            : { ...operation, list: { ...operation.list, pages: { next: counted, total: ['count'] } } },
        ),
      resources: document.resources.map(({ operations: { read: _, ...operations }, ...resource }) => ({
        ...resource,
        operations,
      })),
    }
    const expendable = paths(['00000000-0000-4000-8000-00000000dead', ...ids.slice(0, 1)])
    const target = { ...service.target(), expendable }
    await runContract({ document: listed, target, select: { ...DELETION, rules: ['conformance'] } })
    expect(service.log.filter((line) => line.startsWith('DELETE /pets/'))).toEqual([`DELETE /pets/${ids[0]}`])
  })

  test('are read where the list shows no others', async () => {
    const { service, ids } = await seeded(2)
    const select = { operations: ['readPet', 'deletePet'], rules: ['conformance'] }
    const { outcomes } = await run(service, { expendable: paths(ids) }, select)
    expect(outcomes).toEqual({ 'conformance readPet': 'passed', 'conformance deletePet': 'passed' })
    expect(service.pets.size).toBe(1)
  })

  test('go before other items that may be changed', async () => {
    const { service, ids } = await seeded(2)
    const limits = { expendable: paths(ids.slice(1)), changeExisting: true }
    const { report } = await run(service, limits, { operations: ['retirePet'], rules: ['transition'] })
    expect(report.results[0]?.outcome.status).toBe('passed')
    const retired = service.log.filter((line) => line.startsWith('POST ')).map((line) => line.split('/')[2])
    expect(new Set(retired.slice(ids.length))).toEqual(new Set(ids.slice(1)))
  })

  test('are none in a run that only reads', async () => {
    const { service, ids } = await seeded(2)
    const { outcomes } = await run(
      service,
      { expendable: paths(ids), readOnly: true },
      { operations: ['deletePet'] },
    )
    expect(outcomes['conformance deletePet']).toContain('but the run only reads')
    expect(service.pets.size).toBe(2)
  })

  test('have the path of an item, and are not those to read', async () => {
    const { service } = await seeded(1)
    await expect(run(service, { expendable: ['/dogs/1'] })).rejects.toThrow(
      'The path "/dogs/1" matches no item, so it cannot be expendable. Expected one of: /pets/{petId}, ',
    )
    const both = { expendable: ['/pets/1'], pathParameters: { petId: '1' } }
    await expect(run(service, both)).rejects.toThrow(
      'The item "/pets/1" is in "expendable", but "pathParameters" also uses it for reads',
    )
  })

  test('may be named by the environment', () => {
    const environment = { CONCORDAT_BASE_URL: 'http://a.test', CONCORDAT_EXPENDABLE: '/pets/1, /pets/2,' }
    expect(targetFromEnvironment(document, environment)?.expendable).toEqual(['/pets/1', '/pets/2'])
  })
})
