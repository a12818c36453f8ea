import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PersonView } from '../../../server/persons/lists/person-view.ts'
import type { TimelinePoint } from '../../../server/persons/timeline.ts'
import type { Envelope } from '../../../server/values/pagination.ts'
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
    const path = `/api/projects/${tenant.projectId}/persons`
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
    const [ann] = (await tenant.owner.api.get<Envelope<PersonView>>(`${path}/`)).body.results
    const query = new URLSearchParams({
      events: JSON.stringify([{ id: 'seen' }]),
      properties: JSON.stringify([{ key: 'plan', value: 'free', type: 'person' }]),
      date_from: '2026-01-10',
      date_to: '2026-01-10',
    })
    const answer = await tenant.owner.api.get<{ points: TimelinePoint[] }>(
      `${path}/${ann?.id}/properties_timeline/?${query}`,
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
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
      },
    })
    expect(answer.body.points).toHaveLength(2)
    // Conditions of the events themselves hold for the person of today, who is not "free" any more: they choose no events.
    query.set(
      'events',
      JSON.stringify([{ id: 'seen', properties: [{ key: 'plan', value: 'free', type: 'person' }] }]),
    )
    query.delete('properties')
    const again = await tenant.owner.api.get<{ points: TimelinePoint[] }>(
      `${path}/${ann?.id}/properties_timeline/?${query}`,
    )
    expect(again.body).toEqual(answer.body)
  })
})
