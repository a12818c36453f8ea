import { snakeCase } from '@concordat/runtime/lexicon'

/** "min_quantity", "quantity_max", "quantity__gte", "since": one end of a range, and what the range is of. */
const LEAST =
  /^(?:min|least|lowest|from|start|since|after)(?:imum)?(?:_(.+))?$|^(.+?)_{1,2}(?:min|gte?|from|start|after)$/
const GREATEST =
  /^(?:max|most|highest|to|end|until|before)(?:imum)?(?:_(.+))?$|^(.+?)_{1,2}(?:max|lte?|to|end|before)$/

/** One end of a range. */
export interface RangeEnd {
  readonly end: 'least' | 'greatest'
  /** "quantity" of "min_quantity"; empty for "since" and "until", which say it of the whole thing. */
  readonly of: string
}

/** Which end of a range a name stands for; `undefined` where it is none. */
export function rangeEnd(name: string): RangeEnd | undefined {
  const text = snakeCase(name)
  for (const [end, form] of [
    ['least', LEAST],
    ['greatest', GREATEST],
  ] as const) {
    const match = form.exec(text)
    if (match !== null) return { end, of: match[1] ?? match[2] ?? '' }
  }
  return undefined
}
