import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const song = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    starred: { type: 'boolean', readOnly: true },
    locked: { type: 'boolean', readOnly: true },
    star_count: { type: 'integer', readOnly: true },
    ever_starred: { type: 'boolean', readOnly: true },
    revision: { type: 'integer', readOnly: true },
  },
}
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const done = { 204: { description: 'Done.' }, 404: { description: 'None.' } }

const songs = () =>
  described({
    '/songs': {
      get: { operationId: 'listSongs', responses: answers({ type: 'array', items: song }) },
      post: {
        operationId: 'addSong',
        requestBody: { required: true, content: { 'application/json': { schema: song } } },
        responses: answers(song, { status: 201 }),
      },
    },
    '/songs/{id}': {
      parameters,
      get: { operationId: 'readSong', responses: { ...answers(song), 404: { description: 'None.' } } },
      patch: {
        operationId: 'changeSong',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', properties: { locked: { const: false } } } },
          },
        },
        responses: { ...answers(song), 404: { description: 'None.' } },
      },
      delete: { operationId: 'dropSong', responses: done },
    },
    '/songs/{id}/lock': { parameters, post: { operationId: 'lock', responses: done } },
    '/songs/{id}/star': {
      parameters,
      put: { operationId: 'star', responses: done },
      delete: { operationId: 'unstar', responses: done },
    },
  })

interface Song {
  readonly starred: boolean
  readonly locked: boolean
  readonly star_count: number
  readonly ever_starred: boolean
  readonly revision: number
}

/** Returns songs that can be starred once, and from which the star is taken by a function. */
function service(unstar: (song: Song) => Partial<Song>, isLockedForever: boolean) {
  const all = new Map<number, Song & { readonly title: string }>()
  let last = 0
  return ({ method, url }: Request, text: string): Response => {
    const [, , name, action] = new URL(url).pathname.split('/')
    if (name === undefined) {
      const shown = [...all].map(([id, one]) => ({ id, ...one }))
      if (method === 'GET') return Response.json(shown)
      const { title } = JSON.parse(text)
      all.set(++last, {
        title,
        starred: false,
        locked: false,
        star_count: 0,
        ever_starred: false,
        revision: 1,
      })
      return Response.json({ id: last, ...all.get(last) }, { status: 201 })
    }
    const id = Number(name)
    const found = all.get(id)
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'GET') return Response.json({ id, ...found })
    const next = { ...found, revision: found.revision + 1 }
    if (action === 'lock') all.set(id, { ...next, locked: true })
    else if (method === 'PATCH') {
      all.set(id, { ...next, locked: isLockedForever && found.locked })
      return Response.json({ id, ...all.get(id) })
    } else if (action === undefined) all.delete(id)
    else if (method === 'PUT' && !found.starred)
      all.set(id, { ...next, starred: true, star_count: 1, ever_starred: true })
    else if (method === 'DELETE' && found.starred) all.set(id, { ...next, ...unstar(found) })
    return new Response(null, { status: 204 })
  }
}

const told = async (
  unstar: (song: Song) => Partial<Song>,
  isLockedForever = false,
): Promise<readonly string[]> => {
  const answer = service(unstar, isLockedForever)
  const lines = await outcomes(await songs(), { answer, rules: ['states'] })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test('an action that is taken back breaks nothing', async () => {
  expect(await told(() => ({ starred: false, star_count: 0 }))).toEqual([])
})

test('a flag or a count that stays after its action is taken back is told', async () => {
  expect(await told(() => ({ star_count: 0 }))).toEqual([
    'states star: "starred" to be false again after DELETE /songs/{id}/star, as before PUT /songs/{id}/star | true',
  ])
  expect(await told(() => ({ starred: false }))).toEqual([
    'states star: "star_count" to be 0 again after DELETE /songs/{id}/star, as before PUT /songs/{id}/star | 1',
  ])
})

test('a flag that an action sets and no change takes back is told', async () => {
  expect(await told(() => ({ starred: false, star_count: 0 }), true)).toEqual([
    'states lock: "locked" to be false again after PATCH /songs/{id}, as before POST /songs/{id}/lock | true',
  ])
})
