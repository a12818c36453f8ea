import { rows, subset } from '../names/vocabulary.ts'

/** Names of members that hold the item or the items of an answer, rather than being what these are called. */
const NAMES = rows('data result results Response payload item items content meta error')

/** Names of the envelopes around items. */
export const envelopes = {
  /** Around anything: objects of these names are not items by name. */
  any: subset(NAMES, 'whole', 'data result results response payload item items content meta error'),
  /** Around the one item that an answer is about. */
  ofOne: subset(NAMES, 'whole', 'data result'),
}

/** Greatest depth of an item, or of a list, in its envelope: "{ data: { user: { … } } }". */
export const ENVELOPE_DEPTH = 2
