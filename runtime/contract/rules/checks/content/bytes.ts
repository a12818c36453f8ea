import { counted } from '../../../lexicon/lexicon.ts'

/** Maximum number of a file's bytes that a finding shows. */
const MOST_SHOWN = 12

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** Describes a file by its length and, in hexadecimal, the first bytes that differ from the other file. */
export function bytesTold(bytes: Uint8Array, other: Uint8Array): string {
  const first = bytes.findIndex((byte, index) => byte !== other[index])
  const from = first === -1 ? Math.min(bytes.length, other.length) : first
  const shown = [...bytes.subarray(from, from + MOST_SHOWN)].map((byte) => byte.toString(16).padStart(2, '0'))
  const end = from + MOST_SHOWN < bytes.length ? ' …' : ''
  const part = shown.length === 0 ? '' : ` (from byte ${from}: ${shown.join(' ')}${end})`
  return `${counted(bytes.length, 'byte')}${part}`
}
