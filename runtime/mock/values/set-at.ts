import { isObject, memberOf } from '@concordat/runtime/json'

/** A value with another one at a path of member names; what lacks on the way is made. */
export function setAt(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner
  const own = isObject(value) ? value : {}
  return { ...own, [name]: setAt(memberOf(own, name), rest, inner) }
}

/** A value without the member at a path. */
export function withoutAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || !isObject(value) || !Object.hasOwn(value, name)) return value
  if (rest.length > 0) return { ...value, [name]: withoutAt(value[name], rest) }
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))
}
