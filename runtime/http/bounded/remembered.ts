/** Maximum number of keys, unless a cache says another. */
const MOST = 256
/** Maximum number of characters of all keys together. */
const MOST_CHARACTERS = 2 ** 20

/**
 * A function that creates the value of each key once. Callers and servers choose many of the keys: a new one
 * replaces the oldest, so that nobody can fill the memory or block the cache.
 */
export function rememberedByKey<Key, Value extends {}>(
  make: (key: Key) => Value,
  { most = MOST }: { readonly most?: number } = {},
): (key: Key) => Value {
  const known = new Map<Key, Value>()
  let characters = 0
  return (key) => {
    const told = known.get(key)
    if (told !== undefined) return told
    const made = make(key)
    characters += charactersOf(key)
    for (const oldest of known.keys()) {
      if (known.size < most && characters <= MOST_CHARACTERS) break
      known.delete(oldest)
      characters -= charactersOf(oldest)
    }
    known.set(key, made)
    return made
  }
}

function charactersOf(key: unknown): number {
  return typeof key === 'string' ? key.length : 0
}
