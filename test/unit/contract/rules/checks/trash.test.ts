import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const song = {
  type: 'object',
  required: ['title', 'revision'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1 },
    key: { type: 'string' },
    revision: { type: 'integer' },
    changed_at: { type: 'string', format: 'date-time', readOnly: true },
  },
}
const { revision: _, changed_at: __, ...own } = song.properties
const draft = {
  type: 'object',
  required: ['title'],
  properties: { ...own, request_id: { type: 'string', format: 'uuid' } },
}
const change = {
  type: 'object',
  required: ['revision'],
  properties: { title: own.title, key: own.key, revision: song.properties.revision },
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } })
const absent = { 404: { description: 'None.' } }
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const gone = { 204: { description: 'Gone.' }, ...absent }
const list = answers({ type: 'array', items: song })

const songbook = () =>
  described({
    '/songs': {
      get: { operationId: 'listSongs', responses: list },
      post: { operationId: 'addSong', requestBody: body(draft), responses: answers(song, { status: 201 }) },
    },
    '/songs/{id}': {
      parameters: [id],
      get: {
        operationId: 'readSong',
        parameters: [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }],
        responses: { ...answers(song), ...absent },
      },
      patch: {
        operationId: 'changeSong',
        parameters: [header('If-Match')],
        requestBody: body(change),
        responses: {
          ...answers(song),
          ...absent,
          409: { description: 'Changed meanwhile.' },
          412: { description: 'Another tag.' },
        },
      },
      delete: { operationId: 'dropSong', responses: gone },
    },
    '/songs/{id}/restore': {
      parameters: [id],
      post: { operationId: 'restoreSong', responses: { ...answers(song), ...absent } },
    },
    '/trash/songs': { get: { operationId: 'listTrash', responses: list } },
    '/trash/songs/{id}': { parameters: [id], delete: { operationId: 'purgeSong', responses: gone } },
  })

interface Song {
  readonly id: string
  readonly title: string
  readonly key?: string
  readonly revision: number
  readonly changed_at: string
}

type Fault =
  | 'not back'
  | 'not listed'
  | 'key lost'
  | 'still there'
  | 'not purged'
  | 'old taken'
  | 'current refused'
  | 'refused, changed'
  | 'made twice'
  | 'key cleared'
  | 'time kept'
  | 'weak tag passes'
  | 'weak tag unknown'
  | 'namesake goes'

function shelf(fault?: Fault) {
  const songs = new Map<string, Song>()
  const bin = new Map<string, Song>()
  const hidden = new Set<string>()
  const made = new Map<string, { readonly text: string; readonly one: Song }>()
  let last = 0
  let latest = 0
  /** Returns a time that is never the same twice, however fast the requests are. */
  const moment = (): string => {
    latest = Math.max(latest + 1, Date.now())
    return new Date(latest).toISOString()
  }
  const none = () => Response.json({}, { status: 404 })
  const keep = (one: Song): Response => {
    songs.set(one.id, one)
    return Response.json(one)
  }
  const update = (one: Song, { revision, ...sent }: Partial<Song>): Response => {
    const isCurrent = revision === one.revision
    const changed_at = fault === 'time kept' && sent.title === undefined ? one.changed_at : moment()
    const key = fault === 'key cleared' && sent.key === one.key ? '' : (sent.key ?? one.key)
    const next = {
      ...one,
      ...sent,
      ...(key !== undefined && { key }),
      revision: one.revision + 1,
      changed_at,
    }
    if (isCurrent !== (fault === 'current refused') || fault === 'old taken') return keep(next)
    if (fault === 'refused, changed') keep(next)
    return Response.json({}, { status: 409 })
  }
  const restore = (name: string): Response => {
    const one = bin.get(name)
    if (one === undefined) return none()
    if (fault !== 'still there') bin.delete(name)
    if (fault === 'not back') return Response.json(one)
    if (fault === 'not listed') hidden.add(name)
    for (const other of songs.values())
      if (fault === 'namesake goes' && other.title === one.title) songs.delete(other.id)
    const { key, ...others } = one
    return keep(fault === 'key lost' ? others : one)
  }
  const below = (path: readonly string[], method: string): Response => {
    const [, , name = ''] = path
    if (name === '') return Response.json([...bin.values()])
    if (!bin.has(name)) return none()
    if (method === 'DELETE' && fault !== 'not purged') bin.delete(name)
    return new Response(null, { status: 204 })
  }
  return (request: Request, text: string): Response => {
    const { method } = request
    const [, ...path] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    const [first, name = '', verb = ''] = path
    if (first === 'trash') return below(path, method)
    if (name === '' && method === 'GET')
      return Response.json([...songs.values()].filter((one) => !hidden.has(one.id)))
    if (name === '') {
      const { request_id, ...sent } = JSON.parse(text)
      if (sent.title === undefined) return Response.json({}, { status: 400 })
      const known = made.get(request_id)
      if (known !== undefined && known.text === text && fault !== 'made twice')
        return Response.json(known.one, { status: 201 })
      if (known !== undefined && known.text !== text) return Response.json({}, { status: 409 })
      const one = { ...sent, id: `t${++last}`, revision: 1, changed_at: moment() }
      if (request_id !== undefined) made.set(request_id, { text, one })
      songs.set(one.id, one)
      return Response.json(one, { status: 201 })
    }
    if (verb === 'restore') return restore(name)
    const one = songs.get(name)
    if (one === undefined) return none()
    const tag = `"r${one.revision}"`
    const known = request.headers.get('if-none-match')
    const isKnown = (known?.split(', ') ?? []).some(
      (one) => one === '*' || one === tag || (one === `W/${tag}` && fault !== 'weak tag unknown'),
    )
    if (method === 'GET' && isKnown) return new Response(null, { status: 304 })
    if (method === 'GET') return Response.json(one, { headers: { etag: tag } })
    const wanted = request.headers.get('if-match') ?? '*'
    const isWanted =
      wanted === '*' || wanted === tag || (wanted === `W/${tag}` && fault === 'weak tag passes')
    if (method === 'PATCH' && !isWanted) return Response.json({}, { status: 412 })
    if (method === 'PATCH') return update(one, JSON.parse(text))
    bin.set(name, one)
    songs.delete(name)
    return new Response(null, { status: 204 })
  }
}

