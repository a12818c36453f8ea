import { randomInt } from 'node:crypto'

const longest = 48
const suffixLetters = 4

/**
 * Creates a slug from an organization's name: up to 48 lower-case letters, digits and hyphens. A name without
 * Latin letters and digits becomes `organization`.
 */
export function organizationSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s_-]/g, '')
    .replace(/[\s_-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '')
  return slug === '' ? 'organization' : slug
}

/** Creates another slug from a slug that is already in use: its beginning, and four random letters. */
export function varyOrganizationSlug(slug: string): string {
  const letters = Array.from({ length: suffixLetters }, () => String.fromCharCode(97 + randomInt(26)))
  return `${slug.slice(0, longest - suffixLetters - 1).replace(/-$/, '')}-${letters.join('')}`
}
