import { randomInt } from 'node:crypto'

const longest = 48
const suffixLetters = 4

/**
 * Creates a slug from an organization's name: lower-case letters, digits and hyphens, at most 48. A name
 * without Latin letters and digits gives `organization`.
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

/** Creates another slug if the first is taken: its start, and four random letters. */
export function varyOrganizationSlug(slug: string): string {
  const letters = Array.from({ length: suffixLetters }, () => String.fromCharCode(97 + randomInt(26)))
  return `${slug.slice(0, longest - suffixLetters - 1).replace(/-$/, '')}-${letters.join('')}`
}
