import { describe, expect, test } from 'vitest'
import { again, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings } from '../../pet/pet-run.ts'

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'retire-not-stored': [
    /^transition retirePet: "retired" to be true when read after POST \/pets\/\{petId\}\/retire \| false$/,
  ],
  'retire-not-answered': [/^transition retirePet: "retired" to be true in the response \| false$/],
  'recall-does-nothing': [/^transition recallPet: "retired" to be false in the response \| true$/],
  'retire-renames': [
    /^transition retirePet: "name" to stay "name-\S+", because the stated effect does not mention it \| "Old Rex"$/,
  ],
  'examine-not-stored': [
    /^transition examinePet: "healthy" as POST \/pets\/\{petId\}\/examine returned it: true \| false$/,
  ],
}

describe('transition finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['transition'], expected })
  })
})

test('transition finds what clients wrote and the effect does not name', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request)
      const path = new URL(request.url).pathname.replace('/api', '').replace('/retire', '')
      if (routeOf(request) === 'POST /pets/{}/retire' && answer.ok)
        await send(again(request, { method: 'PATCH', path, body: { born_at: '2001-01-01T00:00:00Z' } }))
      return answer
    },
    { rules: ['transition'] },
  )
  expect(findings).toEqual([
    expect.stringMatching(
      /^transition retirePet: "born_at" to stay "\S+", because the stated effect does not mention it \| "2001/,
    ),
  ])
})
