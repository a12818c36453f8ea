/**
 * Another spelling of the store's paths, as another framework would have it. The paths lead to the same
 * resources.
 */
export interface Spelling {
  /** The names of the path parameters. */
  readonly names: { readonly product_id: string; readonly review_id: string }
  /** True if every path ends in a slash, and does not exist without one. */
  readonly finalSlash: boolean
}

export const SPELLINGS = {
  plain: { names: { product_id: 'product_id', review_id: 'review_id' }, finalSlash: false },
  slash: { names: { product_id: 'product_id', review_id: 'id' }, finalSlash: true },
  model: { names: { product_id: 'product', review_id: 'review' }, finalSlash: false },
  pk: { names: { product_id: 'pk', review_id: 'review_pk' }, finalSlash: true },
  product_pk: { names: { product_id: 'product_pk', review_id: 'pk' }, finalSlash: true },
  key: { names: { product_id: 'key', review_id: 'key_2' }, finalSlash: false },
  slug: { names: { product_id: 'slug', review_id: 'review_slug' }, finalSlash: true },
  name: { names: { product_id: 'name', review_id: 'review_name' }, finalSlash: true },
} satisfies Record<string, Spelling>

export type SpellingName = keyof typeof SPELLINGS

/** Returns the store's document with that spelling. */
export function spellDocument(text: string, { names, finalSlash }: Spelling): string {
  const named = text.replace(/\b(product|review)_id\b/g, (name) => names[name as keyof typeof names])
  return finalSlash ? named.replace(/^( {2}\/.*):$/gm, '$1/:') : named
}

/** Converts a path from that spelling to the store's own, or back. A misspelt path leads nowhere. */
export function respell(path: string, { finalSlash }: Spelling): string {
  if (!finalSlash) return path
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`
}

/** Returns a page whose links to the next and previous pages have that spelling. */
export function respellPageLinks(body: Buffer, spelling: Spelling): Buffer {
  if (!spelling.finalSlash) return body
  const links = /"(next|previous)":"(https?:\/\/[^"/]+)(\/[^"?]*)/g
  const respelled = body
    .toString()
    .replace(links, (_link, name, origin, path) => `"${name}":"${origin}${respell(path, spelling)}`)
  return Buffer.from(respelled)
}
