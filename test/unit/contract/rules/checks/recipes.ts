import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const written = {
  title: { ...text, minLength: 1, maxLength: 80 },
  source: text,
  course: { ...text, enum: ['starter', 'main', 'dessert'] },
  public: { type: 'boolean' },
  steps: { type: 'array', items: text },
  nutrition: { type: 'object', additionalProperties: { type: 'integer' } },
}
const recipe = {
  type: 'object',
  required: ['id', ...Object.keys(written)],
  properties: { id: { type: 'integer', readOnly: true }, ...written },
}
const step = {
  type: 'object',
  required: ['op', 'path'],
  properties: { op: text, path: text, from: text, value: {} },
}
const none = Object.fromEntries([400, 404, 409, 415].map((status) => [status, { description: 'Refused.' }]))
const changes = { type: 'object', properties: written }

/** The media types for PATCH. */
export const MERGE = 'application/merge-patch+json'
export const PATCH = 'application/json-patch+json'

export const cookbook = (types: readonly string[] = [MERGE, 'application/json', PATCH]) =>
  described({
    '/recipes': {
      get: {
        operationId: 'listRecipes',
        responses: { ...answers({ type: 'array', items: recipe }), ...none },
      },
      post: {
        operationId: 'addRecipe',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { ...changes, required: Object.keys(written) } } },
        },
        responses: { ...answers(recipe, { status: 201 }), ...none },
      },
    },
    '/recipes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getRecipe', responses: { ...answers(recipe), ...none } },
      patch: {
        operationId: 'changeRecipe',
        requestBody: {
          required: true,
          content: Object.fromEntries(
            types.map((type) => [
              type,
              { schema: type === PATCH ? { type: 'array', items: step } : changes },
            ]),
          ),
        },
        responses: { ...answers(recipe), ...none },
      },
      delete: { operationId: 'dropRecipe', responses: { 204: { description: 'Gone.' }, ...none } },
    },
  })

type Values = Record<string, unknown>

/** An operation of a JSON Patch. */
export interface Step {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** A cookbook's faults. */
export interface WrongCookbook {
  readonly kept?: (values: Values, of: 'create' | 'change') => Values
  readonly steps?: (steps: readonly Step[]) => readonly Step[]
  /** True if changes before a failure are kept. */
  readonly isPartial?: boolean
  readonly isUntested?: boolean
  /** An operation that succeeds although what it needs does not exist. */
  readonly lenient?: 'remove' | 'move' | 'copy'
  readonly unescape?: (name: string) => string
  readonly merge?: (before: unknown, now: unknown, type: string) => unknown
}

class Impossible extends Error {}

/** Returns a cookbook that is correct except for the given faults. */
export function cookbookService(wrong: WrongCookbook = {}): (request: Request, text: string) => Response {
  const { kept = (values) => values, steps: shuffled = (steps) => steps, merge = merged } = wrong
  const { unescape: unescaped = (name) => name.replaceAll('~1', '/').replaceAll('~0', '~') } = wrong
  const recipes = new Map<string, Values>()
  let last = 0
  const namesIn = (path: string): string[] => path.split('/').slice(1).map(unescaped)
  const at = (holder: unknown, name: string): unknown => (holder as Values | undefined)?.[name]
  /** Sets a value, or removes the existing one; in a list, at an index. */
  const put = (
    root: Values,
    path: string,
    { isNew = false, value }: { isNew?: boolean; value?: unknown },
  ): void => {
    const names = namesIn(path)
    const name = names.pop() ?? ''
    const holder = names.reduce<unknown>(at, root)
    if (typeof holder !== 'object' || holder === null) throw new Impossible()
    const index = name === '-' ? (holder as unknown[]).length : Number(name)
    if (Array.isArray(holder)) holder.splice(index, isNew ? 0 : 1, ...(value === undefined ? [] : [value]))
    else if (value === undefined) delete (holder as Values)[name]
    else (holder as Values)[name] = value
  }
  const perform = (root: Values, { op, path, from = '', value }: Step): void => {
    const own = namesIn(path).reduce<unknown>(at, root)
    const moved = namesIn(from).reduce<unknown>(at, root)
    const needed = op === 'move' || op === 'copy' ? moved : op === 'add' ? true : own
    if (needed === undefined && op === wrong.lenient) return
    if (needed === undefined) throw new Impossible()
    if (op === 'test' && wrong.isUntested !== true && JSON.stringify(own) !== JSON.stringify(value))
      throw new Impossible()
    if (op === 'remove') put(root, path, {})
    if (op === 'move') put(root, from, {})
    if (op === 'replace') put(root, path, { value })
    if (op === 'add') put(root, path, { value, isNew: true })
    if (op === 'move' || op === 'copy') put(root, path, { value: moved, isNew: true })
  }
  return ({ method, url, headers }, body) => {
    const { pathname } = new URL(url)
    const id = pathname.split('/')[2] ?? ''
    if (pathname === '/recipes') {
      if (method === 'GET') return Response.json([...recipes.values()])
      const made = { ...kept(JSON.parse(body), 'create'), id: ++last }
      recipes.set(String(last), made)
      return Response.json(made, { status: 201 })
    }
    const found = recipes.get(id)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE') recipes.delete(id)
    if (method === 'DELETE') return new Response(null, { status: 204 })
    if (method === 'GET') return Response.json(found)
    const type = headers.get('content-type') ?? ''
    const value = JSON.parse(body)
    if (type !== PATCH) {
      recipes.set(id, merge(found, kept(value, 'change'), type) as Values)
      return Response.json(recipes.get(id))
    }
    const now = structuredClone(found)
    try {
      for (const one of shuffled(value)) perform(now, one)
    } catch (error) {
      if (!(error instanceof Impossible)) throw error
      if (wrong.isPartial === true) recipes.set(id, now)
      return new Response(null, { status: 409 })
    }
    recipes.set(id, now)
    return Response.json(now)
  }
}

function merged(before: unknown, now: unknown): unknown {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject(now)) return now
  const all = { ...(isObject(before) ? (before as Values) : {}) }
  for (const [name, value] of Object.entries(now as Values)) {
    if (value === null) delete all[name]
    else all[name] = merged(all[name], value)
  }
  return all
}
