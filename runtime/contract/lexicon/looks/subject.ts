import { DAY_MS } from './time-text.ts'
import { LOOK_PLACES, LOOK_WORDS, type LookPlace } from './words.ts'

const HOUR_MS = 3_600_000
/** Creation times of made-up things are within six months after this moment. */
const FIRST_MOMENT = Date.UTC(2025, 0, 6, 8)
/** An odd number, so that no two numbers below 32⁷ have the same product with it modulo 32⁷. */
const SCRAMBLING = 2_654_435_769
const FIRST_BIRTH = Date.UTC(1962, 2, 11)

/** Times of events in a thing's life, in days after its creation. */
const DAYS = { made: 0, other: 1, changed: 3, start: 10, end: 10.125, due: 30 } as const
export type Moment = keyof typeof DAYS | 'birth'

/**
 * A made-up thing, person and place, from which all values in one object are derived. The same number always
 * produces the same subject.
 */
export class ValueSubject {
  readonly number: number

  /** @param number an integer, at least 0. */
  constructor(number: number) {
    this.number = number
  }

  /** Picks a list entry. Subjects with consecutive numbers get different entries. */
  oneOf<Entry>(entries: readonly Entry[], usual: Entry): Entry {
    return entries[this.number % entries.length] ?? usual
  }

  word(list: keyof typeof LOOK_WORDS): string {
    return this.oneOf(LOOK_WORDS[list], '')
  }

  get place(): LookPlace {
    return this.oneOf(LOOK_PLACES, NOWHERE)
  }

  get fullName(): string {
    return `${this.word('given')} ${this.word('family')}`
  }

  get userName(): string {
    return this.fullName.toLowerCase().replace(' ', '.')
  }

  /**
   * A North American phone number that is not assigned to anybody.
   * @see North American Numbering Plan, 555 line numbers
   */
  get phone(): string {
    return `+120255501${String((this.number * 37) % 100).padStart(2, '0')}`
  }

  /** "12 Mill Lane". */
  get street(): string {
    return `${1 + (this.number % 97)} ${this.word('streets')}`
  }

  /** "Silver lantern". */
  get thing(): string {
    const words = `${this.word('adjectives')} ${this.word('nouns')}`
    return words.charAt(0).toUpperCase() + words.slice(1)
  }

  /** "silver-lantern". */
  get slug(): string {
    return this.thing.toLowerCase().replaceAll(' ', '-')
  }

  /** Between 5 and 200, in hundredths. */
  get price(): number {
    return 500 + ((this.number * 1379) % 19_500)
  }

  /** Seven letters and digits, different for each number. */
  get key(): string {
    return ((this.number * SCRAMBLING) % 32 ** 7).toString(32).padStart(7, '0')
  }

  /** A string with this many hexadecimal digits. */
  hex(length: number): string {
    let digits = ''
    for (let part = this.number + 7; digits.length < length; part = (part * 48_271 + 11) % (2 ** 31 - 1))
      digits += part.toString(16).padStart(8, '0')
    return digits.slice(0, length)
  }

  /** Milliseconds since 1970. */
  moment(moment: Moment): number {
    if (moment === 'birth') return FIRST_BIRTH + ((this.number * 97) % 331) * 41 * DAY_MS
    const made = FIRST_MOMENT + ((this.number * 157) % 523) * 8.25 * HOUR_MS
    return made + DAYS[moment] * DAY_MS
  }
}

const NOWHERE: LookPlace = {
  ...{ city: '', region: '', regionCode: '', postcode: '', country: '', alpha2: '', alpha3: '' },
  ...{ latitude: 0, longitude: 0, timezone: 'UTC', currency: 'EUR', locale: 'en' },
}
