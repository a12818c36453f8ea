/**
 * Callers choose many of the keys: a new one replaces the oldest, so that nobody
 * can fill this up for all others.
 */
const MOST = 256

/** A function that makes what belongs to a key once. */
export function remembered<Key, Value extends {}>(make: (key: Key) => Value): (key: Key) => Value {
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
