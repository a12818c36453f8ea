import { exactAt } from '../json/exact-json.ts'
import { SerializationError } from '../style/serialization-error.ts'
import { type Format, FormatFailure } from './format.ts'
import type { MemberNames } from './member-names.ts'

/** A conversion, or what answers it: schemas may contain themselves. */
export type Conversions = Conversion | (() => Conversion)

/** How programs hold a value, by its schema. Names are those that travel. Data only, printed by the generator. */
export interface Conversion {
  /** The format of the value itself, where it travels as a text. */
  readonly string?: Format
  /** The format of the value itself, where it travels as a number. */
  readonly number?: Format
  /** Of an object, where code calls its members otherwise. */
  readonly names?: MemberNames
  readonly properties?: Readonly<Record<string, Conversions>>
  /** Of all properties that `properties` does not name. */
  readonly others?: Conversions
  readonly prefixItems?: readonly (Conversions | null)[]
  /** Of the items after those of `prefixItems`. */
  readonly items?: Conversions
  /** Replaces all of the above: the property selects the conversion. */
  readonly discriminator?: {
    readonly propertyName: string
    /** Where code calls the property otherwise. */
    readonly names?: MemberNames
    readonly mapping: Readonly<Record<string, Conversions>>
    /** Where it has none of them. */
    readonly otherwise?: Conversions
  }
  /** In place of all the above: of the items of a stream, which are converted as they come. */
  readonly each?: Conversions
  /** In place of all the above: the value becomes JSON by itself. */
  readonly json?: Conversions
  /** In place of all the above, a field of a form: objects become JSON, and those among its items. */
  readonly field?: Conversions
}

/** What happens at a value that has a format. */
interface Step {
  /** Whether the value is one of code, on its way to the wire. */
  readonly isSent: boolean
  leaf(conversion: Conversion, at: PlacedValue): unknown
  /** What is thrown for a failure. */
  fail(failure: FormatFailure): unknown
}

/** A value, and where it stands. */
interface PlacedValue {
  readonly value: unknown
  readonly holder: object | undefined
  readonly key: string | number
  readonly isJson: boolean
}

/**
 * A received value with its formats parsed. Objects and arrays are copied where something in them changes.
 * @param fail makes what is thrown for a text or number that does not have its format; other values are left as they are.
 */
export function parseFormats(
  value: unknown,
  conversion: Conversions,
  fail: Step['fail'] = (failure) => failure,
): unknown {
  return convert(value, conversion, { isSent: false, leaf: parseLeaf, fail })
}

/**
 * A value that is to be sent with its formats written as texts and numbers.
 * @throws SerializationError for a value that cannot be written.
 */
export function serializeFormats(value: unknown, conversion: Conversions): unknown {
  return convert(value, conversion, {
    isSent: true,
    leaf: serializeLeaf,
    fail: ({ message }) => new SerializationError(message),
  })
}

const parseLeaf: Step['leaf'] = ({ string, number }, { value, holder, key }) => {
  if (typeof value === 'string') return string === undefined ? value : string.parse(value as never)
  if (typeof value !== 'number' || number === undefined) return value
  return number.parse(((holder && exactAt(holder, key)) ?? value) as never)
}

const serializeLeaf: Step['leaf'] = ({ string, number }, { value, isJson }) => {
  if (value === undefined || value === null) return value
  const format = [number, string].find((format) => format !== undefined && (format.is?.(value) ?? true))
  return format === undefined ? value : format.serialize(value as never, isJson)
}

function convert(value: unknown, conversion: Conversions, step: Step): unknown {
  try {
    return change({ value, holder: undefined, key: '', isJson: false }, conversion, step)
  } catch (error) {
    throw error instanceof FormatFailure ? step.fail(error) : error
  }
}

function change(place: PlacedValue, given: Conversions, step: Step): unknown {
  const conversion = typeof given === 'function' ? given() : given
  const { each, json, field, discriminator } = conversion
  if (each !== undefined) return changeEach(place, each, step)
  if (json !== undefined) return change({ ...place, isJson: true }, json, step)
  if (field !== undefined) return changeField(place, field, step)
  if (discriminator !== undefined) return change(place, choose(place.value, discriminator, step) ?? {}, step)
  return changeValue(place, conversion, step)
}

