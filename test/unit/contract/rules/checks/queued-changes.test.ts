import { expect, test } from 'vitest'
import { described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const id = { type: 'string' }
const name = { type: 'string', maxLength: 20 }
const Box = { type: 'object', required: ['id', 'name'], properties: { id, name } }

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const call = (operationId: string, properties: object, response: object) => ({
  post: {
    operationId,
    requestBody: {
      required: true,
      ...json({ type: 'object', required: Object.keys(properties), properties }),
    },
    responses: { '200': { description: 'Done', ...response }, '404': { description: 'No such box' } },
  },
})

/** A server whose calls name an item in their bodies. The function answers changes of deleted items. */
function serverOf(changeDeleted: (id: string) => Response) {
  const boxes = new Map<string, object>()
  const deleted = new Set<string>()
  let made = 0
  return (request: Request, text: string): Response => {
    const { pathname } = new URL(request.url)
    const body = JSON.parse(text)
    if (pathname === '/boxes.create') {
      const box = { id: `b${++made}`, name: body.name }
      boxes.set(box.id, box)
      return Response.json(box)
    }
    if (pathname === '/boxes.update' && deleted.has(body.id)) return changeDeleted(body.id)
    const box = boxes.get(body.id)
    if (box === undefined) return new Response(null, { status: 404 })
    if (pathname === '/boxes.update') boxes.set(body.id, { ...box, name: body.name })
    if (pathname === '/boxes.delete') {
      boxes.delete(body.id)
      deleted.add(body.id)
    }
    return pathname === '/boxes.get' ? Response.json(box) : new Response(null, { status: 200 })
  }
}

async function outcomesWith(changeDeleted: (id: string) => Response): Promise<readonly string[]> {
  const document = await described({
    '/boxes.create': call('createBox', { name }, json(Box)),
    '/boxes.get': call('getBox', { id }, json(Box)),
    '/boxes.update': call('updateBox', { id, name }, {}),
    '/boxes.delete': call('deleteBox', { id }, {}),
  })
  return outcomes(document, { rules: ['lifecycle/stays-deleted'], answer: serverOf(changeDeleted) })
}

test('a call that may only have been queued does not change what is gone', async () => {
  expect(await outcomesWith(() => new Response(null, { status: 200 }))).toContain(
    'lifecycle deleteBox: passed',
  )
})

test('a call that shows what is gone as changed does', async () => {
  const found = await outcomesWith((gone) => Response.json({ id: gone, name: 'changed' }))
  expect(found).toContainEqual(
    expect.stringMatching(/^lifecycle deleteBox: status 404 from POST \/boxes.update/),
  )
})
