/** The read and write scopes of everything that the document's operations access. */
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

/** Stands for every scope, including scopes in later versions. */
export const everyScope = '*'

/** True if a string is valid as a key's scope. */
export function isScope(text: string): boolean {
  return text === everyScope || scopes.some((scope) => scope === text)
}

/** True if a key's scopes include the required scope. `*` includes all scopes, and write includes read. */
export function keySatisfiesScope(held: readonly string[], needed: string): boolean {
  return (
    held.includes(needed) || held.includes(everyScope) || held.includes(needed.replace(/:read$/, ':write'))
  )
}
