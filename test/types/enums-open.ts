/**
 * Checked by `npm run typecheck`: enumerations are open in everything that the client reads, and nowhere
 * else.
 */
import type * as answers from '../golden/enums-open-in-answers/expected/answers.ts'
import { createClient } from '../golden/enums-open-in-answers/expected/client.ts'
import type { Handlers } from '../golden/enums-open-in-answers/expected/server.ts'
import type * as types from '../golden/enums-open-in-answers/expected/types.ts'

const api = createClient({ baseUrl: '/' })

export async function read(): Promise<string> {
  const [pet] = await api.listPets()
  if (pet === undefined) return 'none'
  const { status, size, mood } = pet
  // Any value can occur; the listed ones are suggested.
  if (status === 'lost' || size === 4 || mood === 'tired') return 'new'
  if (status === 'sold' || mood === null) return 'known'
  // @ts-expect-error no number is a status
  return status === 1 ? 'never' : status
}

export const tolerant: answers.Pet = { status: 'lost', size: 9, mood: 'tired', kind: 'pet' }
// @ts-expect-error what lists one value is a constant
export const constant: answers.Pet = { status: 'sold', size: 1, kind: 'car' }

export const sent = () => api.createPet({ body: { status: 'sold', size: 2, mood: 'calm' } })
export const refused = [
  // @ts-expect-error none of the values
  () => api.createPet({ body: { status: 'lost', size: 2 } }),
  // @ts-expect-error none of the numbers
  () => api.createPet({ body: { status: 'sold', size: 4 } }),
  // @ts-expect-error none of the values of the parameter
  () => api.listPets({ query: { status: 'lost' } }),
]
// @ts-expect-error what was read may be a status that the server does not take
export const unchanged = async (pet: answers.Pet) => api.createPet({ body: pet })
export const widened = (pet: types.Pet): answers.Pet => pet

/**
 * Alternatives are narrowed as before: by a discriminator, and by a property for which two of them list
 * values.
 */
export async function narrowed(): Promise<string> {
  const event = await api.nextEvent()
  if (event === undefined) return ''
  if (event.type !== 'moved') return event.pet.status
  const { to, by } = event
  if (to.at === 'home') return to.street
  return to.at === 'clinic' ? to.room.toFixed() : by
}

export const handlers: Handlers = {
  listPets: () => ({ status: 200, body: [{ status: 'sold', size: 1 }] }),
  createPet: ({ body }) => ({ status: 201, body }),
  // @ts-expect-error a server answers what the document lists
  nextEvent: () => ({ status: 200, body: { type: 'born', pet: { status: 'lost', size: 1 } } }),
  getOwner: () => ({ status: 200, body: { name: 'A' } }),
}
