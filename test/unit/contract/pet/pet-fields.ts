import type { Fault } from './pet-fault.ts'

/** A pet as stored by the service. */
export interface Pet {
  readonly id: string
  readonly tenant: string
  readonly toys: { id: number; label: unknown }[]
  fields: Record<string, unknown>
  /** Properties that clients cannot set. */
  owned: Record<string, unknown>
  isHidden: boolean
  puts: number
}

/** Properties of a new pet that clients cannot set. */
export const OWNED = { created_at: '2026-01-01T00:00:00Z', retired: false, healthy: false }

/** Default values of a pet's properties. */
export const EMPTY = { tag: null, born_at: null, weight: null, good: false }

const WRITABLE = ['name', 'kind', 'tag', 'born_at', 'weight', 'good']

/** Returns the properties in a body that a client is allowed to set. */
export function writable(text: string): Record<string, unknown> {
  const members = Object.entries(JSON.parse(text) as object)
  return Object.fromEntries(members.filter(([name]) => WRITABLE.includes(name)))
}

/** Returns a pet in the form used in responses. */
export function show(pet: Pet): Record<string, unknown> {
  return { id: pet.id, ...pet.owned, ...pet.fields }
}

/** Returns a new pet's fields, possibly changed by a fault. */
export function checkedFields(text: string, has: (fault: Fault) => boolean): Record<string, unknown> {
  const fields = { ...EMPTY, ...writable(text) }
  const { name, born_at } = JSON.parse(text)
  if (has('long-names-cut') && name !== undefined) Object.assign(fields, { name: name.slice(0, 30) })
  if (has('offset-dropped') && born_at !== undefined)
    Object.assign(fields, { born_at: born_at.replace(/[+-]\d\d:\d\d$/, 'Z') })
  if (has('text-is-ascii'))
    Object.assign(fields, { name: String(JSON.parse(text).name).replace(/[^ -~]/g, '?') })
  return fields
}
