import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { petDocument } from '../pet/pet-document.ts'
import type { Fault } from '../pet/pet-fault.ts'
import { PetService } from '../pet/pet-service.ts'

const RULES = join(import.meta.dirname, '../../../../runtime/contract/rules/checks')

/** Work that the suite does for every rule: sending, recording items, and reporting a missing operation. */
const RITUAL =
  /\.(settle|spend|renew|forget|send|callAt)\(|NotRun\([^)]*(501|429)|status === (501|429)\) throw/

function isRitual(source: string): boolean {
  return RITUAL.test(source)
}

test('rules ask, and the suite keeps the books', () => {
  const files = readdirSync(RULES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((name) => isRitual(readFileSync(join(RULES, name), 'utf8')))).toEqual([])
  expect(isRitual('context.fixtures.settle(operation, call)')).toBe(true)
  expect(isRitual('if (answer.status === 501) throw new NotRun(`not there`)')).toBe(true)
})

async function runWith(fault: Fault, operations: readonly string[]) {
  const service = new PetService(fault)
  const report = await runContract({
    document: petDocument,
    target: service.target(),
    select: { operations },
  })
  return { ...report, service }
}

test('an operation that the server does not have breaks no rule', async () => {
  const { results } = await runWith('toys-not-implemented', ['createToy', 'deleteToy', 'listToys'])
  const tried = results.filter(({ rule }) => !['conformance', 'methods', 'head'].includes(rule))
  expect(tried.length).toBeGreaterThan(15)
  expect(tried.filter(({ outcome }) => outcome.status === 'failed')).toEqual([])
  const reasons = tried.flatMap(({ outcome }) => (outcome.status === 'not-run' ? [outcome.reason] : []))
  expect(reasons.filter((reason) => /returned 501/.test(reason)).length).toBeGreaterThan(8)
})

const accepting: readonly Fault[] = [
  'anybody-enters',
  'scopes-ignored',
  'tenants-share',
  'max-length-ignored',
]
test.each(accepting)('what a write made that should have been refused is removed (%s)', async (fault) => {
  const { leftBehind, service, results } = await runWith(fault, ['createPet', 'updatePet', 'deletePet'])
  expect(results.some(({ outcome }) => outcome.status === 'failed')).toBe(true)
  expect(leftBehind).toEqual([])
  expect([...service.pets.keys()]).toEqual([...new PetService().pets.keys()])
})

test('an item that a refused write should have left alone serves no other request', async () => {
  const service = new PetService('anybody-enters')
  const select = { operations: ['deletePet'], rules: ['authentication'] }
  const { results } = await runContract({ document: petDocument, target: service.target(), select })
  expect(results.map(({ outcome }) => outcome.status)).toEqual(['failed'])
  const deleted = service.log.filter((line) => line.startsWith('DELETE '))
  expect(deleted.length).toBe(3)
  expect(new Set(deleted).size).toBe(3)
})
