import { describe, expect, test } from 'vitest'
import { runContract } from '../../../runtime/contract/contract.ts'
import { again, findingsBy, routeOf } from './pet-behaviour.ts'
import { petDocument } from './pet-document.ts'
import type { Fault } from './pet-fault.ts'
import { expectFindings, findingsWith } from './pet-run.ts'
import { PetService } from './pet-service.ts'

const bothLists = (text: string): RegExp[] =>
  ['listPets', 'listToys'].map((operationId) => new RegExp(`^negative ${operationId}: 400 for ${text}`))
const petWrites = (text: string): RegExp[] =>
  ['createPet', 'updatePet', 'replacePet'].map(
    (operationId) => new RegExp(`^negative ${operationId}: ${text}`),
  )
const writes = (text: string): RegExp[] => [...petWrites(text), new RegExp(`^negative createToy: ${text}`)]

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'max-length-ignored': [
    ...petWrites('400 or 415 for a body whose "name" breaks "maxLength" \\| status 20[01]'),
    /^negative createToy: 400 or 415 for a body whose "label" breaks "maxLength" \| status 201/,
  ],
  'kind-unchecked': [
    /^negative listPets: 400 for the query parameter "kind" "not-one-of-these", which breaks "enum" \| status 200/,
  ],
  'media-type-ignored': writes(
    '400 or 415 for a body of the media type application/x-concordat \\| status 20[01]',
  ),
  'limit-unchecked': bothLists('the query parameter "limit" "0", which breaks "minimum" \\| status 200'),
  'malformed-json-crashes': writes('400 or 415 for a body that is no JSON \\| status 500'),
  'refused-yet-created': [/^negative createPet: no new item in listPets \| {"id":/],
  'refused-yet-changed': ['updatePet', 'replacePet'].map(
    (operationId) =>
      new RegExp(`^negative ${operationId}: the item as before: {"weight":\\d+} \\| {"weight":77}$`),
  ),
}

describe('negative finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['negative'], expected })
  })

  test('refusals of an undocumented status, one for each case', async () => {
    const findings = await findingsWith('refusal-418', ['negative'])
    expect(findings.length).toBeGreaterThan(30)
    expect(findings.filter((finding) => !/ \| status 418 /.test(finding))).toEqual([])
  })

  test('refusals without their schema, once an operation', async () => {
    const findings = await findingsWith('refusal-without-detail', ['negative'])
    expect(findings).toHaveLength(6)
    expect(findings.filter((finding) => !/detail/.test(finding))).toEqual([])
  })
})

test('negative breaks each constraint of a body once, and stays within its limit of requests', async () => {
  const service = new PetService()
  await runContract({
    document: petDocument,
    target: service.target(),
    select: { rules: ['negative'], operations: ['updatePet'] },
  })
  const bodies = service.log.flatMap((line) => /^PATCH \S+ (.*)$/.exec(line)?.[1] ?? [])
  expect(bodies.filter((body) => /^{"(name|kind|tag|born_at|weight|good)":[^,]*}$/.test(body))).toHaveLength(
    19,
  )
  // Of 25 cases one is too many: it is the third of one kind for one member, and no member goes without.
  expect(bodies.filter((body) => /^{"weight":(0|91|1.5|null|"not-a-integer")}$/.test(body))).toHaveLength(4)
  const ofWrongType = ['name', 'kind', 'tag', 'born_at', 'weight', 'good'].filter((name) =>
    bodies.some((body) => new RegExp(`^{"${name}":(12345|"not-a-\\w+")}$`).test(body)),
  )
  expect(ofWrongType).toHaveLength(6)
  expect(bodies.length).toBeLessThanOrEqual(24)
})

test('negative finds a refused creation that creates something else', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request)
      if (routeOf(request) === 'POST /pets' && answer.status === 400)
        await send(again(request, { method: 'POST', path: '/pets', body: { name: 'Stray', kind: 'cat' } }))
      return answer
    },
    { rules: ['negative'] },
  )
  expect(findings).toEqual([expect.stringMatching(/^negative createPet: no new item in listPets \| {"id"/)])
})
