import { isObject } from '@concordat/runtime/json'
import { excerpt } from '../exchange/excerpt.ts'

/** What is wrong as a title has room for it: of a list or an object, what it lacks says more than all that it has. */
export function breach(expected: string, value: unknown): string {
  const isLong = isObject(value) || Array.isArray(value)
  return isLong ? expected : `${expected}, and is ${excerpt(JSON.stringify(value) ?? 'nothing')}`
}
