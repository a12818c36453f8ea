import type { Conversion, Conversions } from './conversion.ts'
import { FormatFailure } from './format.ts'

/** One conversion of values with formats: its direction and its functions. */
export interface ConversionStep {
  /** True if values are converted from code to the wire. */
  readonly isSent: boolean
  /** Converts a placed value. This is `changeValue`, or an extension of it. */
  change(place: PlacedValue, conversion: Conversion, step: ConversionStep): unknown
  /** Converts an object's properties. This is `changeMembers`, or an extension of it. */
  changeObject(place: PlacedObject, conversion: Conversion, step: ConversionStep): object
  leaf(conversion: Conversion, at: PlacedValue): unknown
  /** Creates the error to throw for a failure. */
  fail(failure: FormatFailure): unknown
}

/** A value and its position in the object or array that holds it. */
export interface PlacedValue {
  readonly value: unknown
  readonly holder?: object
  readonly key: string | number
  readonly isJson: boolean
}

export type PlacedObject = PlacedValue & { readonly value: object }

/** @throws the error that the step's `fail` creates. */
export function convertValue(value: unknown, conversion: Conversions, step: ConversionStep): unknown {
  try {
    return changeFormats({ value, key: '', isJson: false }, conversion, step)
  } catch (error) {
    throw error instanceof FormatFailure ? step.fail(error) : error
  }
}

export function changeFormats(place: PlacedValue, given: Conversions, step: ConversionStep): unknown {
  const conversion = typeof given === 'function' ? given() : given
  const { json } = conversion
  return json === undefined
    ? step.change(place, conversion, step)
    : changeFormats({ ...place, isJson: true }, json, step)
}

/** Converts a value using its own format, and the values inside it using theirs. */
export function changeValue(place: PlacedValue, conversion: Conversion, step: ConversionStep): unknown {
  const { value } = place
  if (conversion.string !== undefined || conversion.number !== undefined) {
    const changed = leaf(place, conversion, step)
    if (changed !== value || typeof value !== 'object') return changed
  }
  if (Array.isArray(value)) return changeItems({ ...place, value }, conversion, step)
  if (typeof value !== 'object' || value === null) return value
  return 'toJSON' in value && typeof value.toJSON === 'function'
    ? value
    : step.changeObject({ ...place, value }, conversion, step)
}

function leaf(place: PlacedValue, conversion: Conversion, step: ConversionStep): unknown {
  try {
    return step.leaf(conversion, place)
  } catch (cause) {
    throw new FormatFailure([], place.value, cause)
  }
}

/** Converts a placed value. A failure is reported with the path of the property or item. */
function changeAt(place: PlacedValue, conversion: Conversions, step: ConversionStep): unknown {
  try {
    return changeFormats(place, conversion, step)
  } catch (error) {
    if (!(error instanceof FormatFailure)) throw error
    throw new FormatFailure([place.key, ...error.path], error.value, error.cause)
  }
}

export function changeItems(
  { value, isJson }: PlacedValue & { readonly value: readonly unknown[] },
  { prefixItems = [], items }: Conversion,
  step: ConversionStep,
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

export function changeMembers(
  { value, isJson }: PlacedObject,
  { properties = {}, others }: Conversion,
  step: ConversionStep,
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
    // The property is defined rather than assigned, because it may be called "__proto__".
    Object.defineProperty(copy, name, {
      value: changed,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return copy ?? value
}
