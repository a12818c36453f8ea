import { vocabulary, type WordVocabulary } from '../names/vocabulary.ts'
import { lowerWordsOf } from '../names/words.ts'

/** Values that make a list show items of all kinds: "?state=all". */
export const everything = vocabulary('whole', 'all any both')

/** The end of a range that a name denotes. */
export interface RangeEnd {
  readonly end: 'least' | 'greatest'
  /**
   * Name of the restricted property: "quantity" for "min_quantity"; empty for "since" and "until", which
   * apply to the whole item.
   */
  readonly of: string
}

/**
 * Words before and after the name of the restricted property: "min_quantity", "quantityMax", "quantity__gte".
 */
export const rangeEnds = {
  least: {
    before: vocabulary(
      'first',
      `min:min_quantity minimum:minimumPrice least:least_price lowest:lowestPrice from:from_date start:startTime
since after:after_id`,
    ),
    behind: vocabulary(
      'last',
      'min:priceMin gt:price__gt gte:price__gte from:date_from start:periodStart after:created_after',
    ),
  },
  greatest: {
    before: vocabulary(
      'first',
      `max:max_quantity maximum:maximumPrice most:most_used highest:highestPrice to:to_date end:endTime until
before:before_id`,
    ),
    behind: vocabulary(
      'last',
      'max:priceMax lt:price__lt lte:price__lte to:date_to end:periodEnd before:created_before',
    ),
  },
} as const

/** The end of a range that a name denotes; `undefined` for any other name. */
export function rangeEnd(name: string): RangeEnd | undefined {
  const least = boundedBy(name, rangeEnds.least)
  if (least !== undefined) return { end: 'least', of: least }
  const greatest = boundedBy(name, rangeEnds.greatest)
  return greatest === undefined ? undefined : { end: 'greatest', of: greatest }
}

function boundedBy(
  name: string,
  { before, behind }: Readonly<Record<'before' | 'behind', WordVocabulary>>,
): string | undefined {
  const words = lowerWordsOf(name)
  if (before.has(name)) return words.slice(1).join('_')
  return words.length > 1 && behind.has(name) ? words.slice(0, -1).join('_') : undefined
}

/** Words for the ends of a range. */
export const ranges = {
  /** Words for a bound that is itself part of the range. */
  inclusive: vocabulary(
    'any',
    'min:min_price minimum max:priceMax maximum:maximumPrice gte:price__gte lte:price__lte',
  ),
  /** Names next to which "start" is the beginning of a range, not the number of items to skip. */
  closing: vocabulary('whole', 'end stop to until'),
  /** Beginnings of names for the time when something begins: "startedAt". */
  beginnings: vocabulary(
    'beginning',
    'start:startedAt begin:beginning from:from_date since open:opensAt validFrom not_before',
  ),
  /**
   * Beginnings of names for the time when something ends. "to" is not among them, because "total" and "topic"
   * begin with it.
   */
  endings: vocabulary(
    'beginning',
    `end:endsAt stop:stopped_at until expir:expiryDate finish:finishedAt close:closed_on validTo valid_until
notAfter`,
  ),
}

/** Numbers of things for which a server reserves memory or starts work as soon as it accepts the number. */
export const reserved = vocabulary(
  'any',
  `shard:shard_num shards:number_of_shards replicas:number_of_replicas partition:partitionCount
partitions:num_partitions workers:max_workers threads:numThreads`,
)