/** Items of an array at once, those of a stream as they come. */
function changeEach({ value, ...place }: PlacedValue, each: Conversions, step: Step): unknown {
  if (Array.isArray(value)) return changeItems({ ...place, value }, { items: each }, step)
  return isIterable(value) ? new ConvertedItems(value, (item) => convert(item, each, step)) : value
}

function changeValue({ value, ...place }: PlacedValue, conversion: Conversion, step: Step): unknown {
  if (conversion.string !== undefined || conversion.number !== undefined) {
    const changed = leaf({ ...place, value }, conversion, step)
    if (changed !== value || typeof value !== 'object') return changed
  }
  if (Array.isArray(value)) return changeItems({ ...place, value }, conversion, step)
  if (typeof value !== 'object' || value === null) return value
  return 'toJSON' in value && typeof value.toJSON === 'function'
    ? value
    : changeObject({ ...place, value }, conversion, step)
}

/** Members are converted under the names that travel. */
function changeObject(
  { value, ...place }: PlacedValue & { readonly value: object },
  conversion: Conversion,
  step: Step,
): object {
  const { names } = conversion
  if (names === undefined) return changeMembers({ ...place, value }, conversion, step)
  if (step.isSent) return changeMembers({ ...place, value: names.sent(value) }, conversion, step)
  return names.shown(changeMembers({ ...place, value }, conversion, step))
}

function leaf(place: PlacedValue, conversion: Conversion, step: Step): unknown {
  try {
    return step.leaf(conversion, place)
  } catch (cause) {
    throw new FormatFailure([], place.value, cause)
  }
}

function choose(
  value: unknown,
  { propertyName, names, mapping, otherwise }: NonNullable<Conversion['discriminator']>,
  { isSent }: Step,
): Conversions | undefined {
  const property = (isSent && names?.nameOf(propertyName)) || propertyName
  const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, property) : undefined
  return Object.hasOwn(mapping, String(name)) ? mapping[String(name)] : otherwise
}

/** Members and items each have their own place; a failure below is reported with the path to it. */
function changeAt(place: PlacedValue, conversion: Conversions, step: Step): unknown {
  try {
    return change(place, conversion, step)
  } catch (error) {
    if (!(error instanceof FormatFailure)) throw error
    throw new FormatFailure([place.key, ...error.path], error.value, error.cause)
  }
}

function changeField({ value, ...place }: PlacedValue, conversion: Conversions, step: Step): unknown {
  const own = typeof conversion === 'function' ? conversion() : conversion
  if (!Array.isArray(value)) return change({ ...place, value, isJson: typeof value === 'object' }, own, step)
  return changeItems({ ...place, value }, own, step, (item) => typeof item === 'object')
}

function changeItems(
  { value, isJson }: PlacedValue & { readonly value: readonly unknown[] },
  { prefixItems = [], items }: Conversion,
  step: Step,
  becomesJson: (item: unknown) => boolean = () => isJson,
): readonly unknown[] {
  let copy: unknown[] | undefined
  for (const [index, item] of value.entries()) {
    const conversion = index < prefixItems.length ? prefixItems[index] : items
    if (conversion === undefined || conversion === null) continue
    const changed = changeAt(
      { value: item, holder: value, key: index, isJson: becomesJson(item) },
      conversion,
      step,
    )
    if (changed === item) continue
    copy ??= [...value]
    copy[index] = changed
  }
  return copy ?? value
}

function changeMembers(
  { value, isJson }: PlacedValue & { readonly value: object },
  { properties = {}, others }: Conversion,
  step: Step,
): object {
  let copy: object | undefined
  const names = others === undefined ? Object.keys(properties) : Object.keys(value)
  for (const name of names) {
    if (!Object.hasOwn(value, name)) continue
    const conversion = Object.hasOwn(properties, name) ? properties[name] : others
    if (conversion === undefined) continue
    const member: unknown = Reflect.get(value, name)
    const changed = changeAt({ value: member, holder: value, key: name, isJson }, conversion, step)
    if (changed === member) continue
    copy ??= { ...value }
    // Defined, not set: a member may be called "__proto__".
    Object.defineProperty(copy, name, {
      value: changed,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return copy ?? value
}

type Items = AsyncIterable<unknown> | Iterable<unknown>

function isIterable(value: unknown): value is Items {
  return (
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
  )
}

/** Items that are converted as they are asked for. Whoever stops asking ends the items themselves. */
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
