import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const song = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 1 },
    artist: { type: 'string', minLength: 1 },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
  },
}
const { id: _, created_at: __, ...written } = song.properties
const document = await described({
  '/songs': {
    post: {
      operationId: 'addSong',
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', required: ['title', 'artist'], properties: written },
          },
        },
      },
      responses: { ...answers(song, { status: 201 }), 400: { description: 'Wrong.' } },
    },
  },
  '/songs/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'readSong', responses: { ...answers(song), 404: { description: 'None.' } } },
  },
})

const HOUR = 3_600_000
const told = async ({
  loses = '',
  hours = 0,
}: {
  loses?: string
  hours?: number
}): Promise<readonly string[]> => {
  const songs: object[] = []
  const lines = await outcomes(document, {
    rules: ['lifecycle'],
    answer: ({ method, url }, text) => {
      const [, , id] = new URL(url).pathname.split('/')
      const known = songs[Number(id)]
      if (method === 'GET') return Response.json(known ?? {}, { status: known === undefined ? 404 : 200 })
      const { [loses]: _, ...sent } = Object.fromEntries(new URLSearchParams(text))
      const created_at = new Date(Date.now() + hours * HOUR).toISOString()
      songs.push({ ...sent, created_at, id: String(songs.length) })
      return Response.json(songs.at(-1), { status: 201 })
    },
  })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

test('what a form says is compared like JSON', async () => {
  expect(await told({})).toEqual([])
  expect(await told({ loses: 'artist' })).toEqual([
    expect.stringMatching(/^lifecycle addSong: "artist" as sent, in the response: ".+" \| nothing$/),
  ])
})

test('a creation in another time zone is told', async () => {
  expect(await told({ hours: 2 })).toEqual([
    expect.stringMatching(/^lifecycle addSong: "created_at" close to .*, the time of the request \| /),
  ])
  expect(await told({ hours: 2000 })).toEqual([])
})
