import { describe, expect, test } from 'vitest'
import type { CapturedEvent } from '../../../server/events/captured-event.ts'
import { createPeople, mostPersonIds } from '../../../server/persons/people/people.ts'
import { mostPropertiesLength, Properties } from '../../../server/persons/people/properties.ts'
import type { JsonObject } from '../../../server/values/json.ts'
import { growth, LINEAR } from '../../growth.ts'

const changes = (set: JsonObject, setOnce: JsonObject = {}, unset: readonly string[] = []) => ({
  ...{ set, setOnce, unset },
})

const many = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))

const event = (distinctId: string, properties: JsonObject, name = 'x'): CapturedEvent => ({
  ...{ uuid: distinctId, event: name, distinctId, timestamp: '2026-01-01T00:00:00Z', properties },
})

const nobody = () => createPeople({ byDistinctId: new Map(), unchanged: new Set() })

describe('the properties of a person', () => {
  test('are set, set once and unset in this order', () => {
    const properties = new Properties({ a: 1, b: 2 })
    expect(properties.apply(changes({ a: 1 }, { b: 3 }))).toBe(false)
    expect(properties.apply(changes({ a: 2, c: { d: [1] } }, { b: 3, c: 1, e: 4 }, ['b', 'z']))).toBe(true)
    expect(properties.toJson()).toEqual({ a: 2, c: { d: [1] }, e: 4 })
    expect(properties.length).toBe(JSON.stringify(properties.toJson()).length)
  })

  test('keep what is there when there is no room for more', () => {
    const properties = new Properties({ kept: 'a' })
    const large = 'x'.repeat(mostPropertiesLength - 100)
    expect(properties.apply(changes({ large }))).toBe(true)
    expect(properties.apply(changes({ more: 'y'.repeat(200), kept: 'b' }))).toBe(true)
    expect(Object.keys(properties.toJson())).toEqual(['kept', 'large'])
    expect(properties.toJson()['kept']).toBe('b')
    expect([...properties.leftOut]).toEqual(['more'])
    expect(properties.length).toBeLessThanOrEqual(mostPropertiesLength)
    // A property that shrinks fits, and makes room for others.
    expect(properties.apply(changes({ large: '' }))).toBe(true)
    expect(properties.apply(changes({ more: 'y'.repeat(200) }))).toBe(true)
  })

  test('that are larger already may become smaller', () => {
    const properties = new Properties({ large: 'x'.repeat(2 * mostPropertiesLength), other: 1 })
    expect(properties.apply(changes({ large: 'x'.repeat(mostPropertiesLength + 10) }))).toBe(true)
    expect(properties.apply(changes({ another: 1 }))).toBe(false)
    expect(properties.apply(changes({}, {}, ['large']))).toBe(true)
    expect(properties.toJson()).toEqual({ other: 1 })
  })

  test('have names of 400 characters at most', () => {
    const properties = new Properties({})
    expect(properties.apply(changes({ ['a'.repeat(400)]: 1, ['a'.repeat(401)]: 1 }))).toBe(true)
    expect(Object.keys(properties.toJson())).toEqual(['a'.repeat(400)])
  })

  test.each([
    [1000, 10],
    [10, 1000],
  ])('of one person go to another who lacks them, %i to %i', (losers, winners) => {
    const winner = new Properties({ ...many(winners), k1: 'own' })
    winner.absorb(new Properties({ ...many(losers), k1: 'lost', only: true }))
    expect(winner.toJson()).toEqual({ ...many(losers), ...many(winners), k1: 'own', only: true })
    expect(winner.length).toBe(JSON.stringify(winner.toJson()).length)
  })

  test.each([1, 20])('that one person has stay when another has too many, of %i names', (count) => {
    const large = 'x'.repeat(mostPropertiesLength / 2)
    const own = Object.fromEntries(Array.from({ length: count }, (_, index) => [`own${index}`, index]))
    const winner = new Properties({ ...own, large })
    winner.absorb(new Properties({ ...many(5), one: 1, two: large }))
    expect(Object.keys(winner.toJson()).toSorted()).toEqual(
      [...Object.keys(own), 'large', 'one', ...Object.keys(many(5))].toSorted(),
    )
    expect([...winner.leftOut]).toEqual(['two'])
  })
})

test('twice as many events of a person with twice as many properties take twice as long', () => {
  const apply = (size: number): void => {
    const people = nobody()
    people.apply(event('a', { $set: many(size) }))
    for (let count = 0; count < size; count++) people.apply(event('a', { $set: { count } }))
  }
  expect(growth(apply, 5000)).toBeLessThan(LINEAR)
})

test('twice as many persons who become one another take twice as long', () => {
  const alias = (size: number): void => {
    const people = nobody()
    people.apply(event('id0', { $set: many(size) }))
    for (let count = 1; count < size; count++)
      people.apply(event(`id${count}`, { alias: `id${count - 1}` }, '$merge_dangerously'))
  }
  expect(growth(alias, 4000)).toBeLessThan(LINEAR)
})

test('a person has so many distinct ids, and others stay with their own persons', () => {
  const people = nobody()
  for (let count = 0; count < mostPersonIds + 10; count++)
    people.apply(event('one', { alias: `id${count}` }, '$create_alias'))
  people.apply(event('another', {}))
  people.apply(event('one', { alias: 'another' }, '$create_alias'))
  const [one, another] = people.outcome()
  expect([one?.ids.length, one?.hasIdsLeftOut, another?.ids]).toEqual([mostPersonIds, true, ['another']])
})
