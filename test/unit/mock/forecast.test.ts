import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

test.each([
  ['GET /weather?city=Paris', { degrees: 20 }],
  ['GET /weather?city=Oslo', { degrees: 9 }],
  // Everything that an example's name refers to must be in the request; the example with the most matches
  // wins.
  ['GET /weather?city=Oslo&day=30', { degrees: -9 }],
])('%s gets the example of the answer that has the name of its own', async (line, body) => {
  expect(await send(await mockOf('forecast.yaml'), line)).toMatchObject({ status: 200, body })
})

test('any other request gets what it got before, and a preference wins', async () => {
  const mock = await mockOf('forecast.yaml')
  expect(await send(mock, 'GET /weather?city=Rome')).toMatchObject({ status: 200, body: { degrees: 20 } })
  const headers = { prefer: 'example=winter' }
  expect(await send(mock, 'GET /weather?city=Paris', { headers })).toMatchObject({ body: { degrees: -9 } })
})

test('the status is that of the answer', async () => {
  const mock = await mockOf('forecast.yaml')
  expect(await send(mock, 'GET /weather?city=Atlantis')).toMatchObject({
    status: 404,
    body: { title: 'Sunk' },
  })
})

test('a body chooses as well', async () => {
  const mock = await mockOf('forecast.yaml')
  expect(await send(mock, 'POST /estimates', { body: { size: 9 } })).toMatchObject({ body: { price: 90 } })
  expect(await send(mock, 'POST /estimates', { body: { size: 1 } })).toMatchObject({ body: { price: 10 } })
})

test('what the mock holds is shown as it is by now; a failure is shown all the same', async () => {
  const mock = await mockOf('forecast.yaml')
  expect((await send(mock, 'GET /stations/1')).body).toEqual({ id: 1, name: 'North' })
  await send(mock, 'PATCH /stations/1', { body: { name: 'South' } })
  expect((await send(mock, 'GET /stations/1')).body).toEqual({ id: 1, name: 'South' })
  expect(await send(mock, 'GET /stations/13')).toMatchObject({ status: 503, body: { title: 'Under repair' } })
})
