import { describe, expect, test } from 'vitest'
import { changed, findingsBy, routeOf } from './pet-behaviour.ts'
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

test('round-trip finds a replacement that cuts a text', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request)
      return routeOf(request) === 'PUT /pets/{}' && answer.ok
        ? changed(answer, (pet) => ({ ...pet, name: String(pet['name']).slice(0, 30) }))
        : answer
    },
    { rules: ['round-trip'] },
  )
  expect(findings).toEqual([
    expect.stringMatching(/^round-trip replacePet: "name" as sent in the answer: "w{40}" \| "w{30}"$/),
  ])
})

test('round-trip finds a database that knows no offset of 16 hours', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const isFar = /[+-](1[6-9]|2\d):\d\d"/.test(await request.clone().text())
      return isFar ? Response.json({ detail: 'No.' }, { status: 500 }) : send(request)
    },
    { rules: ['round-trip'] },
  )
  expect(findings).toEqual(
    ['createPet', 'updatePet', 'replacePet'].map((operation) =>
      expect.stringMatching(
        new RegExp(
          `^round-trip ${operation}: \\{.*"born_at":"2031-03-06T12:34:56\\+23:59".*\\} to be stored or refused \\| status 500$`,
        ),
      ),
    ),
  )
})
