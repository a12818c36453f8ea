import type { Fault } from './pet-fault.ts'

/** A pet as the service keeps it. */
export interface Pet {
  readonly id: string
  readonly tenant: string
  readonly toys: { id: number; label: unknown }[]
  fields: Record<string, unknown>
  /** Members that no client sets. */
  owned: Record<string, unknown>
  isHidden: boolean
  puts: number
}

/** Members of a new pet that no client sets. */
export const OWNED = { created_at: '2026-01-01T00:00:00Z', retired: false, healthy: false }

/** Defaults of a pet's members. */
export const EMPTY = { tag: null, born_at: null, weight: null, good: false }

const WRITABLE = ['name', 'kind', 'tag', 'born_at', 'weight', 'good']

/** Members of a pet that a client may set, from a body. */
export function writable(text: string): Record<string, unknown> {
  const members = Object.entries(JSON.parse(text) as object)
  return Object.fromEntries(members.filter(([name]) => WRITABLE.includes(name)))
}

/** A pet as answers show it. */
export function show(pet: Pet): Record<string, unknown> {
  return { id: pet.id, ...pet.owned, ...pet.fields }
}

/** The fields of a new pet, as a faulty service may keep them. */
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
