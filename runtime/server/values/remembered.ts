/**
 * Maximum number of keys. Callers choose many of them, so a new key replaces the oldest, and nobody can block
 * the cache.
 */
const MOST = 256

/** Creates a function that computes each key's value only once. */
export function rememberedByKey<Key, Value extends {}>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const told = known.get(key)
    if (told !== undefined) return told
    const made = make(key)
    const [oldest] = known.size < MOST ? [] : known.keys()
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, made)
    return made
  }
}
