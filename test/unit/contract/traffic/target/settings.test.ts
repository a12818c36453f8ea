import { type ContractSettings, contract, type KnownFailure, useSettings } from '@concordat/contract'
import { expect, test, vi } from 'vitest'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { PetService } from '../../pet/pet-service.ts'

/**
 * Returns the outcome of one generated test: "passed", the note with which it was skipped, or the reason why
 * it failed.
 */
async function end(
  generated: ReturnType<typeof contract>,
  operationId: string,
  rule: string,
): Promise<string> {
  const context = {
    skip(note?: string): never {
      throw new Error(note)
    },
  }
  const own = generated.operation(operationId).find(({ name }) => name.startsWith(`${rule}: `))
  if (own === undefined) throw new Error(`${rule} does not apply to ${operationId}`)
  return own
    .run(context)
    .then(() => 'passed')
    .catch(({ message }: Error) => message)
}

function generatedFor(faults: readonly Fault[], settings: Omit<ContractSettings, 'target'>) {
  const service = new PetService(...faults)
  useSettings(async () => ({ target: service.target(), ...settings }))
  return contract({ document: petDocument })
}

const KNOWN: KnownFailure = {
  rule: 'conformance',
  operation: 'readPet',
  clause: '#/paths/~1pets~1{petId}/get/responses/200',
  reason: 'The cache answers 203.',
}

test('what the settings do not select is left out, and what they name must exist', async () => {
  const pets = generatedFor([], { select: { skipRules: ['head'], operations: ['listPets'] } })
  expect(await end(pets, 'listPets', 'conformance')).toBe('passed')
  expect(await end(pets, 'listPets', 'head')).toBe('not run, because the configuration excludes it')
  expect(await end(pets, 'readPet', 'conformance')).toContain('the configuration excludes it')
  await pets.cleanUp()
  const cows = generatedFor([], { select: { operations: ['listCows'] } })
  expect(await end(cows, 'listPets', 'conformance')).toContain('There is no operation "listCows".')
})

test('a known failure is skipped with its reason, a new one fails', async () => {
  const pets = generatedFor(['status-203'], { baseline: [KNOWN] })
  expect(await end(pets, 'readPet', 'conformance')).toBe('known failure: The cache answers 203.')
  await pets.cleanUp()
  const strict = generatedFor(['status-203'], { baseline: [{ ...KNOWN, operation: 'listPets' }] })
  expect(await end(strict, 'readPet', 'conformance')).toContain('expected  status 200')
})

test('a known failure that is gone fails the clean-up, once where several files share a run', async () => {
  const pets = generatedFor([], { baseline: [KNOWN] })
  await end(pets, 'listPets', 'conformance')
  await pets.cleanUp()
  expect(await end(pets, 'readPet', 'conformance')).toBe('passed')
  await expect(pets.cleanUp()).rejects.toThrow('no longer fails. Fix: remove it from the baseline.')
  await pets.cleanUp()
})

test('a clean-up between files does not lift the limit of requests', async () => {
  const service = new PetService()
  useSettings(async () => ({ target: { ...service.target(), maxRequests: 2 } }))
  const pets = contract({ document: petDocument })
  await end(pets, 'createPet', 'conformance')
  await pets.cleanUp()
  expect(await end(pets, 'listPets', 'negative')).toBe(
    'not run, because the run used its maximum of 2 requests, or reserved the rest for reading the lists again',
  )
})

test('a second copy of the package asks the same settings', async () => {
  const service = new PetService()
  useSettings(async () => ({ target: service.target() }))
  vi.resetModules()
  const copy = await import('@concordat/contract')
  expect(copy.contract).not.toBe(contract)
  expect(await end(copy.contract({ document: petDocument }), 'listPets', 'conformance')).toBe('passed')
})
