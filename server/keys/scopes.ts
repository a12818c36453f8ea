/**
 * Every scope that an operation of the document needs, and the write scopes of things that can be written.
 */
export const scopes = [
  'organization:read',
  'organization:write',
  'organization_member:read',
  'organization_member:write',
  'batch_export:read',
  'batch_export:write',
  'plugin:read',
  'plugin:write',
  'person:read',
  'person:write',
  'cohort:read',
  'cohort:write',
  'activity_log:read',
  'activity_log:write',
  'project:read',
  'project:write',
] as const

/** Stands for every scope, also those that later versions add. */
export const everyScope = '*'

/** True if a text can be a key's scope. */
export function isScope(text: string): boolean {
  return text === everyScope || scopes.some((scope) => scope === text)
}

/**
 * True if the scopes that a key holds include a needed one: `*` includes all, and writing implies reading.
 */
export function satisfies(held: readonly string[], needed: string): boolean {
  return (
    held.includes(needed) || held.includes(everyScope) || held.includes(needed.replace(/:read$/, ':write'))
  )
}
