import { expect, it } from 'vitest'
import type { PropertyFilter, PropertyFilters } from '../../../generated/types.ts'
import type { ClickhouseReader } from '../../../server/events/clickhouse/reader.ts'
import {
  type ClickhouseStatement,
  ch,
  integerStatement,
  printStatement,
  type SettledStatement,
  textParameter,
} from '../../../server/events/clickhouse/statement.ts'
import { lifecyclePersons } from '../../../server/events/clickhouse/views/activity.ts'
import { propertyCondition } from '../../../server/events/clickhouse/views/property-condition.ts'
import type { LifecycleState } from '../../../server/questions/queries.ts'

const print = (statement: ClickhouseStatement) => printStatement(statement as SettledStatement)
const span = { projectId: 1, after: 0, upTo: 40, hasMoved: false, hasUnclaimed: false }

const ofEvent: PropertyFilter = { type: 'event', key: 'color', value: 'red', operator: 'exact' }
const ofPerson: PropertyFilter = { type: 'person', key: 'plan', value: 'pro', operator: 'exact' }
const isNamed: PropertyFilter = { type: 'person', key: 'name', operator: 'is_set' }

/** Returns how often a statement looks up persons to check conditions. */
const lookups = (filters: PropertyFilters) =>
  print(propertyCondition(filters, span)).query.split('from persons').length - 1

it('says whole numbers as digits, and texts beside the statement', () => {
  const id = 2n ** 62n
  expect(
    print(
      ch`id = ${integerStatement(id)} and moment - ${integerStatement(-5)} > ${integerStatement('7')} and name = ${textParameter('1')}`,
    ),
  ).toEqual({
    query: 'id = 4611686018427387904 and moment - (-5) > 7 and name = {p0:String}',
    query_params: { p0: '1' },
  })
})

it.each([1.5, Number.NaN, 'one', '1 or 1'])('does not say %s as a whole number', (value) => {
  expect(() => integerStatement(value)).toThrow()
})

it('looks persons up once for all conditions on them that have to hold', () => {
  expect(lookups([])).toBe(0)
  expect(lookups([ofEvent])).toBe(0)
  expect(lookups([ofEvent, ofPerson, isNamed])).toBe(1)
  expect(lookups({ type: 'AND', values: [ofPerson, { type: 'OR', values: [ofPerson, isNamed] }] })).toBe(1)
  expect(lookups({ type: 'OR', values: [ofPerson, isNamed] })).toBe(1)
})

it('looks nobody up for groups of nothing', () => {
  expect(lookups({ type: 'OR', values: [] })).toBe(0)
  expect(lookups({ type: 'AND', values: [{ type: 'OR', values: [] }] })).toBe(0)
})

it('looks persons up by themselves where an event may do instead', () => {
  expect(lookups({ type: 'OR', values: [ofEvent, ofPerson] })).toBe(1)
  expect(lookups({ type: 'AND', values: [isNamed, { type: 'OR', values: [ofEvent, ofPerson] }] })).toBe(2)
})

it.each<[LifecycleState, number, PropertyFilters]>([
  ['new', 1, [ofPerson]],
  ['returning', 1, [ofPerson, ofEvent]],
  ['resurrecting', 1, []],
  ['dormant', 0, [ofEvent]],
])('looks persons of a lifecycle up once: %s', async (state, times, properties) => {
  expect((await lifecycleStatement(state, properties)).split('from persons final')).toHaveLength(times + 1)
})

/** Returns the statement that queries the first persons of a project. */
async function lifecycleStatement(state: LifecycleState, properties: PropertyFilters): Promise<string> {
  const said: string[] = []
  const reader: ClickhouseReader = {
    firstSpanPersons: 4,
    firstSpans: new Map([[1, { span, ends: [] }]]),
    async select<Row extends readonly unknown[]>(statement: ClickhouseStatement) {
      said.push(print(statement).query)
      return [[[[1]]]] as unknown as Row[]
    },
  }
  const [from, to] = [new Date(0), new Date(1000)]
  await lifecyclePersons(reader, {
    ...{ projectId: 1, properties, search: undefined, slice: { limit: 1, offset: 0 } },
    ...{ range: { from, to }, period: { from, to }, entity: { event: null, properties: [] }, state },
  })
  expect(said).toHaveLength(1)
  return said[0] ?? ''
}
