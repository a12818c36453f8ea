import { randomInt } from 'node:crypto'

const longest = 48
const suffixLetters = 4

/**
 * Makes the slug that an organization's name asks for: lower-case letters, digits and hyphens, at most 48.
 * A name without any Latin letter or digit gives `organization`.
 */
export function slugify(name: string): string {
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

/** Makes another slug for when the one asked for is taken: its start, and four random letters. */
export function varySlug(slug: string): string {
  const letters = Array.from({ length: suffixLetters }, () => String.fromCharCode(97 + randomInt(26)))
  return `${slug.slice(0, longest - suffixLetters - 1).replace(/-$/, '')}-${letters.join('')}`
}
