import { vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'

/**
 * Names of properties that contain the item or items of a response but do not say what kind of item it is.
 */
const NAMES = vocabularyRows('data result results Response payload item items content meta error')

/** Names of the properties that wrap items. */
export const envelopes = {
  /** All envelopes. An object under one of these names is an envelope, not an item with that name. */
  any: vocabularySubset(NAMES, 'whole', 'data result results response payload item items content meta error'),
  /** Envelopes around a response's only item. */
  ofOne: vocabularySubset(NAMES, 'whole', 'data result'),
}

/** Maximum number of envelopes around an item or a list, as in "{ data: { user: { … } } }". */
export const ENVELOPE_DEPTH = 2
