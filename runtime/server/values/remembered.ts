/**
 * Maximum number of keys. Callers choose many of them: a new one replaces the oldest, so that nobody can
 * block the cache.
 */
const MOST = 256

/** A function that creates the value of each key once. */
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
