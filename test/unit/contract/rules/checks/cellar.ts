import { answers, described } from '../../support/described.ts'

/** A bottle in a cellar. */
export interface Bottle {
  readonly id: number
  readonly name: string
  readonly price: number
  readonly region: string
  readonly open: boolean
  readonly empty: boolean
  readonly tags: readonly string[]
  readonly grapes: readonly string[]
  readonly filled: string
}

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const regions = { type: 'string', enum: ['north', 'south', 'east'] }
const written = {
  name: { ...text, minLength: 1, maxLength: 40 },
  price: { type: 'number', minimum: 0, maximum: 5000 },
  region: regions,
  open: { type: 'boolean' },
  empty: { type: 'boolean', default: false },
  tags: { type: 'array', items: text },
  grapes: { type: 'array', minItems: 2, maxItems: 5, items: text },
  filled: time,
}
const bottle = {
  type: 'object',
  required: ['id', ...Object.keys(written)],
  properties: { id: { type: 'integer', readOnly: true }, ...written },
}
const parameter = (name: string, schema: object, more: object = {}) => ({
  name,
  in: 'query',
  schema,
  ...more,
})
const refusal = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }

export const cellar = () =>
  described({
    '/bottles': {
      get: {
        operationId: 'listBottles',
        parameters: [
          parameter(
            'sort',
            { type: 'array', items: { ...text, enum: ['price', '-price', 'name', '-name'] } },
            { style: 'form', explode: false, description: 'Whatever the case of letters.' },
          ),
          parameter('region', { type: 'array', items: regions }),
          parameter('open', { type: 'boolean' }),
          parameter('tag', text),
          parameter('grape', { type: 'array', items: text }),
          parameter('q', text),
          parameter(
            'include_empty',
            { type: 'boolean' },
            { description: 'True to show empty ones as well.' },
          ),
          parameter('price_from', { type: 'number' }, { description: 'Bottles of this price or more.' }),
          parameter(
            'price_to',
            { type: 'number' },
            { description: 'Only bottles that cost less than this.' },
          ),
          parameter('filled_after', time),
          parameter('filled_before', time),
        ],
        responses: { ...answers({ type: 'array', items: bottle }), ...refusal },
      },
      post: {
        operationId: 'addBottle',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', required: Object.keys(written), properties: written },
            },
          },
        },
        responses: { ...answers(bottle, { status: 201 }), ...refusal },
      },
    },
    '/bottles/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getBottle', responses: { ...answers(bottle), ...refusal } },
      delete: { operationId: 'dropBottle', responses: { 204: { description: 'Gone.' }, ...refusal } },
    },
  })

type Test = (bottle: Bottle, query: URLSearchParams) => boolean

const asked = (query: URLSearchParams, name: string): number | undefined =>
  query.has(name) ? Number(query.get(name)) : undefined

/** The effect of each list parameter in a correct server. */
const FILTERS: Readonly<Record<string, Test>> = {
  region: (one, query) => !query.has('region') || query.getAll('region').includes(one.region),
  open: (one, query) => !query.has('open') || String(one.open) === query.get('open'),
  tag: (one, query) => !query.has('tag') || one.tags.includes(query.get('tag') ?? ''),
  grape: (one, query) => query.getAll('grape').every((grape) => one.grapes.includes(grape)),
  q: (one, query) => one.name.toLowerCase().includes((query.get('q') ?? '').toLowerCase()),
  include_empty: () => true,
  price_from: (one, query) => one.price >= (asked(query, 'price_from') ?? 0),
  price_to: (one, query) => one.price < (asked(query, 'price_to') ?? Number.POSITIVE_INFINITY),
  filled_after: (one, query) =>
    !query.has('filled_after') || Date.parse(one.filled) > Date.parse(query.get('filled_after') ?? ''),
  filled_before: (one, query) =>
    !query.has('filled_before') || Date.parse(one.filled) < Date.parse(query.get('filled_before') ?? ''),
}

const compared = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).toLowerCase() < String(other).toLowerCase()
      ? -1
      : 1

/** A list's faults: other filters, another order, or another way to combine them. */
export interface Wrong {
  readonly filters?: Readonly<Record<string, Test>>
  readonly isShown?: (bottle: Bottle, all: string | null) => boolean
  readonly compare?: (one: unknown, other: unknown) => number
  readonly direction?: (sign: number) => number
  readonly combine?: (verdicts: readonly boolean[], query: URLSearchParams) => boolean
  readonly cut?: (bottles: readonly Bottle[], query: URLSearchParams) => readonly Bottle[]
}

/** Returns a cellar that is correct except for the given faults. */
export function cellarService({
  filters = {},
  ...wrong
}: Wrong = {}): (request: Request, text: string) => Response {
  const { compare = compared, direction = (sign) => sign, cut = (bottles) => bottles } = wrong
  const { combine = (verdicts) => verdicts.every(Boolean) } = wrong
  const bottles = new Map<number, Bottle>()
  let last = 0
  return ({ method, url }, body) => {
    const { pathname, searchParams: query } = new URL(url)
    const id = Number(pathname.split('/')[2])
    if (pathname !== '/bottles') {
      const found = bottles.get(id)
      if (found === undefined) return new Response(null, { status: 404 })
      if (method === 'DELETE') bottles.delete(id)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
    }
    if (method === 'POST') {
      const made = { ...JSON.parse(body), id: ++last }
      bottles.set(last, made)
      return Response.json(made, { status: 201 })
    }
    const tests = { ...FILTERS, ...filters }
    const isShown = wrong.isShown ?? ((one, all) => !one.empty || all === 'true')
    const shown = [...bottles.values()].filter((one) => isShown(one, query.get('include_empty')))
    const found = shown.filter((one) =>
      combine(
        Object.entries(tests)
          .filter(([name]) => query.has(name))
          .map(([, test]) => test(one, query)),
        query,
      ),
    )
    const [first = ''] = (query.get('sort') ?? '').split(',')
    const key = first.replace('-', '') as keyof Bottle
    const sign = direction(first.startsWith('-') ? -1 : 1)
    const sorted = first === '' ? found : found.toSorted((one, other) => sign * compare(one[key], other[key]))
    return Response.json(cut(sorted, query))
  }
}
