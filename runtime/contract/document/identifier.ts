/** A text or number as a path parameter writes it; `undefined` for everything else. */
export function asIdentifier(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}

/** Where an item keeps the name that a list gives it, beside what the server says of it. */
const NAME = Symbol('name in a list')

/** An item of a list that is an object by name: "{ a.txt: { size: 3 } }". */
export function listedAs(name: string, item: object): object {
  return { ...item, [NAME]: name }
}

/** The name that a list gave an item; `undefined` where it gives none. */
export function listedName(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !(NAME in item)) return undefined
  return String(item[NAME])
}
