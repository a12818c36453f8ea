import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const written = {
  code: { type: 'string' },
  price: { type: 'number', minimum: 0 },
  serial: { type: 'integer', format: 'int64' },
  labels: { type: 'object', additionalProperties: { type: 'string' } },
}
const crate = { type: 'object', required: ['code', 'price', 'serial', 'labels'], properties: written }
const refused = { 400: { description: 'Wrong.' }, 404: { description: 'None.' } }
const label = { type: 'object', required: ['label'], properties: { label: { type: 'string' } } }
const named = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const body = { required: true, content: { 'application/json': { schema: crate } } }

const store = described({
  '/crates': {
    get: { operationId: 'listCrates', responses: answers({ type: 'array', items: crate }) },
    post: {
      operationId: 'addCrate',
      requestBody: body,
      responses: {
        ...answers(crate, { status: 201, headers: { Location: { schema: { type: 'string' } } } }),
        ...refused,
      },
    },
  },
  '/crates/{code}': {
    parameters: [named('code')],
    get: { operationId: 'getCrate', responses: { ...answers(crate), ...refused } },
    delete: { operationId: 'dropCrate', responses: { 204: { description: 'Gone.' }, ...refused } },
  },
  '/crates/{code}/labels/{name}': {
    parameters: [named('code'), named('name')],
    get: {
      operationId: 'getLabel',
      responses: { ...answers(label), ...refused },
    },
    put: {
      operationId: 'putLabel',
      requestBody: { required: true, content: { 'application/json': { schema: label } } },
      responses: { ...answers(label, { status: 201 }), ...refused },
    },
  },
})

interface Crate {
  readonly code: string
  readonly price: number
  readonly serial: unknown
  readonly labels: Record<string, string>
}

interface Habits {
  readonly isWrong?: (sent: Crate) => boolean
  readonly kept?: (sent: Crate) => object
  readonly location?: (code: string) => string
  readonly labelAt?: (code: string, name: string) => string
  /** Splits a path into its decoded segments. */
  readonly segments?: (path: string) => readonly string[]
  readonly isRounded?: boolean
}

/** Reads the serial number with all of its digits. */
function crateIn(text: string): Crate {
  const [, digits = '0'] = /"serial":\s*(-?\d+)/.exec(text) ?? []
  const { rawJSON } = JSON as unknown as { readonly rawJSON: (digits: string) => unknown }
  return { ...(JSON.parse(text) as Crate), serial: rawJSON(digits) }
}

function service(habits: Habits) {
  const crates = new Map<string, object>()
  const { isWrong = () => false, kept = (sent) => sent } = habits
  const { location = (code) => `/crates/${encodeURIComponent(code)}` } = habits
  const {
    labelAt = (code, name) => `/crates/${encodeURIComponent(code)}/labels/${encodeURIComponent(name)}`,
  } = habits
  const { segments = (path) => path.split('/').map(decodeURIComponent) } = habits
  return ({ method, url }: Request, text: string): Response => {
    const [, , code, part, name] = segments(new URL(url).pathname)
    const answer = (value: unknown, status = 200, headers = {}): Response =>
      new Response(JSON.stringify(value), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      })
    if (method === 'POST') {
      const sent = habits.isRounded === true ? (JSON.parse(text) as Crate) : crateIn(text)
      if (isWrong(sent) || crates.has(sent.code)) return answer({}, 400)
      const made = { ...sent, ...kept(sent) }
      crates.set(sent.code, made)
      return answer(made, 201, { location: location(sent.code) })
    }
    if (code === undefined) return answer([...crates.values()])
    const own = crates.get(code) as Crate | undefined
    if (own === undefined) return answer({}, 404)
    if (method === 'DELETE') {
      crates.delete(code)
      return new Response(null, { status: 204 })
    }
    if (part === undefined) return answer(own)
    if (method === 'PUT') {
      own.labels[name ?? ''] = JSON.parse(text).label
      return answer(JSON.parse(text), 201, { location: labelAt(code, name ?? '') })
    }
    const label = own.labels[name ?? '']
    return label === undefined ? answer({}, 404) : answer({ label })
  }
}

const told = async (habits: Habits): Promise<string[]> =>
  await outcomes(await store, { answer: service(habits), rules: ['round-trip'] })

/** True for a multiple of a step. A power of two has exact multiples. */
const isMultiple = (price: number, step: number): boolean => Number.isInteger(price / step)

test('a store that keeps values and names as they are sent breaks nothing', async () => {
  expect(await told({})).toEqual(['round-trip addCrate: passed'])
})

test.each<readonly [string, Habits]>([
  ['prices in steps of a quarter', { isWrong: ({ price }) => !isMultiple(price, 0.25) }],
  ['names without slashes', { isWrong: ({ code, labels }) => /\//.test(code + Object.keys(labels).join()) }],
])('a store that accepts only %s breaks nothing', async (_, habits) => {
  expect(await told(habits)).toEqual(['round-trip addCrate: passed'])
})

test.each<readonly [string, Habits, RegExp]>([
  [
    'rejects amounts for their binary form',
    { isWrong: ({ price }) => !isMultiple(price, 2 ** -20) },
    /"price" to accept 4.35, which "type" allows \| status 400/,
  ],
  [
    'rejects amounts whose hundredfold is rounded',
    { isWrong: ({ price }) => !Number.isInteger(price * 100) && price !== 4.375 },
    /"price" to accept 4.35, which "type" allows \| status 400/,
  ],
  [
    'truncates amounts to cents',
    { kept: ({ price }) => ({ price: price === 4.35 ? Math.trunc(price * 100) / 100 : price }) },
    /"price" as sent, in the response: 4.35 \| 4.34/,
  ],
  [
    'rounds large integers',
    { isRounded: true },
    /"serial" as sent, .*: 9007199254740993 \| 9007199254740992/,
  ],
  [
    'finds no name with a slash',
    { segments: (path) => decodeURIComponent(path).split('/') },
    /the item that POST \/crates created, when read again from GET \/crates\/\{code\} \| status 404/,
  ],
  [
    'repeats a segment in an address',
    { location: (code) => `/crates/${encodeURIComponent(code).replace(/^crates/, 'crates/crates')}` },
    /addCrate: .*Location.* \| .*which returns 404/,
  ],
  [
    'gives labels an address that is not encoded',
    { labelAt: (code, name) => `/crates/${encodeURIComponent(code)}/labels/${name}` },
    /addCrate: .*Location.* \| .*which returns 404/,
  ],
  [
    'finds no label with a slash',
    {
      segments: (path) => {
        const [, first = '', code = '', part = '', ...name] = path.split('/')
        return ['', first, decodeURIComponent(code), ...(part === '' ? [] : [part, name.join('/')])]
      },
    },
    /when read again from GET \/crates\/\{code\}\/labels\/\{name\} \| status 404/,
  ],
])('a store that %s is told so', async (_, habits, expected) => {
  const findings = await told(habits)
  expect(findings).toContainEqual(expect.stringMatching(expected))
})
