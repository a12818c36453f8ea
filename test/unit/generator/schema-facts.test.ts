import type { JsonSchema } from '@concordat/runtime/schema'
import { expect, test, vi } from 'vitest'
import { BodyReader } from '../../../generator/model/pages/answer.ts'
import { SchemaFacts } from '../../../generator/model/schema/schema-facts.ts'

const PETS: JsonSchema = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'string' } },
    next: { type: 'string', format: 'uri' },
  },
}

function factsOf(definitions: Readonly<Record<string, JsonSchema>>): SchemaFacts {
  return new SchemaFacts(new Map(Object.entries(definitions)))
}

test('what several references lead to, by way of others too, is looked into once', () => {
  const facts = factsOf({ Pets: PETS, Again: { $ref: '#/$defs/Pets' } })
  const bodies = new BodyReader(facts)
  const [one, other] = [{ $ref: '#/$defs/Pets' }, { $ref: '#/$defs/Again' }]
  expect(facts.behind(other)).toBe(PETS)
  expect(facts.facets(one)).toBe(facts.facets(other))
  expect(bodies.members(one)).toBe(bodies.members(other))
  const [next, ...others] = bodies.members(one).places
  expect(others).toEqual([])
  expect(next?.value).toMatchObject({ path: ['next'], isUrl: true, canBeAbsent: true })
  expect(next?.value).toBe(next?.value)
})

test('what is known of the values of a body is looked into when it is asked for', () => {
  const facts = factsOf({})
  const facets = vi.spyOn(facts, 'facets')
  const [next] = new BodyReader(facts).members(PETS).places
  expect(facets).not.toHaveBeenCalled()
  expect(next?.value.isUrl).toBe(true)
  expect(facets).toHaveBeenCalled()
})

test('a reference with something beside it is a schema of its own', () => {
  const facts = factsOf({ Pets: PETS })
  const noted = { $ref: '#/$defs/Pets', description: 'All of them.' }
  expect(facts.behind(noted)).toBe(noted)
  expect(facts.behind({ type: 'string' })).toEqual({ type: 'string' })
})

test('references that lead in a circle, or nowhere, lead to nothing', () => {
  const facts = factsOf({ Round: { $ref: '#/$defs/Round' } })
  expect(facts.facets({ $ref: '#/$defs/Round' }).types).toEqual(new Set())
  expect(facts.behind({ $ref: '#/$defs/Lost' })).toBeUndefined()
})
