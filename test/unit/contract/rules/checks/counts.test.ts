import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const choir = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 1 },
    stats: { type: 'object', readOnly: true, properties: { singer_count: { type: 'integer' } } },
  },
}
const singer = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string', minLength: 1 } },
}
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const absent = { 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const gone = { 204: { description: 'Gone.' }, ...absent }

const choirs = () =>
  described({
    '/choirs': {
      get: { operationId: 'listChoirs', responses: answers({ type: 'array', items: choir }) },
      post: {
        operationId: 'foundChoir',
        requestBody: body(choir),
        responses: answers(choir, { status: 201 }),
      },
    },
    '/stats': {
      get: {
        operationId: 'stats',
        responses: answers({ type: 'object', properties: { choirs: { type: 'integer' } } }),
      },
    },
    '/stats-of-period': {
      get: {
        operationId: 'statsOfPeriod',
        responses: answers({
          type: 'object',
          properties: {
            total_choirs: { type: 'integer' },
            start_date: { type: 'string', format: 'date' },
            end_date: { type: 'string', format: 'date' },
          },
        }),
      },
    },
    '/choirs/{choir}': {
      parameters: [id('choir')],
      get: { operationId: 'readChoir', responses: { ...answers(choir), ...absent } },
      delete: { operationId: 'dropChoir', responses: gone },
    },
    '/choirs/{choir}/singers': {
      parameters: [id('choir')],
      get: {
        operationId: 'listSingers',
        responses: { ...answers({ type: 'array', items: singer }), ...absent },
      },
      post: {
        operationId: 'admit',
        requestBody: body(singer),
        responses: { ...answers(singer, { status: 201 }), ...absent },
      },
    },
    '/choirs/{choir}/singers/{singer}': {
      parameters: [id('choir'), id('singer')],
      get: { operationId: 'readSinger', responses: { ...answers(singer), ...absent } },
      delete: { operationId: 'dismiss', responses: gone },
    },
    '/choirs/{choir}/voices': {
      parameters: [id('choir')],
      get: {
        operationId: 'listVoices',
        responses: { ...answers({ type: 'array', items: { type: 'string' } }), ...absent },
      },
    },
    '/choirs/{choir}/voices/{voice}': {
      parameters: [id('choir'), id('voice')],
      put: { operationId: 'addVoice', responses: gone },
      delete: { operationId: 'removeVoice', responses: gone },
    },
  })

type Fault =
  | 'counts dropped'
  | 'admits uncounted'
  | 'dismisses uncounted'
  | 'only one voice'
  | 'voices twice'
  | 'all voices out'

interface Choir {
  readonly name: string
  singers: { readonly id: string; readonly name: string }[]
  count: number
  voices: string[]
}

function halls(fault?: Fault) {
  const all = new Map<string, Choir>()
  let last = 0
  let founded = 0
  const shown = (of: string, { name, count }: Choir) => ({ id: of, name, stats: { singer_count: count } })
  const none = () => Response.json({}, { status: 404 })
  const done = () => new Response(null, { status: 204 })
  const singers = (of: Choir, method: string, { name, text }: { name: string; text: string }): Response => {
    const found = of.singers.find((one) => one.id === name)
    if (name === '' && method === 'GET') return Response.json(of.singers)
    if (name === '') {
      const made = { ...JSON.parse(text), id: `s${++last}` }
      of.singers.push(made)
      if (fault !== 'admits uncounted') of.count++
      return Response.json(made, { status: 201 })
    }
    if (found === undefined) return none()
    if (method === 'GET') return Response.json(found)
    of.singers = of.singers.filter((one) => one !== found)
    if (fault !== 'dismisses uncounted') of.count--
    return done()
  }
  const voices = (of: Choir, method: string, name: string): Response => {
    if (name === '') return Response.json(of.voices)
    const others = of.voices.filter((voice) => voice !== name)
    if (method === 'DELETE') of.voices = fault === 'all voices out' ? [] : others
    else if (fault === 'only one voice') of.voices = [name]
    else of.voices = fault === 'voices twice' ? [...of.voices, name] : [...others, name]
    return done()
  }
  return (request: Request, text: string): Response => {
    const { method } = request
    // A count of a past period stays the same.
    if (request.url.endsWith('/stats-of-period'))
      return Response.json({ total_choirs: 4, start_date: '2020-01-01', end_date: '2020-12-31' })
    if (request.url.endsWith('/stats'))
      return Response.json({ choirs: fault === 'counts dropped' ? founded : all.size })
    const [, , of = '', below = '', name = ''] = new URL(request.url).pathname
      .split('/')
      .map(decodeURIComponent)
    if (of === '' && method === 'GET') return Response.json([...all].map(([own, one]) => shown(own, one)))
    if (of === '') {
      const made: Choir = { name: JSON.parse(text).name, singers: [], count: 0, voices: [] }
      all.set(`c${++last}`, made)
      founded++
      return Response.json(shown(`c${last}`, made), { status: 201 })
    }
    const found = all.get(of)
    if (found === undefined) return none()
    if (below === 'singers') return singers(found, method, { name, text })
    if (below === 'voices') return voices(found, method, name)
    if (method === 'GET') return Response.json(shown(of, found))
    all.delete(of)
    return done()
  }
}

async function findings(family: string, fault?: Fault): Promise<readonly string[]> {
  const lines = await outcomes(await choirs(), { answer: halls(fault), rules: [family] })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test.each(['isolation', 'lifecycle', 'sets'])('%s finds nothing where all is counted', async (family) => {
  expect(await findings(family)).toEqual([])
})

test.each<readonly [Fault, string, RegExp]>([
  [
    'counts dropped',
    'isolation',
    /dropChoir: "choirs" to change from (\d+) to \d+ with DELETE \/choirs\/\{choir\}.* \| \1$/,
  ],
  [
    'admits uncounted',
    'isolation',
    /admit: "stats.singer_count" to change from (\d+) to \d+ with POST \/choirs\/\{choir\}\/singers.* \| \1$/,
  ],
  [
    'dismisses uncounted',
    'isolation',
    /dismiss: "stats.singer_count" to change from (\d+) to \d+ with DELETE \/choirs\/\{choir\}\/singers\/\{singer\}.* \| \1$/,
  ],
  [
    'only one voice',
    'sets',
    /addVoice: \S+, \S+ in GET \/choirs\/\{choir\}\/voices after PUT \/choirs\/\{choir\}\/voices\/\{voice\} \| \S+$/,
  ],
  [
    'voices twice',
    'sets',
    /addVoice: \S+, \S+ in GET \/choirs\/\{choir\}\/voices after PUT \/choirs\/\{choir\}\/voices\/\{voice\} \| \S+, \S+, \S+$/,
  ],
  [
    'all voices out',
    'sets',
    /addVoice: \S+ in GET \/choirs\/\{choir\}\/voices after DELETE \/choirs\/\{choir\}\/voices\/\{voice\} \| none of the tested items$/,
  ],
])('a server that has the fault "%s" breaks %s', async (fault, family, expected) => {
  expect(await findings(family, fault)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})

test('a number that may count either of two collections proves nothing', async () => {
  const of = (path: string, name: string) => ({
    [path]: {
      get: { operationId: `list${name}`, responses: answers({ type: 'array', items: singer }) },
      post: {
        operationId: `add${name}`,
        requestBody: body(singer),
        responses: answers(singer, { status: 201 }),
      },
    },
    [`${path}/{voice}`]: {
      parameters: [id('voice')],
      get: { operationId: `read${name}`, responses: { ...answers(singer), ...absent } },
    },
  })
  const total = { type: 'object', properties: { total_voices: { type: 'integer' } } }
  const document = await described({
    ...{ ...of('/voices', 'Voice'), ...of('/guests/voices', 'Guest') },
    '/stats': { get: { operationId: 'stats', responses: answers(total) } },
  })
  const all = new Map<string, { readonly id: string }[]>([
    ['/voices', []],
    ['/guests/voices', []],
  ])
  const lines = await outcomes(document, {
    rules: ['isolation'],
    answer({ method, url }, text) {
      const { pathname } = new URL(url)
      if (pathname === '/stats') return Response.json({ total_voices: all.get('/voices')?.length })
      const kept = all.get(pathname)
      const found = [...all.values()].flat().find((voice) => pathname.endsWith(`/${voice.id}`))
      if (kept === undefined) return Response.json(found ?? {}, { status: found ? 200 : 404 })
      if (method === 'GET') return Response.json(kept)
      kept.push({ ...JSON.parse(text), id: `${pathname.length}-${kept.length}` })
      return Response.json(kept.at(-1), { status: 201 })
    },
  })
  expect(lines).toEqual(['isolation addVoice: passed', 'isolation addGuest: passed'])
})
