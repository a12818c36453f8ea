import { runContract } from '@concordat/contract'
import { expect, test } from 'vitest'
import { again, targetWith } from '../../pet/pet-behaviour.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'

const refuse = (detail: string): Response => Response.json({ detail }, { status: 400 })

test('an optional member that a refusal names is left out, and the others stay', async () => {
  const service = new PetService()
  const bodies: Record<string, unknown>[] = []
  const target = targetWith(async (request, send) => {
    if (request.method !== 'POST') return send(request)
    const body = await request.clone().json()
    bodies.push(body)
    return 'tag' in body ? refuse('The member "tag" is not known.') : send(request)
  }, service)
  const select = { rules: ['conformance'], operations: ['createPet', 'readPet'] }
  const report = await runContract({ document: petDocument, target, select })
  expect(findingsOf(report)).toEqual([])
  expect(bodies.filter((body) => 'tag' in body)).toHaveLength(1)
  expect(bodies.at(-1)).toEqual(
    expect.objectContaining({ weight: expect.any(Number), good: expect.any(Boolean) }),
  )
})

test('an action that is refused on a full item gets a plain one', async () => {
  const target = targetWith(async (request, send) => {
    if (!request.url.endsWith('/retire')) return send(request)
    const path = new URL(request.url).pathname.replace('/api', '').replace('/retire', '')
    const pet = await (await send(again(request, { method: 'GET', path }))).json()
    return pet.weight === null || pet.weight === undefined ? send(request) : refuse('Not with a weight.')
  })
  const select = { rules: ['conformance', 'agreement', 'transition'], operations: ['retirePet'] }
  const { results } = await runContract({ document: petDocument, target, select })
  expect(results.map(({ outcome }) => outcome.status)).toEqual(['passed', 'passed', 'passed'])
})

test('an optional member that is forbidden is left out of a write', async () => {
  const service = new PetService()
  const target = targetWith(async (request, send) => {
    if (request.method !== 'POST') return send(request)
    const forbidden = 'tag' in Object(await request.clone().json())
    return forbidden ? Response.json({ detail: 'A tag may not be given.' }, { status: 403 }) : send(request)
  }, service)
  const select = { rules: ['conformance'], operations: ['createPet', 'readPet'] }
  const { results } = await runContract({ document: petDocument, target, select })
  expect(results.map(({ outcome }) => outcome.status)).toEqual(['passed', 'passed'])
})
