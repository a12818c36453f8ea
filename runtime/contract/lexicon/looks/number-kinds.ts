import type { WordVocabulary } from '../names/vocabulary.ts'
import { looks } from '../tables/looks.ts'
import type { ValueSubject } from './subject.ts'

const IN_CENTS = /\bcents?\b|\bpence\b|\b(?:minor|smallest)\b.{0,20}\bunits?\b/i

/**
 * Numbers by property name, the most likely first. Those that are not integers are for properties that allow
 * fractions.
 */
export const NUMBER_LOOKS: readonly (readonly [
  WordVocabulary,
  (subject: ValueSubject, said: string) => readonly number[],
])[] = [
  [
    looks.money,
    ({ price }, said) => (IN_CENTS.test(said) ? [price] : [price / 100, Math.round(price / 100), price]),
  ],
  [looks.latitudes, ({ place }) => [place.latitude]],
  [looks.longitudes, ({ place }) => [place.longitude]],
  [looks.ages, ({ number }) => [21 + (number % 47)]],
  [looks.years, ({ number }) => [2012 + (number % 13)]],
  [looks.ratings, ({ number }) => [3 + (number % 5) / 2, 3 + (number % 3)]],
  [looks.percentages, ({ number }) => [5 * (1 + (number % 19))]],
  [looks.quantities, ({ number }) => [1 + (number % 12)]],
]
