import { isObject } from '@concordat/runtime/json'

/**
 * Returns the first difference between two values, with its path; `undefined` if they are equal. Properties
 * that are `undefined` count as absent.
 */
export async function difference(sent: unknown, received: unknown, path = ''): Promise<string | undefined> {
  if (sent instanceof Blob) {
    if (!(received instanceof Blob)) return differs(path, 'octets', received)
    const [left, right] = await Promise.all([sent.bytes(), received.bytes()])
    return Buffer.from(left).equals(Buffer.from(right)) ? undefined : `${path}: other octets came`
  }
  if (Array.isArray(sent) && Array.isArray(received)) {
    if (sent.length !== received.length) return differs(path, sent, received)
    for (const [index, item] of sent.entries()) {
      const found = await difference(item, received[index], `${path}/${index}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (isObject(sent) && isObject(received) && !(received instanceof Blob)) {
    for (const name of new Set([...Object.keys(sent), ...Object.keys(received)])) {
      const found = await difference(sent[name], received[name], `${path}/${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return Object.is(sent, received) || (sent === 0 && received === 0)
    ? undefined
    : differs(path, sent, received)
}

/**
 * Converts a value to the form in which parameters and forms transmit it. Scalars become strings, and null
 * and empty lists and objects are omitted. A list of one becomes its item, because the two cannot be
 * distinguished on the wire.
 * @see RFC 6570, 2.3
 */
export function wireForm(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (value instanceof Blob || typeof value !== 'object') return value instanceof Blob ? value : String(value)
  const members = Object.entries(value)
    .map(([name, member]) => [name, wireForm(member)] as const)
    .filter(([, member]) => member !== undefined)
  if (members.length === 0) return undefined
  if (!Array.isArray(value)) return Object.fromEntries(members)
  return members.length === 1 ? members[0]?.[1] : members.map(([, member]) => member)
}

function differs(path: string, sent: unknown, received: unknown): string {
  return `${path}: sent ${shown(sent)}, received ${shown(received)}`
}

const LONGEST_SHOWN = 120

function shown(value: unknown): string {
  const text = value instanceof Blob ? 'octets' : (JSON.stringify(value) ?? String(value))
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
