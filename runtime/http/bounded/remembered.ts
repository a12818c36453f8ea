import { BoundedMap } from './bounded-map.ts'

/** Maximum number of keys, unless a cache specifies another number. */
const MOST = 256
/** Maximum number of characters of all keys together. */
const MOST_CHARACTERS = 2 ** 20

/**
 * Returns a function that creates and remembers the value of each key. The number of remembered keys is
 * limited, because callers and servers can supply any number of them.
 */
export function rememberedByKey<Key, Value extends {}>(
  make: (key: Key) => Value,
  { most = MOST }: { readonly most?: number } = {},
): (key: Key) => Value {
  const known = new BoundedMap<Key, Value>({ most, mostSize: MOST_CHARACTERS, sizeOf: charactersOf })
  return (key) => {
    const told = known.get(key)
    if (told !== undefined) return told
    const made = make(key)
    known.add(key, made)
    return made
  }
}

/**
 * Returns a function that creates the value of each object once. The value is forgotten with the object, so
 * that what is derived from a document lives as long as the document.
 */
export function rememberedByObject<Key extends object, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const told = known.get(key)
    if (told !== undefined) return told.value
    const value = make(key)
    known.set(key, { value })
    return value
  }
}

function charactersOf(key: unknown): number {
  return typeof key === 'string' ? key.length : 0
}
