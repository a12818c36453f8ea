import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const inPath = [{ name: 'id', in: 'path', required: true, schema: text }]
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } })
const oven = (more: object) => ({ type: 'object', properties: { id: text, ...more } })

/** Returns the lines about findings of a server of ovens, whose writes and reads show them differently. */
async function told({ written, read }: { written: object; read: object }, shown: Shown) {
  const document = await described({
    '/ovens': {
      post: {
        operationId: 'build',
        requestBody: body(oven({ home: text })),
        responses: answers(oven(read), { status: 201 }),
      },
    },
    '/ovens/{id}': {
      parameters: inPath,
      get: { operationId: 'read', responses: { ...answers(oven(read)), 404: { description: 'None.' } } },
      patch: {
        operationId: 'change',
        requestBody: body(oven({ home: text })),
        responses: answers(oven(written)),
      },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone.' } } },
    },
    '/ovens/{id}/heat': {
      parameters: inPath,
      post: { operationId: 'heat', responses: answers(oven(written)) },
    },
  })
  const ovens = new Map<string, { id: string; home: string }>()
  const lines = await outcomes(document, {
    rules: ['agreement', 'states'],
    answer: ({ method, url }, sent) => {
      const [, , id = '', action] = new URL(url).pathname.split('/')
      if (id === '') {
        const made = { home: '', ...JSON.parse(sent), id: `o${ovens.size}` }
        ovens.set(made.id, made)
        return Response.json({ id: made.id, ...shown('read', made.home) }, { status: 201 })
      }
      const found = ovens.get(id)
      if (found === undefined) return new Response(null, { status: 404 })
      if (method === 'DELETE') ovens.delete(id)
      if (method === 'DELETE') return new Response(null, { status: 204 })
      if (method === 'PATCH') Object.assign(found, JSON.parse(sent), { id })
      const isWrite = method === 'PATCH' || action === 'heat'
      return Response.json({ id, ...shown(isWrite ? 'written' : 'read', found.home) })
    },
  })
  return lines.filter((line) => !/: (?:passed|not run)/.test(line))
}

type Shown = (view: 'written' | 'read', home: string) => object

test('a read need not show a value that its schema does not allow', async () => {
  const address = { home: { type: 'string', format: 'uri' } }
  const elsewhere: Shown = (view, home) => ({ home: view === 'written' ? home : 'https://oven.test/' })
  expect(await told({ written: { home: text }, read: address }, elsewhere)).toEqual([])
  expect(await told({ written: { home: text }, read: { home: text } }, elsewhere)).toContainEqual(
    expect.stringContaining('"home"'),
  )
})

test('the status of an action can be another one than that of the item', async () => {
  const status = (...listed: string[]) => ({ status: { type: 'string', enum: listed } })
  const warm: Shown = (view) => ({ status: view === 'written' ? 'running' : 'warm' })
  expect(await told({ written: status('running', 'done'), read: status('cold', 'warm') }, warm)).toEqual([])
  const all = status('cold', 'warm', 'running')
  expect(await told({ written: all, read: all }, warm)).toContainEqual(expect.stringContaining('"status"'))
})

test('work that was accepted can end before the first read', async () => {
  const bread = oven({ grain: text, status: { ...text, readOnly: true } })
  const bakery = await described({
    '/breads': {
      post: { operationId: 'bake', requestBody: body(bread), responses: answers(bread, { status: 202 }) },
    },
    '/breads/{id}': {
      parameters: inPath,
      get: { operationId: 'look', responses: { ...answers(bread), 404: { description: 'None.' } } },
    },
  })
  const found = async (status: number, bakes: object): Promise<string[]> => {
    const breads = new Map<string, object>()
    const lines = await outcomes(bakery, {
      rules: ['agreement/views'],
      answer: ({ method, url }, sent) => {
        const [, , id = `b${breads.size}`] = new URL(url).pathname.split('/')
        if (method === 'POST') breads.set(id, { ...JSON.parse(sent), id, status: 'queued' })
        const one = breads.get(id)
        if (method === 'POST') return Response.json(one, { status })
        return Response.json({ ...one, ...bakes }, { status: one === undefined ? 404 : 200 })
      },
    })
    return lines.filter((line) => !/: (?:passed|not run)/.test(line))
  }
  expect(await found(202, { status: 'done' })).toEqual([])
  expect(await found(202, { status: 'done', grain: 'none' })).toEqual([expect.stringContaining('"grain"')])
})
