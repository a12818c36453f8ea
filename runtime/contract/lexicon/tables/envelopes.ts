import { vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'

/** Names of members that contain the item or the items of an answer, rather than their own kind. */
const NAMES = vocabularyRows('data result results Response payload item items content meta error')

/** Names of the envelopes around items. */
export const envelopes = {
  /** Around anything: objects with these names are not items by name. */
  any: vocabularySubset(NAMES, 'whole', 'data result results response payload item items content meta error'),
  /** Around the one item of an answer. */
  ofOne: vocabularySubset(NAMES, 'whole', 'data result'),
}

/** Maximum depth of an item, or of a list, in its envelope: "{ data: { user: { … } } }". */
export const ENVELOPE_DEPTH = 2
