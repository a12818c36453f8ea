import { type Fields, isFields } from './exchange.ts'
import { askOddly, changeOddly, nearlyOwners, sendForms } from './oddities.ts'
import type { Subject } from './subject.ts'

/** A collection with items, and the requests to send to it. */
export interface Walk {
  /** Path of the collection, relative to an item of the previous walk. */
  readonly path: string
  /** Operations that the walk calls. */
  readonly operations: readonly string[]
  /** Creates the body of a new item; absent if items cannot be created. */
  readonly create?: () => Fields
  /** Valid bodies of changes. */
  readonly changes?: readonly Fields[]
  /** Changes to a valid creation, most of which make it invalid; `undefined` removes a property. */
  readonly variants?: readonly Fields[]
  /** "PATCH" or "PUT": a replacement sends a whole item. */
  readonly changeMethod?: 'PATCH' | 'PUT'
  /** Media type of a change. Default: "application/json". */
  readonly changeType?: string
  /** A file for each item, sent as a form: "image". */
  readonly form?: string
  readonly actions?: readonly string[]
  /** Body of the actions. */
  readonly actionBody?: Fields
  readonly queries?: readonly string[]
  /** Scopes that allow some of the operations, and scopes that allow none. */
  readonly scopes?: readonly string[]
  /** Ids of existing items. */
  readonly ids?: readonly string[]
}

/** Sends one request; ends the walk by throwing {@link Enough}. */
export type Ask = (method: string, path: string, options?: AskOptions) => Promise<unknown>

interface AskOptions {
  /** Bytes are sent without a Content-Type. */
  readonly body?: unknown
  /** The caller's credentials; default: the owner's. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers in addition to the caller's credentials. */
  readonly more?: Readonly<Record<string, string>>
  readonly accept?: string
  /** Default: "application/json". */
  readonly mediaType?: string
}

/** Thrown if there is no need to go on. */
class Enough extends Error {}

export interface Visit {
  readonly walk: Walk
  readonly ask: Ask
  readonly collection: string
  /** Headers of each caller other than the owner. */
  readonly callers: readonly Readonly<Record<string, string>>[]
  /** Headers of another tenant's caller. */
  readonly stranger: Readonly<Record<string, string>>
  /** The same collection below one of that tenant's parents. */
  readonly foreign?: string
}

/**
 * Sends nearly every request that can be sent, valid and invalid, without judging the responses, until
 * `isEnough` returns true.
 * @param walks each is below an item of the previous one. Only the last one is walked; the others create its
 * parents.
 */
