import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const GLAZES = ['ash', 'celadon', 'shino']
const firing = {
  type: 'object',
  required: ['title', 'glaze'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1, maxLength: 40 },
    glaze: { enum: GLAZES },
    cone: { type: ['integer', 'null'], minimum: -20, maximum: 14 },
    isWood: { type: 'boolean' },
    pots: { type: 'array', items: { type: 'string' } },
    kiln_id: { type: 'string' },
    note: { type: 'string' },
    seal: { type: 'string', writeOnly: true },
  },
}
const kiln = {
  type: 'object',
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const bad = { 400: { description: 'Wrong.' } }
const absent = { 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })

const potteries = () =>
  described({
    '/kilns': {
      get: { operationId: 'listKilns', responses: answers({ type: 'array', items: kiln }) },
      post: {
        operationId: 'addKiln',
        requestBody: body(kiln),
        responses: { ...answers(kiln, { status: 201 }), ...bad },
      },
    },
    '/kilns/{id}': {
      parameters: [id],
      get: { operationId: 'readKiln', responses: { ...answers(kiln), ...absent } },
      delete: { operationId: 'dropKiln', responses: { 204: { description: 'Gone.' }, ...absent } },
    },
    '/firings': {
      get: {
        operationId: 'listFirings',
        parameters: [
          { name: 'Accept-Units', in: 'header', schema: { enum: ['celsius', 'cones'] } },
          { name: 'theme', in: 'cookie', schema: { type: 'string' }, example: 'dark' },
          { name: 'per', in: 'query', schema: { type: 'integer' } },
        ],
        responses: { ...answers({ type: 'array', items: firing }), ...bad },
      },
      post: {
        operationId: 'addFiring',
        requestBody: body(firing),
        responses: { ...answers(firing, { status: 201 }), ...bad },
      },
    },
    '/firings/{id}': {
      parameters: [id],
      get: { operationId: 'readFiring', responses: { ...answers(firing), ...absent } },
      put: {
        operationId: 'changeFiring',
        requestBody: body(firing),
        responses: { ...answers(firing), 201: { description: 'New.' }, ...bad, ...absent },
      },
      delete: { operationId: 'dropFiring', responses: { 204: { description: 'Gone.' }, ...absent } },
    },
  })

type Thing = { readonly [name: string]: unknown }
type Fault =
  | 'header'
  | 'cookie'
  | 'zero'
  | 'no pots'
  | 'cone left out'
  | 'cone is null'
  | 'note left out'
  | 'long note'
  | 'no kiln'
  | 'kiln ignored'
  | 'glaze'
  | 'wood'
  | 'emptied pots stay'
  | 'emptied cone stays'
  | 'prefix'
  | 'shown'
  | 'new'
  | 'pointer'

const refuse = (status: number, member?: string) =>
  Response.json({ title: 'No.', ...(member && { errors: [{ pointer: `#/${member}` }] }) }, { status })

/** Returns the first invalid property of a firing. */
function wrongMember(sent: Thing): string | undefined {
  const size = (value: unknown) => (typeof value === 'string' ? [...value].length : Number.NaN)
  const { title, glaze, cone, isWood, pots, kiln_id, note, seal } = sent
  if (!(size(title) >= 1 && size(title) <= 40)) return 'title'
  if (!GLAZES.includes(String(glaze))) return 'glaze'
  if (
    cone !== undefined &&
    cone !== null &&
    !(Number.isInteger(cone) && Number(cone) >= -20 && Number(cone) <= 14)
  )
    return 'cone'
  if (isWood !== undefined && typeof isWood !== 'boolean') return 'isWood'
  if (pots !== undefined && !(Array.isArray(pots) && pots.every((pot) => typeof pot === 'string')))
    return 'pots'
  const free = Object.entries({ kiln_id, note, seal })
  return free.find(([, text]) => text !== undefined && typeof text !== 'string')?.[0]
}

/** Returns the object in a JSON body. */
function objectOf(request: Request, text: string): Thing | undefined {
  try {
    const sent: unknown = JSON.parse(request.headers.get('content-type') === 'application/json' ? text : '')
    return typeof sent === 'object' && !Array.isArray(sent)
      ? ((sent as Thing | null) ?? undefined)
      : undefined
  } catch {
    return undefined
  }
}

