import { FLAT_ANYTHING, type Flat } from './flat.ts'

/** True for a schema that consists only of alternatives. */
export function isFlatUnion({
  choices,
  fits,
  types,
  discriminator,
  default: _,
  isDeprecated,
  ...own
}: Flat): boolean {
  if (choices.length !== 1) return false
  return Object.values(own).every(isNothing)
}

/** A schema's keywords except its alternatives. */
export function flatBesideUnion(flat: Flat, { isTyped }: { readonly isTyped: boolean }): Flat {
  const { default: value, isDeprecated, discriminator, types } = flat
  const isNullable = isTyped && types?.has('null') === true
  return {
    ...FLAT_ANYTHING,
    types: new Set(isNullable ? ['null'] : []),
    default: value,
    isDeprecated,
    discriminator,
  }
}

/** True for a schema that restricts its values only by type. */
export function isPlainFlat({
  types,
  fits,
  discriminator: _,
  default: __,
  isDeprecated,
  ...own
}: Flat): boolean {
  return types !== undefined && Object.values(own).every(isNothing)
}

function isNothing(value: Flat[keyof Flat]): boolean {
  if (value === undefined || value === false) return true
  if (value instanceof Map || value instanceof Set) return value.size === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}
