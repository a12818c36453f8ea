import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PropertyFilter } from '../../../generated/types.ts'
import { describeStores, type StoredService } from './event-stores.ts'
import { createApi } from './harness.ts'

describeStores((start) => {
  let service: StoredService
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service?.stop())

  it('tells the properties of a person at the events that matter', async () => {
    const tenant = await service.makeTenant()
    const { persons } = tenant.owner.client
    const project_id = String(tenant.projectId)
    const { api_token: api_key } = await service.db
      .selectFrom('projects')
      .where('id', '=', tenant.projectId)
      .select('api_token')
      .executeTakeFirstOrThrow()
    const at = (hour: number, event: string, $set: object = {}) => ({
      event,
      distinct_id: 'ann',
      $set,
      timestamp: `2026-01-10T0${hour}:00:00.000Z`,
    })
    const batch = [
      at(1, 'other', { plan: 'free', age: 1 }),
      at(2, 'seen'),
      at(3, 'seen', { age: 2 }),
      at(4, 'other', { plan: 'paid' }),
      at(5, 'seen'),
    ]
    expect(await createApi(service.url).post('/batch', { api_key, batch })).toMatchObject({ status: 200 })
    await service.arrived()
    const [ann] = (await persons.listPersons({ path: { project_id } })).results
    const path = { project_id, id: ann!.id }
    const day = { date_from: '2026-01-10', date_to: '2026-01-10' }
    const properties: PropertyFilter[] = [{ key: 'plan', value: 'free', type: 'person' }]
    const timeline = await persons.getPersonPropertiesTimeline({
      path,
      query: { ...day, events: [{ id: 'seen' }], properties },
    })
    expect(timeline).toMatchObject({
      crucial_property_keys: ['plan'],
      effective_date_from: '2026-01-10T00:00:00.000Z',
      effective_date_to: '2026-01-11T00:00:00.000Z',
      points: [
        {
          timestamp: '2026-01-10T02:00:00Z',
          properties: { plan: 'free', age: 1 },
          relevant_event_count: 2,
        },
        {
          timestamp: '2026-01-10T05:00:00Z',
          properties: { plan: 'paid', age: 2 },
          relevant_event_count: 1,
        },
      ],
    })
    expect(timeline.points).toHaveLength(2)
    // Conditions of the events themselves apply to the person as of today, who is no longer "free", so they
    // do not match any events.
    const query = { ...day, events: [{ id: 'seen', properties }] }
    expect(await persons.getPersonPropertiesTimeline({ path, query })).toEqual(timeline)
  })
})
