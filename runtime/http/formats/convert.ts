import { exactAt } from '../json/exact-json.ts'
import { SerializationError } from '../style/serialization-error.ts'
import {
  type ConversionStep,
  changeFormats,
  changeItems,
  changeMembers,
  changeValue,
  convertValue,
  type PlacedObject,
  type PlacedValue,
} from './change.ts'
import type { Conversion, Conversions } from './conversion.ts'
import type { FormatFailure } from './format.ts'

/** Supports all conversions. */
const WHOLE = { change: changeAny, changeObject }

/**
 * Parses the formats in a received value. Objects and arrays are copied if they change.
 * @param fail creates the error for a string or number that does not match its format; other values stay
 * unchanged.
 */
export function parseFormats(
  value: unknown,
  conversion: Conversions,
  fail: ConversionStep['fail'] = (failure: FormatFailure) => failure,
): unknown {
  return convertValue(value, conversion, { isSent: false, ...WHOLE, leaf: parseLeaf, fail })
}

/**
 * Prepares a value for sending, writing the values that have a format as strings and numbers.
 * @throws {SerializationError} if a value cannot be written.
 */
export function serializeFormats(value: unknown, conversion: Conversions): unknown {
  return convertValue(value, conversion, {
    isSent: true,
    ...WHOLE,
    leaf: serializeLeaf,
    fail: ({ message }) => new SerializationError(message),
  })
}

const parseLeaf: ConversionStep['leaf'] = ({ string, number }, { value, holder, key }) => {
  if (typeof value === 'string') return string === undefined ? value : string.parse(value as never)
  if (typeof value !== 'number' || number === undefined) return value
  return number.parse(((holder && exactAt(holder, key)) ?? value) as never)
}

const serializeLeaf: ConversionStep['leaf'] = ({ string, number }, { value, isJson }) => {
  if (value === undefined || value === null) return value
  const format = [number, string].find((format) => format !== undefined && (format.is?.(value) ?? true))
  return format === undefined ? value : format.serialize(value as never, isJson)
}

function changeAny(place: PlacedValue, conversion: Conversion, step: ConversionStep): unknown {
  const { each, field, discriminator } = conversion
  if (each !== undefined) return changeEach(place, each, step)
  if (field !== undefined) return changeField(place, field, step)
  if (discriminator !== undefined)
    return changeFormats(place, choose(place.value, discriminator, step) ?? {}, step)
  return changeValue(place, conversion, step)
}

/** Converts an array's items at once, and a stream's items as they arrive. */
function changeEach({ value, ...place }: PlacedValue, each: Conversions, step: ConversionStep): unknown {
  if (Array.isArray(value)) return changeItems({ ...place, value }, { items: each }, step)
  return isIterable(value) ? new ConvertedItems(value, (item) => convertValue(item, each, step)) : value
}

/** Converts properties by their names on the wire. */
function changeObject(place: PlacedObject, conversion: Conversion, step: ConversionStep): object {
  const { names } = conversion
  if (names === undefined) return changeMembers(place, conversion, step)
  if (step.isSent) return changeMembers({ ...place, value: names.sent(place.value) }, conversion, step)
  return names.shown(changeMembers(place, conversion, step))
}

function choose(
  value: unknown,
  { propertyName, names, mapping, otherwise }: NonNullable<Conversion['discriminator']>,
  { isSent }: ConversionStep,
): Conversions | undefined {
  const property = (isSent && names?.nameOf(propertyName)) || propertyName
  const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, property) : undefined
  return Object.hasOwn(mapping, String(name)) ? mapping[String(name)] : otherwise
}

function changeField(
  { value, ...place }: PlacedValue,
  conversion: Conversions,
  step: ConversionStep,
): unknown {
  const own = typeof conversion === 'function' ? conversion() : conversion
  if (!Array.isArray(value))
    return changeFormats({ ...place, value, isJson: typeof value === 'object' }, own, step)
  return changeItems({ ...place, value }, own, step, (item) => typeof item === 'object')
}

type Items = AsyncIterable<unknown> | Iterable<unknown>

function isIterable(value: unknown): value is Items {
  return (
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  )
}

/** Converts items on demand. Ending the iteration ends the source. */
class ConvertedItems implements AsyncIterableIterator<unknown, unknown, undefined> {
  readonly #items: AsyncIterator<unknown> | Iterator<unknown>
  readonly #change: (item: unknown) => unknown

  constructor(items: Items, change: (item: unknown) => unknown) {
    this.#items = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
    this.#change = change
  }

  async next(): Promise<IteratorResult<unknown, unknown>> {
    const { done, value } = await this.#items.next()
    if (done === true) return { done, value }
    try {
      return { done: false, value: this.#change(value) }
    } catch (error) {
      await this.#items.return?.()
      throw error
    }
  }

  async return(): Promise<IteratorResult<unknown, unknown>> {
    return (await this.#items.return?.()) ?? { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
