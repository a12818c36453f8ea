import { expect, test } from 'vitest'
import { mockOf, send } from './mock-of.ts'

interface Players {
  readonly players: readonly { readonly player_id: number; readonly name: string }[]
}

test('what a list in a body has is made, shown, listed and read', async () => {
  const mock = await mockOf('roster.yaml')
  const body = { players: [{ name: 'Anna', number: 7 }, { name: 'Bela' }] }
  const made = (await send(mock, 'POST /players', { body })).body as Players
  expect(made.players).toMatchObject(body.players)
  const [anna, bela] = made.players
  const listed = (await send(mock, 'GET /players')).body as Players
  expect(listed.players.slice(-2)).toEqual([anna, bela])
  const read = (await send(mock, `GET /players/${bela?.player_id}`)).body as Players
  expect(read.players).toEqual([bela])
})
