import type { Fields } from './exchange.ts'

/**
 * The store's requirements for bodies, written by hand, because the checks of the document and of its server
 * must not share code.
 */

/** For each property, a function that returns true for values that the document allows. */
export type Rules = Readonly<Record<string, (value: unknown) => boolean>>

/** True for a string with this many characters. */
export const isText =
  (least: number, most: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && [...value].length >= least && [...value].length <= most

export const isInteger = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most

/** Categories of products. */
export const CATEGORIES: readonly unknown[] = ['book', 'game', 'tool']

const isTag = (value: unknown) => typeof value === 'string' && /^[a-z]{1,12}$/.test(value)

const isTags = (value: unknown) =>
  Array.isArray(value) && value.length <= 5 && new Set(value).size === value.length && value.every(isTag)

/** Writable properties of a product, all of them required. */
export const productRules: Rules = {
  name: isText(1, 80),
  price_cents: isInteger(0, 10_000_000),
  category: (value) => CATEGORIES.includes(value),
  description: (value) => value === null || isText(0, 500)(value),
  tags: isTags,
}

/** Writable properties of a review, all of them required. */
export const reviewRules: Rules = {
  author: (value) =>
    isText(3, 254)(value) && /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(value),
  rating: isInteger(1, 5),
  text: isText(0, 1000),
}

/**
 * Reads the writable properties of a body.
 * @returns the name of a missing or invalid property if there is one.
 */
export function readFields(body: Fields, rules: Rules): Fields | string {
  const wrong = Object.entries(rules).find(([name, allows]) => !allows(body[name]))
  if (wrong !== undefined) return wrong[0]
  return Object.fromEntries(Object.keys(rules).map((name) => [name, body[name]]))
}
