import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const shelf = { type: 'object', properties: { id: number, slug: text, note: text } }
const box = { type: 'object', properties: { id: number, slug: text, note: text, shelf } }
const label = {
  type: 'object',
  properties: { id: number, box, tongue: { type: 'object', properties: { code: text } }, note: text },
}

function parametersOf(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true, schema: text },
  }))
}

const sent = {
  content: { 'application/json': { schema: { type: 'object', properties: { slug: text, note: text } } } },
}

/** Returns the paths of shelves, of their boxes and of the boxes' labels, as Django names them. */
function ofShelves(boxes: string, listed: object = box) {
  const labels = '/labels/{box__shelf__slug}/{box__slug}/{tongue__code}'
  const page = (item: object) => ({ type: 'object', properties: { results: { type: 'array', items: item } } })
  return {
    '/boxes': { get: { operationId: 'boxes', responses: answers(page(listed)) } },
    [boxes]: {
      parameters: parametersOf(boxes),
      get: { operationId: 'box', responses: answers(box) },
      delete: { operationId: 'dropBox', responses: { 204: { description: 'Gone' } } },
    },
    [`${boxes}/labels`]: {
      parameters: parametersOf(boxes),
      get: { operationId: 'labelsOfBox', responses: answers(page(label)) },
      post: {
        operationId: 'addLabel',
        requestBody: sent,
        responses: answers({ type: 'object', properties: { data: label } }, { status: 201 }),
      },
    },
    '/shelves/{slug}/boxes': {
      parameters: parametersOf('{slug}'),
      post: { operationId: 'addBox', requestBody: sent, responses: answers(box, { status: 201 }) },
    },
    '/labels': { get: { operationId: 'labels', responses: answers(page(label)) } },
    [labels]: {
      parameters: parametersOf(labels),
      get: { operationId: 'label', responses: answers(label) },
      delete: { operationId: 'dropLabel', responses: { 204: { description: 'Gone' } } },
    },
  }
}

test.each(['shelf__slug', 'shelfSlug', 'shelf_slug'])(
  'the values before the name of an item can be names within its parts: {%s}',
  async (parameter) => {
    const { resources } = await described(ofShelves(`/boxes/{${parameter}}/{slug}`))
    expect(resources.find(({ name }) => name === 'boxes')).toMatchObject({
      namesAbove: [['shelf', 'slug']],
      names: [{ path: ['slug'] }],
      operations: { list: 'boxes', create: 'addBox', read: 'box', delete: 'dropBox' },
    })
  },
)

test('a part can be within a part, and a create can wrap its item', async () => {
  const { resources } = await described(ofShelves('/boxes/{shelf__slug}/{slug}'))
  expect(resources.find(({ name }) => name === 'labels')).toMatchObject({
    namesAbove: [
      ['box', 'shelf', 'slug'],
      ['box', 'slug'],
    ],
    names: [{ path: ['tongue', 'code'] }],
    operations: { list: 'labels', create: 'addLabel', read: 'label', delete: 'dropLabel' },
  })
})

test('a list whose items do not show these values is not theirs', async () => {
  const { resources } = await described(ofShelves('/boxes/{shelf__slug}/{slug}', shelf))
  expect(resources.find(({ namesAbove }) => namesAbove?.[0]?.[0] === 'shelf')).toBe(undefined)
})
