import { expect, test } from 'vitest'
import { isSumOf } from '../../../../../runtime/contract/lexicon/lexicon.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string', minLength: 1 }
const number = { type: 'integer', readOnly: true }
const folder = {
  type: 'object',
  required: ['name'],
  properties: { id: number, name: text, used_bytes: number, reads: number },
}
const scan = { type: 'object', required: ['text'], properties: { id: number, text } }
const absent = { 404: { description: 'None.' } }
const sent = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const named = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })

const folders = (more: object = {}) =>
  described({
    '/usage': {
      get: {
        operationId: 'readUsage',
        responses: answers({ type: 'object', properties: { total_used_bytes: number, reads: number } }),
      },
    },
    '/folders': {
      get: { operationId: 'listFolders', responses: answers({ type: 'array', items: folder }) },
      post: {
        operationId: 'addFolder',
        requestBody: sent(folder),
        responses: answers(folder, { status: 201 }),
      },
    },
    '/folders/{folder}': {
      parameters: [named('folder')],
      get: { operationId: 'readFolder', responses: { ...answers(folder), ...absent } },
      delete: { operationId: 'dropFolder', responses: { 204: { description: 'Gone.' }, ...absent } },
    },
    '/folders/{folder}/scans': {
      parameters: [named('folder')],
      get: {
        operationId: 'listScans',
        responses: { ...answers({ type: 'array', items: scan }), ...absent },
      },
      post: {
        operationId: 'addScan',
        requestBody: sent(scan),
        responses: { ...answers(scan, { status: 201 }), ...absent },
      },
    },
    ...more,
  })

/** @param keeps True for a server that still counts the scans of a folder that was removed. */
function service(keeps = false): (request: Request, body: string) => Response {
  const all = new Map<number, { name: string; used: number }>()
  let last = 0
  let lost = 0
  let reads = 0
  const show = (id: number) => {
    const { name, used } = all.get(id) ?? { name: '', used: 0 }
    reads += 1
    return { id, name, used_bytes: used, reads }
  }
  return ({ method, url }, body) => {
    const [, kind, id = '', part] = new URL(url).pathname.split('/')
    const used = [...all.values()].reduce((sum, one) => sum + one.used, lost)
    if (kind === 'usage') return Response.json({ total_used_bytes: used, reads })
    if (id === '') {
      if (method === 'GET') return Response.json([...all.keys()].map(show))
      all.set(++last, { name: JSON.parse(body).name, used: 0 })
      return Response.json(show(last), { status: 201 })
    }
    const own = all.get(Number(id))
    if (own === undefined) return new Response(null, { status: 404 })
    if (part === 'scans') {
      if (method === 'GET') return Response.json([])
      own.used += 40
      return Response.json({ id: 1, ...JSON.parse(body) }, { status: 201 })
    }
    if (method === 'GET') return Response.json(show(Number(id)))
    if (keeps) lost += own.used
    all.delete(Number(id))
    return new Response(null, { status: 204 })
  }
}

const told = async (keeps?: boolean, more?: object): Promise<string[]> =>
  (await outcomes(await folders(more), { answer: service(keeps), rules: ['isolation'] })).filter((line) =>
    line.startsWith('isolation dropFolder'),
  )

test('a sum without the item that was removed breaks nothing', async () => {
  expect(await told()).toEqual(['isolation dropFolder: passed'])
})

test('a sum that keeps the item that was removed is told', async () => {
  expect(await told(true)).toEqual([
    expect.stringMatching(
      /^isolation dropFolder: total_used_bytes in GET \/usage without the removed item: \d+ \| \d+$/,
    ),
  ])
})

test('an item that can be restored may still use something', async () => {
  const restore = {
    '/folders/{folder}/restore': {
      parameters: [named('folder')],
      post: { operationId: 'restoreFolder', responses: { ...answers(folder), ...absent } },
    },
  }
  expect(await told(true, restore)).toEqual([expect.not.stringContaining('total_used_bytes')])
})

test('a sum is named like its property, with or without a word for sums', () => {
  for (const name of ['unreadCount', 'total_unread_count', 'unread-count-sum'])
    expect(isSumOf(name, 'unread_count')).toBe(true)
  for (const name of ['unread', 'total', 'readCount', 'count_unread'])
    expect(isSumOf(name, 'unread_count')).toBe(false)
  expect(isSumOf('total', 'total')).toBe(false)
})
