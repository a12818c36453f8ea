import { describe, test } from 'vitest'
import type { Fault } from './pet-fault.ts'
import { expectFindings } from './pet-run.ts'

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'retire-not-stored': [/^transition retirePet: "retired": true when read after retirePet \| false$/],
  'retire-not-answered': [/^transition retirePet: "retired": true in the answer \| false$/],
  'recall-does-nothing': [/^transition recallPet: "retired": false in the answer \| true$/],
  'retire-renames': [
    /^transition retirePet: "name" to stay "name-\S+", as the effect does not name it \| "Old Rex"$/,
  ],
  'examine-not-stored': [/^transition examinePet: "healthy" as examinePet answered it: true \| false$/],
}

describe('transition finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['transition'], expected })
  })
})
