import { BoundedMap } from './bounded-map.ts'

/** Maximum number of keys, unless a cache says another. */
const MOST = 256
/** Maximum number of characters of all keys together. */
const MOST_CHARACTERS = 2 ** 20

/** A function that creates the value of each key once. Callers and servers choose many of the keys. */
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

function charactersOf(key: unknown): number {
  return typeof key === 'string' ? key.length : 0
}
