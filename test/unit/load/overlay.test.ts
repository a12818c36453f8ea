import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadFolder, openapi, problemsOf } from './folder.ts'

const PETS =
  openapi(`servers: [{ url: 'https://one.example' }, { url: 'https://two.example' }, { url: 'https://three.example' }]
tags: [{ name: pets }]
paths:
  /pets:
    get:
      x-oai-traits: [paged]
      tags: [pets]
      summary: List
      parameters: [{ name: filter, in: query, schema: { type: string } }]
      responses: { '200': { description: ok } }
    delete: { responses: { '204': { description: gone } } }
  /stores:
    get: { responses: { '200': { description: ok } } }
`)

function overlay(...actions: readonly string[]): string {
  return `overlay: 1.0.0\ninfo: { title: Changes, version: 1.0.0 }\nactions:\n${actions.map((action) => `  - ${action}\n`).join('')}`
}

const apply = (...actions: readonly string[]) =>
  loadFolder({ 'openapi.yaml': PETS, 'overlay.yaml': overlay(...actions) })

describe('update', () => {
  test('an overlay that is structured like the document merges object by object', async () => {
    const { document } = await apply(
      `{ target: $, update: { info: { x-audience: all }, paths: { /pets: { get: { summary: List pets }, x-new: 1 } } } }`,
    )
    expect(document['info']).toEqual({ title: 'Pets', version: '1', 'x-audience': 'all' })
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'summary'], 'List pets')
    expect(document).toHaveProperty(['paths', '/pets', 'x-new'], 1)
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'tags'], ['pets'])
  })

  test('targeted updates change what they select, nothing else', async () => {
    const { document, base } = await apply(
      `{ target: "$.paths['/stores'].get", update: { summary: Stores } }`,
    )
    expect(document).toHaveProperty(['paths', '/stores', 'get', 'summary'], 'Stores')
    expect(base).not.toHaveProperty(['paths', '/stores', 'get', 'summary'])
    expect(document.paths?.['/pets']).toBe(base?.paths?.['/pets'])
  })

  test('a wildcard selects every operation, and each gets a copy of its own', async () => {
    const { document } = await apply(`{ target: '$.paths.*.get', update: { x-limits: { rate: 5 } } }`)
    const paths = document['paths'] as Record<string, { get: Record<string, unknown> }>
    expect(paths['/pets']?.get['x-limits']).toEqual({ rate: 5 })
    expect(paths['/stores']?.get['x-limits']).toEqual({ rate: 5 })
    expect(paths['/pets']?.get['x-limits']).not.toBe(paths['/stores']?.get['x-limits'])
  })

  test('the value for a selected array is appended as one item', async () => {
    const { document } = await apply(
      `{ target: "$.paths['/pets'].get.parameters", update: { name: limit, in: query, schema: { type: integer } } }`,
    )
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'parameters', 1, 'name'], 'limit')
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'parameters', 'length'], 2)
  })

  test('arrays within a merged object are concatenated; scalars, and members that change type, are replaced', async () => {
    const { document } = await apply(
      `{ target: "$.paths['/pets'].get", update: { tags: [store, cats], summary: Other, x-oai-traits: none } }`,
    )
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'tags'], ['pets', 'store', 'cats'])
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'summary'], 'Other')
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'x-oai-traits'], 'none')
  })

  test('a trait is given to the operations that name it', async () => {
    const { document } = await apply(
      `{ target: "$.paths[*][?@['x-oai-traits'] && @['x-oai-traits'][0] == 'paged']", update: { parameters: [{ name: page, in: query, schema: { type: integer } }] } }`,
    )
    expect(document).toHaveProperty(['paths', '/pets', 'get', 'parameters', 1, 'name'], 'page')
    expect(document).not.toHaveProperty(['paths', '/stores', 'get', 'parameters'])
  })

  test('names with quotes, slashes and control characters are found again', async () => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi(
        `components: { schemas: { A: { properties: { "it's/~ \\t": { type: string } } } } }`,
      ),
      'overlay.yaml': overlay(`{ target: '$.components.schemas.A.properties.*', update: { maxLength: 3 } }`),
    })
    expect(document).toHaveProperty(['components', 'schemas', 'A', 'properties', "it's/~ \t", 'maxLength'], 3)
  })
})

