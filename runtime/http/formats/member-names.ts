/** Names of an object's members in code, if they differ from those on the wire. */
export interface MemberNames {
  /** Name in code, by name on the wire. */
  nameOf(wire: string): string
  /** The object with member names of code. */
  shown(value: object): object
  /** The object with member names of the wire. */
  sent(value: object): object
}

/**
 * Creates it from pairs of names. If an object also has a member already named like another's code name, the
 * two are swapped: nothing is lost, and an object is sent as it was received.
 * @param names code names by wire names; no two are equal.
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
