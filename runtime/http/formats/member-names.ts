/** Names of an object's members in code, where they differ from those on the wire. */
export interface MemberNames {
  /** Name in code of a member on the wire. */
  nameOf(wire: string): string
  /** The object with its members as code calls them. */
  shown(value: object): object
  /** The object with its members as they travel. */
  sent(value: object): object
}

/**
 * Makes it of the names that the schema has and those of code. Where an object has a member besides that is
 * already called as code calls another one, the two exchange their names: nothing is lost, and what was
 * received is sent as it came.
 * @param names by the names that travel. No two have the same name in code.
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