async function findings(family: string, fault?: Fault): Promise<readonly string[]> {
  const lines = await outcomes(await songbook(), { answer: shelf(fault), rules: [family] })
  return lines.filter((line) => !/: not run/.test(line))
}

test('what is removed comes back, and what a change names is the current version', async () => {
  expect(await findings('trash')).toEqual(['trash dropSong: passed'])
  for (const family of ['lifecycle', 'locking', 'conformance'])
    expect((await findings(family)).filter((line) => !line.endsWith(': passed'))).toEqual([])
})

test.each<readonly [Fault, string, RegExp]>([
  [
    'not back',
    'trash',
    /GET \/songs\/\{id\} to return the item that POST \/songs\/\{id\}\/restore restored \| status 404/,
  ],
  [
    'not listed',
    'trash',
    /GET \/songs to return the item that POST \/songs\/\{id\}\/restore restored \| a list without the item/,
  ],
  ['key lost', 'trash', /"key" to be ".*" again after POST \/songs\/\{id\}\/restore \| nothing/],
  ['still there', 'trash', /GET \/trash\/songs to omit the item after POST \/songs\/\{id\}\/restore/],
  ['not purged', 'trash', /GET \/trash\/songs to omit the item after DELETE \/trash\/songs\/\{id\}/],
  ['namesake goes', 'trash', /dropSong: .*POST \/songs\/\{id\}\/restore/],
  ['old taken', 'locking', /changeSong: status 409 or 412 for a change with the old "revision"/],
  ['current refused', 'locking', /changeSong: success for a change with the current "revision", \d+/],
  ['refused, changed', 'locking', /changeSong: the item unchanged: /],
  [
    'made twice',
    'lifecycle',
    /addSong: t\d+ again for the same request with the same "request_id" \| another/,
  ],
  ['key cleared', 'lifecycle', /changeSong: "key" as it was read and sent back: ".+" \| ""/],
  ['time kept', 'lifecycle', /changeSong: a new "changed_at" after a change to "key"/],
  ['weak tag passes', 'lifecycle', /changeSong: status 412 for an "If-Match" header with the weak form/],
  [
    'weak tag unknown',
    'conformance',
    /readSong: status 304 for an "If-None-Match" header with the item's entity tag, "other-0", W\//,
  ],
])('a server with the fault "%s" breaks %s', async (fault, family, expected) => {
  expect(await findings(family, fault)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})
