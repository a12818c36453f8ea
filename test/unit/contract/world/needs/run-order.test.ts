import type { DocumentDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: text }

interface Kind {
  /** Collection: "boats". */
  readonly name: string
  /** The property that refers to an item in another collection or in the same one. */
  readonly reference: string
  readonly isRequired: boolean
}

/** Returns a collection whose items can be created, read and removed. */
function pathsOf({ name, reference, isRequired }: Kind) {
  const properties = { [reference]: text, label: text }
  const written = { type: 'object', required: isRequired ? [reference] : [], properties }
  const shown = { type: 'object', required: ['id'], properties: { id: text, ...properties } }
  const missing = { 404: { description: 'There is no such item.' } }
  return {
    [`/${name}`]: {
      post: {
        operationId: `make-${name}`,
        requestBody: { required: true, content: { 'application/json': { schema: written } } },
        responses: { ...answers(shown, { status: 201 }), 422: { description: 'Refused.' } },
      },
    },
    [`/${name}/{id}`]: {
      get: { operationId: `get-${name}`, parameters: [id], responses: { ...answers(shown), ...missing } },
      delete: {
        operationId: `drop-${name}`,
        parameters: [id],
        responses: { 204: { description: 'Gone.' }, ...missing },
      },
    },
  }
}

/**
 * A service that rejects references to items that it does not have, and records the bodies that it accepts.
 */
function serviceOf(kinds: readonly Kind[]) {
  const items = new Map<string, unknown>()
  const taken: string[] = []
  const answer = (request: Request, body: string): Response => {
    const [, name = '', key] = new URL(request.url).pathname.split('/')
    const address = `${name}/${key}`
    if (request.method === 'POST') {
      const kind = kinds.find((each) => each.name === name)
      const sent: Readonly<Record<string, unknown>> = JSON.parse(body)
      const named = kind && sent[kind.reference]
      const other = kind && `${kind.reference.replace('_id', 's')}/${named}`
      const isRefused = named === undefined ? kind?.isRequired : !items.has(other ?? '')
      if (isRefused) return new Response(null, { status: 422 })
      taken.push(named === undefined ? name : `${name} of ${other?.split('/')[0]}`)
      const made = { ...sent, id: `x${items.size + 1}` }
      items.set(`${name}/${made.id}`, made)
      return Response.json(made, { status: 201 })
    }
    if (!items.has(address)) return new Response(null, { status: 404 })
    if (request.method === 'GET') return Response.json(items.get(address))
    items.delete(address)
    return new Response(null, { status: 204 })
  }
  return { answer, taken }
}

async function conformanceOf(kinds: readonly Kind[]) {
  const document: DocumentDescriptor = await described(Object.assign({}, ...kinds.map(pathsOf)))
  const { answer, taken } = serviceOf(kinds)
  return { results: await outcomes(document, { answer, rules: ['conformance'] }), taken }
}

const boats = { name: 'boats', reference: 'owner_id', isRequired: true }
const owners = { name: 'owners', reference: 'boat_id', isRequired: false }

describe.each([[[boats, owners]], [[owners, boats]]])('of two kinds that name each other', (kinds) => {
  test('the one that can do without is made first, whichever the document has first', async () => {
    const { results, taken } = await conformanceOf(kinds)
    expect(results).toHaveLength(6)
    expect(results.filter((line) => !line.endsWith('passed'))).toEqual([])
    expect(taken[0]).toBe('owners')
  })

  test('its later items name the other', async () => {
    const { taken } = await conformanceOf(kinds)
    expect(taken).toContain('owners of boats')
  })
})

test('an item that may name one of its own kind is made without', async () => {
  const { results } = await conformanceOf([{ name: 'tasks', reference: 'task_id', isRequired: false }])
  expect(results).toEqual([
    'conformance make-tasks: passed',
    'conformance get-tasks: passed',
    'conformance drop-tasks: passed',
  ])
})

test('two kinds that require each other are not run, with the circle as the reason', async () => {
  const { results } = await conformanceOf([boats, { ...owners, isRequired: true }])
  expect(results.filter((line) => line.endsWith('passed'))).toEqual([])
  expect(results.join('\n')).toContain('"boats" needs "owners", which needs "boats"')
})
