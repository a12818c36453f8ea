import { describe, test } from 'vitest'
import type { Fault } from './pet-fault.ts'
import { expectFindings } from './pet-run.ts'

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'text-is-ascii': [/^round-trip createPet: "name" as sent in the answer: "Zoë .* \| "Zo\? /],
  'long-names-cut': [/^round-trip createPet: "name" as sent in the answer: "w{40}" \| "w{30}"$/],
  'offset-dropped': [
    /^round-trip createPet: "born_at" as sent in the answer: "2031-03-05T23:30:00-11:00" \| "2031-03-05T23:30:00Z"$/,
  ],
  'patch-not-stored': ['name', 'born_at', 'weight'].map(
    (name) => new RegExp(`^round-trip updatePet: "${name}" as sent when read again: `),
  ),
}

describe('round-trip finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['round-trip'], expected })
  })
})
