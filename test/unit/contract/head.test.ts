import { describe, test } from 'vitest'
import type { Fault } from './pet-fault.ts'
import { expectFindings } from './pet-run.ts'

const READS = ['listPets', 'readPet', 'listToys']

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'head-204': READS.map(
    (operationId) =>
      new RegExp(`^head ${operationId}: status 200 application/json to HEAD, as to GET \\| status 204 `),
  ),
}

describe('head finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['head'], expected })
  })
})
