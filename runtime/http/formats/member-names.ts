/** A mapping between an object's property names on the wire and in code. */
export interface MemberNames {
  /** Returns the name in code for a name on the wire. */
  nameOf(wire: string): string
  /** Returns the object with the property names used in code. */
  shown(value: object): object
  /** Returns the object with the property names used on the wire. */
  sent(value: object): object
}

/**
 * Creates a mapping from pairs of names. If another property of an object already has the code name of a
 * property, the two names are swapped, so that nothing is lost and an object is sent as it was received.
 * @param names code names by wire names; no two code names are equal.
 */
export function memberNames(names: Readonly<Record<string, string>>): MemberNames {
  const shown = new Map(Object.entries(names))
  const sent = new Map([...shown].map(([wire, name]) => [name, wire]))
  for (const name of [...shown.values()]) {
    if (shown.has(name)) continue
    let free = name
    for (let wire = sent.get(free); wire !== undefined; wire = sent.get(free)) free = wire
    shown.set(name, free)
    sent.set(free, name)
  }
  return {
    nameOf: (wire) => shown.get(wire) ?? wire,
    shown: (value) => renamed(value, shown),
    sent: (value) => renamed(value, sent),
  }
}

function renamed(value: object, names: ReadonlyMap<string, string>): object {
  const members = Object.entries(value)
  if (!members.some(([name]) => names.has(name))) return value
  return Object.fromEntries(members.map(([name, member]) => [names.get(name) ?? name, member]))
}
