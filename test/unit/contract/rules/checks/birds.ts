import { answers, described } from '../../support/described.ts'

const text = { type: 'string' }
const sighting = {
  type: 'object',
  required: ['id', 'place'],
  properties: { id: { type: 'integer', readOnly: true }, place: text },
}
const bird = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: text,
    wingspan: { type: 'integer' },
    call: text,
    sightings: { type: 'array', items: sighting, readOnly: true },
  },
}
const none = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const parameter = (name: string, choices: readonly string[]) => ({
  ...{ name, in: 'query', style: 'form', explode: false },
  schema: { type: 'array', items: { type: 'string', enum: choices } },
})
const chosen = [
  parameter('fields', ['id', 'name', 'wingspan', 'call']),
  parameter('include', ['sightings']),
  { name: 'Accept-Language', in: 'header', schema: { type: 'string', examples: ['en', 'de', 'fr'] } },
]
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })

/** Birds with their sightings. */
export const aviary = () =>
  described({
    '/birds': {
      get: {
        operationId: 'listBirds',
        parameters: chosen.slice(0, 2),
        responses: { ...answers({ type: 'array', items: bird }), ...none },
      },
      post: {
        operationId: 'addBird',
        requestBody: body({
          type: 'object',
          required: ['name', 'wingspan', 'call'],
          properties: { name: text, wingspan: { type: 'integer' }, call: text },
        }),
        responses: { ...answers(bird, { status: 201 }), ...none },
      },
    },
    '/birds/{bird_id}': {
      parameters: [id('bird_id')],
      get: { operationId: 'getBird', parameters: chosen, responses: { ...answers(bird), ...none } },
      delete: { operationId: 'dropBird', responses: { 204: { description: 'Gone.' }, ...none } },
    },
    '/birds/{bird_id}/sightings': {
      parameters: [id('bird_id')],
      get: {
        operationId: 'listSightings',
        responses: { ...answers({ type: 'array', items: sighting }), ...none },
      },
      post: {
        operationId: 'addSighting',
        requestBody: body({ type: 'object', required: ['place'], properties: { place: text } }),
        responses: { ...answers(sighting, { status: 201 }), ...none },
      },
    },
    '/birds/{bird_id}/sightings/{sighting_id}': {
      parameters: [id('bird_id'), id('sighting_id')],
      get: { operationId: 'getSighting', responses: { ...answers(sighting), ...none } },
      delete: { operationId: 'dropSighting', responses: { 204: { description: 'Gone.' }, ...none } },
    },
  })

type Values = Record<string, unknown>

/** An aviary's faults. */
export interface WrongAviary {
  readonly fields?: (bird: Values, asked: readonly string[]) => Values
  readonly include?: (bird: Values, sightings: readonly Values[], asked: boolean) => Values
  /** Returns the language of the response, given the requested languages with their weights. */
  readonly language?: (asked: readonly (readonly [tag: string, weight: number])[]) => string | undefined
  readonly named?: (tag: string) => string
}

const LANGUAGES = ['en', 'de', 'fr']

/** Returns an aviary that is correct except for the given faults. */
export function aviaryService(wrong: WrongAviary = {}): (request: Request, text: string) => Response {
  const choose = (values: Values, asked: readonly string[]): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name === 'id' || asked.includes(name)))
  const { fields = choose, named = (tag) => tag } = wrong
  const { include = (values, sightings, asked) => (asked ? { ...values, sightings } : values) } = wrong
  const preferred = (asked: readonly (readonly [string, number])[]): string =>
    asked.toSorted(([, one], [, other]) => other - one).find(([tag]) => LANGUAGES.includes(tag))?.[0] ?? 'en'
  const { language = preferred } = wrong
  const birds = new Map<string, Values>()
  const sightings = new Map<string, Map<string, Values>>()
  let last = 0
  return ({ method, url, headers }, body) => {
    const { pathname, searchParams: query } = new URL(url)
    const [, , birdId = '', below, sightingId] = pathname.split('/')
    const gone = new Response(null, { status: 404 })
    const shown = (values: Values): Values => {
      const own = [...(sightings.get(String(values['id'])) ?? new Map()).values()]
      const whole = include(values, own, query.get('include') === 'sightings')
      const asked = query.get('fields')?.split(',')
      return asked === undefined ? whole : fields(whole, asked)
    }
    if (birdId === '') {
      if (method === 'GET') return Response.json([...birds.values()].map(shown))
      const made = { ...JSON.parse(body), id: ++last }
      birds.set(String(last), made)
      sightings.set(String(last), new Map())
      return Response.json(made, { status: 201 })
    }
    const found = birds.get(birdId)
    if (found === undefined) return gone
    if (below === undefined) {
      if (method === 'DELETE') birds.delete(birdId)
      if (method === 'DELETE') return new Response(null, { status: 204 })
      const asked = (headers.get('accept-language') ?? '')
        .split(',')
        .map((part) => part.trim().split(';q='))
        .map(([tag = '', weight = '1']) => [tag, Number(weight)] as const)
      const tag = language(asked)
      if (tag === undefined) return new Response(null, { status: 400 })
      return Response.json(shown(found), { headers: { 'content-language': named(tag) } })
    }
    const own = sightings.get(birdId) ?? new Map<string, Values>()
    if (sightingId === undefined) {
      if (method === 'GET') return Response.json([...own.values()])
      const made = { ...JSON.parse(body), id: ++last }
      own.set(String(last), made)
      return Response.json(made, { status: 201 })
    }
    const one = own.get(sightingId)
    if (one === undefined) return gone
    if (method === 'DELETE') own.delete(sightingId)
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(one)
  }
}
