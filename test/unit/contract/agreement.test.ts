import { describe, test } from 'vitest'
import type { Fault } from './pet-fault.ts'
import { expectFindings } from './pet-run.ts'

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'weight-not-stored': [/^agreement createPet: "weight" as createPet answered it: \d+ \| null from readPet$/],
  'name-not-echoed': [
    /^agreement createPet: "name" as createPet answered it: "Rex" \| "name-\S+" from readPet$/,
  ],
  'list-shows-old-weight': [/^agreement listPets: "weight" as listPets answered it: 1 \| \d+ from readPet$/],
  'examine-answers-old-date': [
    /^agreement examinePet: "created_at" as examinePet answered it: "2001\S+" \| "2026\S+" from readPet$/,
  ],
}

describe('agreement finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['agreement'], expected })
  })
})
