import { describe, expect, test } from 'vitest'
import { ProblemsError } from '../../../generator/errors/problem.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

const ANSWER = {
  type: 'object',
  properties: {
    events: { type: 'array', items: { type: 'object', properties: { uuid: { type: 'string' } } } },
    links: {
      type: 'array',
      items: { type: 'object', properties: { rel: { type: 'string' }, href: { type: 'string' } } },
    },
    meta: { type: 'object', properties: { next_cursor: { type: 'string' }, page: { type: 'integer' } } },
  },
}

/** Returns the paging of an operation with this pagination extension. */
async function pagingOf(pagination: unknown) {
  const operation = {
    'x-pagination': pagination,
    parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'Events',
        headers: { 'X-Next': { schema: { type: 'string' } } },
        content: { 'application/json': { schema: ANSWER } },
      },
    },
  }
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: { /events: { get: ${JSON.stringify(operation)} } }`),
  })
  const warnings = loaded.warnings.map(({ message }) => message)
  try {
    return { paging: buildModel(loaded).model.operations[0]?.paging, warnings }
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error
    return { warnings, problems: error.problems.map(({ place, message }) => [place.pointer, message]) }
  }
}

const sent = { in: 'query', path: ['cursor'] }

test.each(['id', 'uuid', '_id'])('a page is chosen by the last item, which "%s" names', async (name) => {
  const items = { type: 'object', required: [name], properties: { [name]: { type: 'string' } } }
  const answer = {
    type: 'object',
    required: ['events', 'has_more'],
    properties: { events: { type: 'array', items }, has_more: { type: 'boolean' } },
  }
  const operation = {
    parameters: [{ name: 'starting_after', in: 'query', schema: { type: 'string' } }],
    responses: { 200: { description: 'Events', content: { 'application/json': { schema: answer } } } },
  }
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: { /events: { get: ${JSON.stringify(operation)} } }`),
  })
  expect(buildModel(loaded).model.operations[0]?.paging).toMatchObject({
    pages: { next: { from: 'lastItem', path: [name] } },
  })
})

describe('what "x-pagination" states', () => {
  test.each([
    { items: ['events'], next: { from: 'body', path: ['meta', 'next_cursor'] }, sent },
    { items: ['events'], next: { from: 'header', name: 'X-Next' } },
    { items: ['events'], next: { from: 'links', path: ['links'], rel: 'rel', target: 'href' } },
    { items: ['events'], next: { from: 'lastItem', path: ['uuid'] }, sent },
    { items: ['events'], next: { from: 'pages', current: ['meta', 'page'] }, sent, total: ['meta', 'page'] },
    { items: ['events'], next: { from: 'items', first: 1 }, sent },
  ])('%j is taken as it is', async (pages) => {
    const { paging } = await pagingOf(pages)
    expect(paging).toMatchObject({ pages })
  })

  test('false: the operation has no pages', async () => {
    expect(await pagingOf(false)).toEqual({ paging: undefined, warnings: [] })
  })

  test.each([
    [{ items: ['meta'] }, 'items', '"meta" in the response is not an array.'],
    [{ items: ['events', 'data'] }, 'items', '"events" of the response has no property "data".'],
    [
      { next: { from: 'pages' } },
      'next',
      'it lacks both "first" and "current"; "from: pages" needs one of them.',
    ],
    [{ next: { from: 'body' } }, 'next', 'it lacks "path", which "from: body" needs.'],
    [{ next: { from: 'header' } }, 'next', 'it lacks "name", which "from: header" needs.'],
    [
      { next: { from: 'links', path: ['links'], rel: 'rel' } },
      'next',
      'it lacks "rel" and "target", which "from: links" needs.',
    ],
    [
      { next: { from: 'links', path: ['links'], rel: 'rel', target: 'hre' } },
      'next',
      'a link has no property "hre". Did you mean "href"?',
    ],
    [
      { next: { from: 'links', path: ['meta'], rel: 'rel', target: 'href' } },
      'next/path',
      '"meta" in the response is not an array.',
    ],
    [
      { next: { from: 'header', name: 'X-Nxt' } },
      'next/name',
      'the response has no header "X-Nxt". Did you mean "X-Next"?',
    ],
    [
      { next: { from: 'lastItem', path: ['uid'] } },
      'next/path',
      'an item has no property "uid". Did you mean "uuid"?',
    ],
    [{ sent: undefined }, '', 'it lacks "sent", which is optional only if the next page is given as a URL.'],
    [
      { sent: { in: 'query', path: ['curser'] } },
      'sent/path',
      'the operation has no query parameter "curser". Did you mean "cursor"?',
    ],
    [{ sent: { in: 'body', path: ['page'] } }, 'sent/path', 'the request body has no property "page".'],
    [{ more: ['has_more'] }, 'more', 'the response has no property "has_more".'],
  ])('%j is refused at "%s"', async (change, place, fact) => {
    const pages = { items: ['events'], next: { from: 'pages', first: 1 }, sent, ...change }
    const { problems } = await pagingOf(pages)
    const pointer = `#/paths/~1events/get/x-pagination${place === '' ? '' : `/${place}`}`
    expect(problems).toEqual([[pointer, `The "x-pagination" of "getEvents" is invalid: ${fact}`]])
  })

  test('one of another shape is as if it were not there, with a warning', async () => {
    const { paging, warnings } = await pagingOf({ items: ['events'], next: { from: 'everywhere' } })
    expect(paging).toMatchObject({ pages: { next: { from: 'body', path: ['meta', 'next_cursor'] } } })
    expect(warnings).toEqual([expect.stringContaining('"everywhere"')])
  })
})