/** Kilns and their firings. */
function pottery(fault?: Fault) {
  const kept = { kilns: new Map<string, Thing>(), firings: new Map<string, Thing>() }
  let last = 0
  const crash = () => new Response('Oops', { status: 500 })
  const store = (sent: Thing, name: string): Thing => {
    const { seal, ...rest } = sent
    const shown: Thing = {
      ...(fault === 'shown' ? sent : rest),
      ...(fault === 'note left out' && { note: String(sent['note']) }),
      id: name,
    }
    if (fault === 'kiln ignored' && !kept.kilns.has(String(sent['kiln_id'])))
      return { ...shown, kiln_id: 'kil_1' }
    if (fault === 'glaze' && sent['glaze'] === 'shino') return { ...shown, glaze: 'ash' }
    const old = kept.firings.get(name)
    if (fault === 'emptied pots stay' && !(sent['pots'] as unknown[] | undefined)?.length)
      return { ...shown, ...(old && { pots: old['pots'] }) }
    if (fault === 'emptied cone stays' && sent['cone'] === null)
      return { ...shown, ...(old && { cone: old['cone'] }) }
    return fault === 'wood' && sent['isWood'] === false ? { ...shown, isWood: true } : shown
  }
  const isCrash = ({ note, pots, cone, kiln_id }: Thing): boolean =>
    (fault === 'cone left out' && cone === undefined) ||
    (fault === 'cone is null' && cone === null) ||
    (fault === 'long note' && String(note).length > 4000) ||
    (fault === 'no pots' && Array.isArray(pots) && pots.length === 0) ||
    (fault === 'no kiln' && kiln_id !== undefined && !kept.kilns.has(String(kiln_id)))
  const list = (request: Request): Response => {
    const per = new URL(request.url).searchParams.get('per') ?? '1'
    if (!/^-?\d+$/.test(per)) return refuse(400)
    const units = request.headers.get('accept-units')
    if (units !== null && !['celsius', 'cones'].includes(units)) return refuse(400)
    if (fault === 'header' && units === 'cones') return crash()
    if (fault === 'cookie' && request.headers.get('cookie') === 'theme=dark') return crash()
    return fault === 'zero' && Number(per) === 0 ? crash() : Response.json([...kept.firings.values()])
  }
  const write = (request: Request, text: string, name: string): Response => {
    const sent = objectOf(request, text)
    if (sent === undefined) return refuse(400)
    const wrong = wrongMember(sent)
    if (wrong !== undefined) return refuse(400, fault === 'pointer' && wrong !== 'title' ? 'title' : wrong)
    if (isCrash(sent)) return crash()
    kept.firings.set(name, store(sent, name))
    const status = request.method === 'POST' || fault === 'new' ? 201 : 200
    return Response.json(kept.firings.get(name), { status })
  }
  return (request: Request, text: string): Response => {
    const { method } = request
    const [, collection = '', name = ''] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    const things = collection === 'kilns' ? kept.kilns : kept.firings
    if (name === '' && method === 'GET')
      return things === kept.firings ? list(request) : Response.json([...things.values()])
    if (name === '' && things === kept.firings) return write(request, text, `fir_${1e9 + ++last * 7919}a`)
    if (name === '') {
      const { name: called } = objectOf(request, text) ?? { name: 0 }
      if (called !== undefined && typeof called !== 'string') return refuse(400, 'name')
      kept.kilns.set(`kil_${++last}`, { name: called, id: `kil_${last}` })
      return Response.json(kept.kilns.get(`kil_${last}`), { status: 201 })
    }
    if (!things.has(name)) return fault === 'prefix' && name.startsWith('fir_') ? crash() : refuse(404)
    if (method === 'PUT') return write(request, text, name)
    if (method === 'GET') return Response.json(things.get(name))
    things.delete(name)
    return new Response(null, { status: 204 })
  }
}