export async function exercise(
  { baseUrl, subject, isEnough }: { baseUrl: string; subject: Subject; isEnough: () => boolean },
  walks: readonly Walk[],
): Promise<void> {
  const owner = headersOf(subject.credentials)
  const ask: Ask = async (method, path, { body, headers = owner, mediaType, more, accept } = {}) => {
    const isWritten = typeof body === 'string' || body instanceof Uint8Array
    const content = body === undefined ? {} : { body: isWritten ? (body as string) : JSON.stringify(body) }
    const isTyped = body !== undefined && !(body instanceof Uint8Array)
    const type = isTyped ? { 'content-type': mediaType ?? 'application/json' } : {}
    const wanted = accept === undefined ? {} : { accept }
    const all = { ...type, ...wanted, ...headers, ...more }
    const init = { method, headers: all, ...content, redirect: 'manual' as const }
    const response = await fetch(baseUrl + path, init)
    const text = await response.text()
    if (isEnough()) throw new Enough()
    return parse(text)
  }
  try {
    const stranger = headersOf(subject.strangerCredentials)
    let parents: readonly [string, string] = ['', '']
    let foreign: string | undefined
    for (const walk of walks) {
      const [collection, elsewhere] = parents.map((parent) => `${parent}/${walk.path}`) as [string, string]
      if (walk === walks.at(-1)) {
        const callers = await callersFor(subject, walk)
        const below = foreign === undefined ? {} : { foreign: `${foreign}/${walk.path}` }
        const visit = { walk, ask, collection, callers, stranger, ...below }
        const items = await visitCollection(visit)
        await visitItems(visit, { items, elsewhere })
      } else {
        const [first, second] = await makeItems({ walk, ask, collection })
        parents = [`${collection}/${idOf(first)}`, `${collection}/${idOf(second)}`]
        if (walk === walks[0]) {
          const theirs = await ask('POST', collection, { body: walk.create?.(), headers: stranger })
          foreign = `${collection}/${idOf(theirs)}`
        }
      }
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the headers that carry a credential in the two services. */
function headersOf(credentials: Readonly<Record<string, string>>): Record<string, string> {
  const { PersonalApiKey, ApiKey } = credentials
  if (PersonalApiKey !== undefined) return { authorization: `Bearer ${PersonalApiKey}` }
  return ApiKey === undefined ? {} : { 'x-api-key': ApiKey }
}

/**
 * Callers with the fewest permissions come first, because a caller who is allowed to delete an item ends all
 * further requests for it.
 */
async function callersFor(subject: Subject, { scopes = [] }: Walk): Promise<Record<string, string>[]> {
  const narrow: Record<string, string>[] = []
  for (const scope of scopes) {
    const credentials = await subject.makeScopedCredentials?.([scope])
    if (credentials !== undefined) narrow.push(headersOf(credentials))
  }
  const owner = headersOf(subject.credentials)
  const reader = subject.readOnlyCredentials
  const lowerCase = Object.entries(owner).map(([name, value]) => [name, value.replace('Bearer', 'bearer')])
  return [
    {},
    ...Object.keys(owner).flatMap((name) =>
      ['Bearer unknown', 'Basic dXNlcjpwYXNz', 'unknown'].map((value) => ({ [name]: value })),
    ),
    ...nearlyOwners(owner),
    ...(reader === undefined ? [] : [headersOf(reader)]),
    headersOf(subject.strangerCredentials),
    ...narrow,
    Object.fromEntries(lowerCase),
  ]
}

function idOf(item: unknown): string {
  return isFields(item) ? String(item['id']) : 'none'
}

async function makeItems({
  walk,
  ask,
  collection,
}: Pick<Visit, 'walk' | 'ask' | 'collection'>): Promise<unknown[]> {
  const items: unknown[] = []
  for (let count = 0; count < 3 && walk.create !== undefined; count += 1)
    items.push(await ask('POST', collection, { body: walk.create() }))
  return items
}

/** Sends valid and invalid creations and list requests from all callers. */
async function visitCollection(visit: Visit): Promise<readonly unknown[]> {
  const { walk, ask, collection, callers } = visit
  const { create, variants = [], queries = [] } = walk
  const items = await makeItems({ walk, ask, collection })
  await ask('GET', collection)
  const pages = [
    'limit=1',
    'limit=2',
    'limit=1&offset=1',
    'limit=1&offset=2',
    'limit=x',
    'limit=1000',
    'offset=1',
  ]
  for (const query of [...pages, ...queries]) await ask('GET', `${collection}?${query}`)
  const page = await ask('GET', `${collection}?limit=1`)
  if (isFields(page) && typeof page['next_cursor'] === 'string')
    await ask('GET', `${collection}?limit=1&cursor=${page['next_cursor']}`)
  for (const headers of callers) {
    for (const query of ['', ...queries.slice(0, 1).map((text) => `?${text}`)])
      await ask('GET', collection + query, { headers })
    if (create !== undefined) await ask('POST', collection, { headers, body: create() })
  }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'POST', 'HEAD']) await ask(method, collection)
  await ask('GET', `${collection}/`)
  const unknown = collection.replace(/(?<=\/(organizations|projects|products)\/)[^/]+/, '999999999')
  const lost = collection.replace(/(?<=\/organizations\/)[^/]+/, crypto.randomUUID())
  for (const path of [unknown, lost]) {
    await ask('GET', path)
    if (create !== undefined) await ask('POST', path, { body: create() })
  }
  await askOddly(visit)
  if (create === undefined) return items
  for (const change of variants) await ask('POST', collection, { body: { ...create(), ...change } })
  await spoil(ask, ['POST', collection])
  return items
}

/** Sends bodies that are not JSON objects, and an empty one. */
async function spoil(ask: Ask, [method, path]: readonly [string, string]): Promise<void> {
  await ask(method, path, { body: '{' })
  await ask(method, path, { body: [] })
  await ask(method, path, { body: {} })
  await ask(method, path, { body: {}, mediaType: 'text/plain' })
}

/** Sends reads, changes, actions and deletions from all callers, for items that exist and for others. */
async function visitItems(
  visit: Visit,
  { items, elsewhere }: { items: readonly unknown[]; elsewhere: string },
): Promise<void> {
  const { walk, ask, collection, callers, foreign } = visit
  const {
    create,
    changeType: mediaType = 'application/json',
    form,
    changes = [],
    variants = [],
    changeMethod = 'PATCH',
    actions = [],
    ids = [],
    actionBody = {},
  } = walk
  const known = [...items.map(idOf), ...ids]
  const [id = 'none'] = known
  const item = `${collection}/${id}`
  const whole = (change: Fields): Fields => (changeMethod === 'PUT' ? { ...create?.(), ...change } : change)
  await ask('GET', item)
  for (const change of [...changes, ...changes.toReversed()]) {
    await ask(changeMethod, item, { body: whole(change), mediaType })
    await ask('GET', item)
  }
  for (const action of [...actions, ...actions]) {
    await ask('POST', `${item}/${action}`, { body: actionBody })
    await ask('GET', item)
    await ask('GET', collection)
    await ask('GET', `${item}/${action}`)
  }
  for (const change of variants) await ask(changeMethod, item, { body: whole(change), mediaType })
  await changeOddly(visit, item)
  if (form !== undefined) await sendForms(ask, `${item}/${form}`)
  await spoil(ask, [changeMethod, item])
  for (const method of ['PUT', 'POST', 'PATCH', 'HEAD']) await ask(method, item)
  const [change = {}] = changes
  const nobodys = [crypto.randomUUID(), '999999999', 'nope'].map((unknown) => `${collection}/${unknown}`)
  const strange = foreign === undefined ? [] : [`${foreign}/${id}`]
  for (const path of [...nobodys, `${elsewhere}/${id}`, ...strange])
    await useItem({ ask, actions }, { path, changeMethod, body: whole(change), mediaType })
  for (const headers of callers) {
    const path = `${collection}/${known.at(-1)}`
    await useItem({ ask, actions }, { path, changeMethod, body: whole(change), mediaType, headers })
  }
  await ask('DELETE', item)
  await ask('GET', item)
  await ask('GET', `${collection}?limit=100`)
  await ask('DELETE', item)
  await ask(changeMethod, item, { body: whole(change), mediaType })
}

async function useItem(
  { ask, actions }: { ask: Ask; actions: readonly string[] },
  use: {
    path: string
    changeMethod: string
    body: Fields
    mediaType: string
    headers?: Readonly<Record<string, string>>
  },
): Promise<void> {
  const { path, changeMethod, body, mediaType, headers } = use
  const as = headers === undefined ? {} : { headers }
  await ask('GET', path, as)
  await ask(changeMethod, path, { ...as, body, mediaType })
  for (const action of actions) await ask('POST', `${path}/${action}`, { ...as, body: {} })
  await ask('DELETE', path, as)
}
