/**
 * Checked by `npm run typecheck`: a schema with a list of values becomes an object and the type of its
 * values.
 */
import { type Pet, Size, Status } from '../golden/enums-as-objects/expected/types.ts'

export const pet: Pet = { status: Status.Sold, size: Size.LARGE }
export const literal: Status = 'in-shop'
// @ts-expect-error none of the values
export const unknown: Status = 'lost'

export function isBig({ size }: Pet): boolean {
  return size === Size.LARGE
}
