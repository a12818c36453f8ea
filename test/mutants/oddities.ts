import { isFields } from './exchange.ts'
import type { Ask, Visit } from './exercise.ts'

/**
 * Requests that few clients send: other media types, nearly right keys, odd
 * characters, huge numbers, conditions.
 */

const ODD_TEXTS = ['%00', '%F0%9F%98%80', '9223372036854775808']

/** @returns headers whose keys are nearly the owner's. */
export function nearlyOwners(owner: Readonly<Record<string, string>>): Record<string, string>[] {
  const edits = [
    (key: string) => `${key}x`,
    (key: string) => key.toUpperCase().replace('BEARER', 'Bearer'),
    (key: string) => key.slice(0, -1),
    (key: string) => `${key.slice(0, -1)}-`,
  ]
  return Object.entries(owner).flatMap(([name, key]) => edits.map((edit) => ({ [name]: edit(key) })))
}

/** Lists a collection and creates items in it. */
export async function askOddly({ walk, ask, collection, stranger }: Visit): Promise<void> {
  const { create, queries = [] } = walk
  for (const text of ODD_TEXTS) {
    await ask('GET', `${collection}/${text}`)
    for (const name of ['offset', 'cursor', 'search']) await ask('GET', `${collection}?${name}=${text}`)
  }
  for (const query of [...queries, ...queries.map((text) => `${text}&limit=1`), 'limit=100'])
    await ask('GET', `${collection}?${query}`)
  await ask('GET', collection, { accept: 'text/csv' })
  if (create === undefined) return
  const body = create()
  await ask('POST', collection, { body })
  await ask('POST', collection, { body })
  const text = JSON.stringify(create())
  await ask('POST', collection, { body: text, mediaType: 'text/plain' })
  await ask('POST', collection, { body: new TextEncoder().encode(text) })
  const key = { 'idempotency-key': crypto.randomUUID() }
  for (const sent of [create(), create(), { ...create(), customer: 'Another' }])
    await ask('POST', collection, { body: sent, more: key })
  await ask('POST', collection, { body: create(), headers: stranger, more: key })
}

/** Sends conditional and partly wrong changes of an item. */
export async function changeOddly({ walk, ask, collection }: Visit, item: string): Promise<void> {
  const { create, changes = [], variants = [], changeMethod = 'PATCH', changeType } = walk
  const [change = {}] = changes
  const body = changeMethod === 'PUT' ? { ...create?.(), ...change } : change
  const as = changeType === undefined ? {} : { mediaType: changeType }
  for (const tag of ['"other"', '*']) {
    await ask(changeMethod, item, { ...as, body, more: { 'if-match': tag } })
    await ask('GET', item, { more: { 'if-none-match': tag } })
  }
  await ask(changeMethod, item, { body: JSON.stringify(body), mediaType: 'text/plain' })
  for (const variant of variants) await ask(changeMethod, item, { ...as, body: { ...body, ...variant } })
  const spare = create && (await ask('POST', collection, { body: create() }))
  if (isFields(spare))
    await ask('DELETE', `${collection}/${spare['id']}`, { more: { 'if-match': '"other"' } })
}

/** Forms, whole and broken. */
export async function sendForms(ask: Ask, path: string): Promise<void> {
  const mediaType = 'multipart/form-data'
  await ask('PUT', path, { body: 'no form', mediaType })
  await ask('PUT', path, { body: 'no form', mediaType: `${mediaType}; boundary=x` })
}
