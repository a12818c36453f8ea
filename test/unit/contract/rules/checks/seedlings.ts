import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const written = {
  name: { ...text, minLength: 1 },
  doses: { type: 'object', additionalProperties: { type: 'integer' } },
  soil_id: { type: ['integer', 'null'] },
}
const seedling = {
  type: 'object',
  required: ['id', 'name', 'doses'],
  properties: { id: { type: 'integer', readOnly: true }, ...written },
}
const input = { type: 'object', required: ['name', 'doses'], properties: written }
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const soil = {
  type: 'object',
  required: ['id', 'kind'],
  properties: { id: { type: 'integer', readOnly: true }, kind: text },
}
const entry = {
  type: 'object',
  required: ['index'],
  properties: { index: { type: 'integer' }, status: { type: 'integer' }, seedling },
}
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const tray = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', readOnly: true }, label: text },
}

/** Trays of seedlings, with bulk creation. */
export const nursery = () =>
  described({
    '/soils': {
      get: { operationId: 'listSoils', responses: answers({ type: 'array', items: soil }) },
      post: {
        operationId: 'addSoil',
        requestBody: body({ type: 'object', required: ['kind'], properties: { kind: text } }),
        responses: { ...answers(soil, { status: 201 }), ...none },
      },
    },
    '/soils/{soil_id}': {
      parameters: [id('soil_id')],
      get: { operationId: 'getSoil', responses: { ...answers(soil), ...none } },
      delete: { operationId: 'dropSoil', responses: { 204: { description: 'Gone.' }, ...none } },
    },
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
          ...answers(
            { type: 'object', properties: { results: { type: 'array', items: entry } } },
            { status: 207 },
          ),
          ...none,
        },
      },
    },
  })

export interface Seedling {
  readonly name: string
  readonly doses: Readonly<Record<string, number>>
  readonly soil_id?: number | null
}

/** A nursery's faults. */
export interface WrongNursery {
  readonly stored?: (all: readonly Seedling[]) => readonly Seedling[]
  readonly answered?: <Entry>(entries: readonly Entry[]) => readonly Entry[]
  /** True if items before an invalid one are kept. */
  readonly isPartial?: boolean
  /** The handling of an item whose soil is unknown. */
  readonly partly?: 'not told' | 'told as a success' | 'stored without its soil'
  /** Each one is answered with a status of its own in a 207, and how that is wrong. */
  readonly each?: 'right' | 'all told as made' | 'none made if one is wrong'
}

/** Returns a nursery that is correct except for the given faults. */
export function nurseryService(wrong: WrongNursery = {}): (request: Request, text: string) => Response {
  const { stored = (all) => all, answered = (entries) => entries } = wrong
  const soils = new Map<number, object>()
  const trays = new Map<string, (Seedling & { readonly id: number })[]>()
  let last = 0
  return ({ method, url }, text) => {
    const [, kind, tray = '', below] = new URL(url).pathname.split('/')
    if (kind === 'soils') {
      if (method === 'POST') soils.set(++last, { ...JSON.parse(text), id: last })
      if (method === 'POST') return Response.json(soils.get(last), { status: 201 })
      if (tray === '') return Response.json([...soils.values()])
      const found = soils.get(Number(tray))
      if (found === undefined) return new Response(null, { status: 404 })
      if (method === 'DELETE') soils.delete(Number(tray))
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
    }
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
    const isKnown = ({ soil_id }: Seedling): boolean =>
      soil_id === undefined || soil_id === null || soils.has(soil_id)
    if (wrong.each !== undefined) {
      const entries = right.map((seedling, index) => {
        if (!isKnown(seedling)) return { index, status: wrong.each === 'all told as made' ? 201 : 422 }
        return { index, status: 201, seedling: { ...seedling, id: ++last } }
      })
      const isWhole = entries.every(({ seedling }) => seedling !== undefined)
      if (isWhole || wrong.each !== 'none made if one is wrong')
        own.push(...entries.flatMap(({ seedling }) => seedling ?? []))
      return Response.json({ results: answered(entries) }, { status: 207 })
    }
    const made = stored(right.filter(isKnown)).map((one) => ({ ...one, id: ++last }))
    own.push(...made)
    if (wrong.partly === 'stored without its soil')
      for (const one of right) if (!isKnown(one)) own.push({ ...one, soil_id: null, id: ++last })
    if (right.length < sent.length) return new Response(null, { status: 400 })
    if (!right.every(isKnown)) {
      const stored = new Map(right.filter(isKnown).map((one, index) => [one, made[index]]))
      const all = right.map((one, index) => ({ index, seedling: stored.get(one) }))
      const results = wrong.partly === 'not told' ? all.filter(({ seedling }) => seedling !== undefined) : all
      return Response.json({ results }, { status: wrong.partly === 'told as a success' ? 200 : 207 })
    }
    const results = made.map((seedling, index) => ({ index, seedling }))
    return Response.json({ results: answered(results) })
  }
}