describe('remove', () => {
  test('members of objects, wherever they are', async () => {
    const { document } = await apply(`{ target: '$.paths.*.delete', remove: true }`)
    expect(Object.keys((document['paths'] as Record<string, object>)['/pets'] ?? {})).toEqual(['get'])
  })

  test('several items of one array', async () => {
    const { document } = await apply(`{ target: "$.servers[?@.url != 'https://two.example']", remove: true }`)
    expect(document['servers']).toEqual([{ url: 'https://two.example' }])
  })

  test.each([
    ["$['x-list'][2,0]", ['b', 'd', ['e', 'f']]],
    ["$['x-list'][::-1]", []],
    ["$['x-list'][0,0,-5]", ['b', 'c', 'd', ['e', 'f']]],
    ["$['x-list'][4,0][1,0]", ['a', 'b', 'c', 'd', []]],
    ["$['x-list'][3,4]['x',0,1]", ['a', 'b', 'c', 'd', []]],
    ["$['x-list']..[0]", ['b', 'c', 'd', ['f']]],
    ["$['x-list']..[4,1]", ['a', 'c', 'd']],
  ])('exactly the items that %s selects, in any order', async (target, rest) => {
    const { document } = await loadFolder({
      'openapi.yaml': openapi('x-list: [a, b, c, d, [e, f]]'),
      'overlay.yaml': overlay(`{ target: "${target}", remove: true }`),
    })
    expect(document).toHaveProperty('x-list', rest)
  })

  test('wins over an update in the same action', async () => {
    const { document } = await apply(`{ target: $.tags, remove: true, update: { name: more } }`)
    expect(document).not.toHaveProperty('tags')
  })
})

describe('order', () => {
  test('each action sees what the former left', async () => {
    const { document } = await apply(
      `{ target: $.tags, update: { name: stores } }`,
      `{ target: "$.tags[?@.name == 'stores']", update: { description: All stores } }`,
      `{ target: '$.tags[0]', remove: true }`,
    )
    expect(document['tags']).toEqual([{ name: 'stores', description: 'All stores' }])
  })

  test('a removed node cannot be selected any more', async () => {
    const problems = await problemsOf({
      'openapi.yaml': PETS,
      'overlay.yaml': overlay(`{ target: $.tags, remove: true }`, `{ target: $.tags, update: { name: x } }`),
    })
    expect(problems.map(({ code, place }) => [code, place.pointer, place.line])).toEqual([
      ['overlay-target-matches-nothing', '#/actions/1/target', 5],
    ])
  })
})

describe('a document that only an overlay makes whole', () => {
  test('has no base where the overlay brings what a reference leads to', async () => {
    const { base, document, warnings } = await loadFolder({
      'openapi.yaml': openapi(
        `components: { schemas: { A: { properties: { b: { $ref: '#/components/schemas/B' } } } } }`,
      ),
      'overlay.yaml': overlay(`{ target: $.components.schemas, update: { B: { type: string } } }`),
    })
    expect(warnings).toEqual([])
    expect(document.components?.schemas).toEqual({
      A: { properties: { b: { $ref: '#/components/schemas/B' } } },
      B: { type: 'string' },
    })
    expect(base).toBeUndefined()
  })

  test('has a base, read as it is without the overlay', async () => {
    const { base, document, warnings } = await loadFolder({
      'openapi.yaml': openapi('components: { schemas: { A: { properties: [], type: object } } }'),
      'overlay.yaml': overlay(`{ target: $.components.schemas.A, update: { properties: { b: true } } }`),
    })
    expect(document.components?.schemas).toEqual({ A: { properties: { b: true }, type: 'object' } })
    expect(base?.components?.schemas).toEqual({ A: { type: 'object' } })
    expect(warnings).toEqual([])
  })
})

