import type { PropertyFilter } from '../../generated/types.ts'
import type { EventStore } from '../../server/events/store.ts'
import { periodsOfRange } from '../../server/questions/dates.ts'
import type { Entity } from '../../server/questions/queries.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const of = (event: string | null): Entity => ({ event, properties: [] })

/** One condition on a property of the event, and one on a property of its person. */
const properties: PropertyFilter[] = [
  { type: 'event', key: 'color', value: 'red', operator: 'exact' },
  { type: 'person', key: 'plan', value: 'pro', operator: 'exact' },
]

/**
 * Questions for both stores, one for each view, or for each order of steps in the case of funnels. @param
 * limit maximum number of persons per page.
 */
export function questions(
  projectId: number,
  limit: number,
): readonly { name: string; ask(store: EventStore): Promise<readonly unknown[]> }[] {
  const range = { from: at(1), to: at(31) }
  const view = { projectId, range, properties, search: undefined, slice: { limit, offset: 0 } }
  const funnel = {
    steps: ['signed up', 'invited', 'paid'].map(of),
    window: { length: 14, unit: 'day' as const },
    breakdown: undefined,
  }
  const path = {
    ...{ entities: [], kinds: [], excluded: [], groupings: [], stepLimit: 5 },
    ...{ startPoint: undefined, endPoint: undefined, dropoffKey: undefined },
    ...{ startKey: '1_signed up', endKey: '2_invited' },
  }
  const weeks = periodsOfRange({ from: at(5), to: at(30) }, 'week', 'UTC')
  const counted = { entity: of('paid'), isFirstTime: false, breakdown: undefined }
  const orders = ['ordered', 'strict', 'unordered'] as const
  return [
    { name: 'trends', ask: (store) => store.trends({ ...view, ...counted }) },
    {
      name: 'stickiness',
      ask: (store) =>
        store.stickiness({
          ...view,
          entity: of('invited'),
          bounds: periodsOfRange(range, 'day', 'UTC'),
          periods: 3,
        }),
    },
    {
      name: 'lifecycle',
      ask: (store) =>
        store.lifecycle({
          ...view,
          ...{ range: { from: at(12), to: at(26) }, period: { from: at(19), to: at(26) } },
          ...{ entity: of(null), state: 'resurrecting' },
        }),
    },
    {
      name: 'retention',
      ask: (store) =>
        store.retention({
          ...view,
          target: of('signed up'),
          returning: of('paid'),
          isFirstTime: false,
          bounds: weeks,
        }),
    },
    ...orders.map((order) => ({
      name: `funnel, ${order}`,
      ask: (store: EventStore) => store.funnel({ ...view, funnel: { ...funnel, order }, step: 3 }),
    })),
    {
      name: 'correlation',
      ask: (store) =>
        store.correlation({
          ...{ ...view, funnel: { ...funnel, order: 'ordered' }, converted: true },
          correlate: { type: 'event', entity: of('asked for help') },
        }),
    },
    { name: 'path', ask: (store) => store.path({ ...view, ...path }) },
  ]
}
