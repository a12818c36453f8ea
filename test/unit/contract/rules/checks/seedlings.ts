import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const written = {
  name: { ...text, minLength: 1 },
  doses: { type: 'object', additionalProperties: { type: 'integer' } },
}
const seedling = {
  type: 'object',
  required: ['id', 'name', 'doses'],
  properties: { id: { type: 'integer', readOnly: true }, ...written },
}
const input = { type: 'object', required: ['name', 'doses'], properties: written }
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const entry = {
  type: 'object',
  required: ['index', 'seedling'],
  properties: { index: { type: 'integer' }, seedling },
}
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const tray = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', readOnly: true }, label: text },
}

/** Trays of seedlings, of which several are put in at once. */
export const nursery = () =>
  described({
    '/trays': {
      post: {
        operationId: 'addTray',
        requestBody: body({ type: 'object', properties: { label: text } }),
        responses: { ...answers(tray, { status: 201 }), ...none },
      },
    },
    '/trays/{tray_id}': {
      parameters: [id('tray_id')],
      get: { operationId: 'getTray', responses: { ...answers(tray), ...none } },
      delete: { operationId: 'dropTray', responses: { 204: { description: 'Gone.' }, ...none } },
    },
    '/trays/{tray_id}/seedlings': {
      parameters: [id('tray_id')],
      get: {
        operationId: 'listSeedlings',
        responses: { ...answers({ type: 'array', items: seedling }), ...none },
      },
    },
    '/trays/{tray_id}/seedlings/bulk': {
      parameters: [id('tray_id')],
      post: {
        operationId: 'addSeedlings',
        requestBody: body({
          type: 'object',
          required: ['items'],
          properties: { items: { type: 'array', minItems: 1, items: input } },
        }),
        responses: {
          ...answers({ type: 'object', properties: { results: { type: 'array', items: entry } } }),
          ...none,
        },
      },
    },
  })

export interface Seedling {
  readonly name: string
  readonly doses: Readonly<Record<string, number>>
}

/** How a nursery is wrong. */
export interface WrongNursery {
  readonly stored?: (all: readonly Seedling[]) => readonly Seedling[]
  readonly answered?: <Entry>(entries: readonly Entry[]) => readonly Entry[]
  /** Whether what comes before a wrong one stays. */
  readonly isPartial?: boolean
}

/** A nursery, correct but for what is named. */
export function nurseryService(wrong: WrongNursery = {}): (request: Request, text: string) => Response {
  const { stored = (all) => all, answered = (entries) => entries } = wrong
  const trays = new Map<string, (Seedling & { readonly id: number })[]>()
  let last = 0
  return ({ method, url }, text) => {
    const [, , tray = '', below] = new URL(url).pathname.split('/')
    if (tray === '') {
      const made = { ...JSON.parse(text), id: ++last }
      trays.set(String(last), [])
      return Response.json(made, { status: 201 })
    }
    const own = trays.get(tray)
    if (own === undefined) return new Response(null, { status: 404 })
    if (below === undefined) {
      if (method === 'DELETE') trays.delete(tray)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ id: Number(tray) })
    }
    if (method === 'GET') return Response.json(own)
    const sent: readonly Seedling[] = JSON.parse(text).items
    const isRight = (one: Seedling) => typeof one.name === 'string' && typeof one.doses === 'object'
    const right = sent.slice(0, sent.every(isRight) ? sent.length : sent.findIndex((one) => !isRight(one)))
    if (right.length < sent.length && wrong.isPartial !== true) return new Response(null, { status: 400 })
    const made = stored(right).map((one) => ({ ...one, id: ++last }))
    own.push(...made)
    if (right.length < sent.length) return new Response(null, { status: 400 })
    const results = made.map((seedling, index) => ({ index, seedling }))
    return Response.json({ results: answered(results) })
  }
}