describe('what the result tells', () => {
  test('decided names the topmost nodes that were added or changed, at their final places', async () => {
    const { decided } = await apply(
      `{ target: $.servers, update: { url: 'https://four.example' } }`,
      `{ target: '$.servers[0]', remove: true }`,
      `{ target: "$.paths['/pets'].get", update: { summary: Other, x-new: { deep: 1 }, tags: [more] } }`,
    )
    expect(decided).toEqual([
      '#/servers/2',
      '#/paths/~1pets/get/tags/1',
      '#/paths/~1pets/get/summary',
      '#/paths/~1pets/get/x-new',
    ])
  })

  test('places are those of the overlay for what it brought, of the document for the rest, also behind a removed item', async () => {
    const { locate } = await apply(
      `{ target: "$.paths['/pets'].get", update: { summary: Other } }`,
      `{ target: '$.servers[0]', remove: true }`,
    )
    const summary = locate('#/paths/~1pets/get/summary')
    expect([basename(summary.file), summary.line, summary.pointer]).toEqual([
      'overlay.yaml',
      4,
      '#/actions/0/update/summary',
    ])
    const server = locate('/servers/1/url')
    expect([basename(server.file), server.pointer]).toEqual(['openapi.yaml', '#/servers/2/url'])
  })

  test('references that an overlay brings are read from its folder, and its own problems found', async () => {
    const files = {
      'openapi.yaml': openapi('components: { schemas: { Pet: { $ref: pet.yaml } } }'),
      'pet.yaml': 'type: object',
      'overlay.yaml': overlay(
        `{ target: $.components.schemas, update: { Cat: { allOf: [{ $ref: pet.yaml }, { $ref: cat.yaml }, { $ref: '#/components/schemas/Pet' }] } } }`,
      ),
      'cat.yaml': 'properties: { claws: { type: integer } }',
    }
    const { document, base, decided } = await loadFolder(files)
    expect(document).toHaveProperty(
      'components.schemas.Cat.allOf',
      ['Pet', 'cat', 'Pet'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    )
    expect(decided).toEqual(['#/components/schemas/Cat', '#/components/schemas/cat'])
    expect(base?.components).toEqual({ schemas: { Pet: { type: 'object' } } })
    const problems = await problemsOf({ ...files, 'cat.yaml': 'properties: { claws: { $ref: none.yaml } }' })
    expect(problems.map(({ code, place }) => [code, basename(place.file)])).toEqual([
      ['unresolvable-reference', 'cat.yaml'],
    ])
  })

  test('a component whose target an overlay removes is missed', async () => {
    const problems = await problemsOf({
      'openapi.yaml': openapi(
        `components: { schemas: { A: { type: string }, B: { items: { $ref: '#/components/schemas/A' } } } }`,
      ),
      'overlay.yaml': overlay(`{ target: $.components.schemas.A, remove: true }`),
    })
    expect(problems.map(({ code }) => code)).toEqual(['unresolvable-reference'])
  })
})

describe('overlays that break the standard', () => {
  test.each([
    ['no version', 'actions: []', '#'],
    ['another version', 'overlay: 2.0.0\nactions: [{ target: $, remove: true }]', '#/overlay'],
    ['no actions', 'overlay: 1.0.0\nactions: []', '#/actions'],
    ['no target', overlay('{ update: {} }'), '#/actions/0'],
    ['neither update nor remove', overlay('{ target: $.info }'), '#/actions/0'],
    ['a broken path', overlay(`{ target: '$.paths[', update: {} }`), '#/actions/0/target'],
    ['a scalar as target', overlay('{ target: $.info.title, update: {} }'), '#/actions/0/target'],
    ['a scalar for an object', overlay('{ target: $.info, update: text }'), '#/actions/0/update'],
    ['the whole document removed', overlay('{ target: $, remove: true }'), '#/actions/0/target'],
  ])('%s', async (_, text, pointer) => {
    const problems = await problemsOf({ 'openapi.yaml': PETS, 'overlay.yaml': text })
    expect(problems.map(({ code, place }) => [code, basename(place.file), place.pointer])).toEqual([
      ['overlay-invalid', 'overlay.yaml', pointer],
    ])
  })
})

test('the digest is that of the bytes of the document, whatever is made of them', async () => {
  const text = `\uFEFF${openapi("paths: { /pets: { $ref: 'pets.yaml' } }")}`
  const files = {
    'openapi.yaml': text,
    'pets.yaml': "get: { operationId: listPets, responses: { '204': { description: None. } } }",
    'overlay.yaml':
      "overlay: 1.0.0\ninfo: { title: T, version: '1' }\nactions: [{ target: $.info, update: { title: Cats } }]",
  }
  const { document, sha256 } = await loadFolder(files)
  expect(document.info.title).toBe('Cats')
  expect(sha256()).toBe(createHash('sha256').update(text).digest('hex'))
})