async function findings(rule: string, fault?: Fault): Promise<readonly string[]> {
  const lines = await outcomes(await potteries(), { answer: pottery(fault), rules: [rule] })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

const FAMILIES = ['valid-values', 'unknown-id', 'conformance', 'lifecycle', 'negative']

test.each(FAMILIES)('%s finds nothing where all is right', async (family) => {
  expect(await findings(family)).toEqual([])
})

test.each<readonly [Fault, string, RegExp]>([
  ['header', 'valid-values', /listFirings: no server error for the header "Accept-Units" set to "cones"/],
  ['cookie', 'valid-values', /listFirings: no server error for the cookie "theme" set to "dark"/],
  ['zero', 'valid-values', /listFirings: no server error for the query parameter "per" set to 0/],
  ['no pots', 'valid-values', /addFiring: no server error for the property "pots" set to \[\]/],
  ['cone left out', 'valid-values', /addFiring: no server error without the property "cone", which/],
  ['cone is null', 'valid-values', /addFiring: no server error for the property "cone" set to null, which/],
  ['note left out', 'valid-values', /addFiring: no string in place of a missing "note" \| undefined/],
  ['long note', 'valid-values', /addFiring: no server error for the property "note" set to "long long/],
  ['no kiln', 'valid-values', /addFiring: no server error for the property "kiln_id"/],
  ['kiln ignored', 'valid-values', /addFiring: "kiln_id" as sent, in the response: .* \| "kil_1"/],
  ['glaze', 'valid-values', /addFiring: "glaze" as sent, in the response: "shino" \| "ash"/],
  ['wood', 'valid-values', /addFiring: "isWood" as sent, in the response: false \| true/],
  ['emptied pots stay', 'valid-values', /changeFiring: "pots" as sent, in the response: \[\] \| \["/],
  ['emptied cone stays', 'valid-values', /changeFiring: "cone" as sent, in the response: null \| -?\d/],
  ['prefix', 'unknown-id', /readFiring: 404 for the unknown id "fir_/],
  ['shown', 'conformance', /addFiring: no "seal", which belongs only in requests \(writeOnly\)/],
  ['new', 'lifecycle', /changeFiring: status 200 or 204 for replacing an existing item \| status 201/],
  [
    'pointer',
    'negative',
    /addFiring: a rejection that points to "glaze".*\| a rejection that points to "title"/,
  ],
])('a server with the fault "%s" breaks %s', async (fault, family, expected) => {
  expect(await findings(family, fault)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})

test('a value is not blamed for a crash of the same request without it', async () => {
  const document = await described({
    '/kilns': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: kiln }) },
      post: { operationId: 'add', requestBody: body(kiln), responses: answers(kiln, { status: 201 }) },
    },
    '/kilns/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: { ...answers(kiln), ...absent } },
      patch: {
        operationId: 'change',
        parameters: [{ name: 'alt', in: 'query', schema: { enum: ['json', 'proto'] } }],
        requestBody: { content: { 'application/json': { schema: kiln } } },
        responses: answers(kiln),
      },
      delete: { operationId: 'drop', responses: { 204: { description: 'Gone.' }, ...absent } },
    },
  })
  const told = await outcomes(document, {
    rules: ['valid-values'],
    answer: ({ method }, text) => {
      const item = { id: 'k1', name: 'Anagama' }
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (method === 'PATCH' && !('name' in JSON.parse(text || '{}')))
        return new Response(null, { status: 500 })
      return Response.json(method === 'GET' ? [item] : item, { status: method === 'POST' ? 201 : 200 })
    },
  })
  expect(told.filter((line) => line.includes('"alt"'))).toEqual([])
})

test('no number is sent for which a server could reserve all of its memory', async () => {
  const integer = { type: 'integer' }
  const index = { type: 'object', properties: { shard_num: integer, boost: integer } }
  const document = await described({
    '/indexes': {
      post: { operationId: 'addIndex', requestBody: body(index), responses: answers(index, { status: 201 }) },
    },
  })
  const sent: Record<string, unknown>[] = []
  const answer = (_: Request, text: string): Response => {
    sent.push(JSON.parse(text))
    return Response.json(JSON.parse(text), { status: 201 })
  }
  await outcomes(document, { answer, rules: ['valid-values'] })
  const greatest = (name: string): number => Math.max(...sent.map((one) => Number(one[name] ?? 0)))
  expect(greatest('boost')).toBe(2_147_483_647)
  expect(greatest('shard_num')).toBeLessThan(100)
})
