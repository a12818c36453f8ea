/** Callers choose many of the keys: beyond this number, values are made anew each time. */
const MOST = 256

/** A function that makes what belongs to a key once. */
export function remembered<Key, Value extends {}>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const told = known.get(key)
    if (told !== undefined) return told
    const made = make(key)
    if (known.size < MOST) known.set(key, made)
    return made
  }
}
