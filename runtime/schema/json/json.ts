/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value's JSON type: "null", "boolean", "number", "string", "array" or "object". */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/**
 * An object's property by name, or an array's item by its index as a string; `undefined` if it does not
 * exist. Inherited names such as `toString`, and an array's `length`, do not count.
 */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Array.isArray(value) && name === 'length' ? undefined : Reflect.get(value, name)
}

/** The value at a path of property names and indexes; `undefined` if there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce(memberOf, value)
}

/**
 * A copy of a value with `inner` at a path of property names and existing indexes. Properties missing on the
 * path are added.
 */
export function setAt(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner
  if (Array.isArray(value) && memberOf(value, name) !== undefined)
    return value.map((item, index) => (String(index) === name ? setAt(item, rest, inner) : item))
  const own = isObject(value) ? value : {}
  return { ...own, [name]: setAt(memberOf(own, name), rest, inner) }
}

/** A copy of a value without the property at a path. */
export function withoutAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || !isObject(value) || !Object.hasOwn(value, name)) return value
  if (rest.length > 0) return { ...value, [name]: withoutAt(value[name], rest) }
  return Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))
}
