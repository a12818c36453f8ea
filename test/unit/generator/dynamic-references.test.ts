import { createValidator } from '@concordat/runtime/schema'
import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

/** Returns the definitions of a document with these components, its validators by name, and its warnings. */
async function read(schemas: string, paths = '') {
  const loaded = await loadFolder({
    'openapi.yaml': openapi(`paths: { ${paths} }\ncomponents:\n  schemas:\n${schemas}`),
  })
  const { model, warnings } = buildModel(loaded)
  const definitions = Object.fromEntries(model.schemas.map(({ name, schema }) => [name, schema]))
  const compile = createValidator(definitions)
  return {
    definitions,
    takes: (name: string, value: unknown) => compile({ $ref: `#/$defs/${name}` })(value).length === 0,
    operations: model.descriptor.operations,
    told: warnings.map(({ code, place }) => [code, place.pointer]),
  }
}

const PAGE = `
    Page: { type: object, required: [items], properties: { items: { type: array, items: { $dynamicRef: '#item' } } }, $defs: { item: { $dynamicAnchor: item, not: {} } } }
    Pet: { type: object, required: [name], properties: { name: { type: string } } }
    Owner: { type: object, required: [email], properties: { email: { type: string } } }`
const bound = (name: string) =>
  `\n    ${name}Page: { $ref: '#/components/schemas/Page', $defs: { item: { $dynamicAnchor: item, $ref: '#/components/schemas/${name}' } } }`

test.each([
  ['', bound('Pet') + bound('Owner')],
  [bound('Owner') + bound('Pet'), ''],
])('each schema has its own items, in whatever order they are written', async (before, after) => {
  const { takes, definitions, told } = await read(before + PAGE + after)
  expect(takes('PetPage', { items: [{ name: 'a' }] })).toBe(true)
  expect(takes('PetPage', { items: [{ email: 'a' }] })).toBe(false)
  expect(takes('OwnerPage', { items: [{ email: 'a' }] })).toBe(true)
  expect(takes('OwnerPage', { items: [{ name: 'a' }] })).toBe(false)
  expect(takes('Page', { items: [1] })).toBe(false)
  expect(definitions).toMatchObject({
    PetPage: { $ref: '#/$defs/PageOfPet' },
    PageOfPet: { properties: { items: { items: { $ref: '#/$defs/Pet' } } } },
  })
  expect(told).toEqual([])
})

test('a schema with an "$id" has anchors of its own, and pointers begin at it', async () => {
  const { takes, told } = await read(`
    Texts: { $id: 'https://a.test/texts', $ref: list, $defs: { own: { $dynamicAnchor: items, type: string }, list: { $id: list, type: array, items: { $dynamicRef: '#items' }, $defs: { any: { $dynamicAnchor: items } } } } }
    Numbers: { $id: 'https://a.test/numbers', type: array, items: { $dynamicRef: '#/$defs/own' }, $defs: { own: { type: number }, inner: { $id: inner, $defs: { own: { type: string } } } } }`)
  expect([takes('Texts', ['a']), takes('Texts', [1])]).toEqual([true, false])
  expect([takes('Numbers', [1]), takes('Numbers', ['a'])]).toEqual([true, false])
  expect(told).toEqual([])
})

test('a schema in an operation has its items, too', async () => {
  const schema =
    "{ $ref: '#/components/schemas/Page', $defs: { item: { $dynamicAnchor: item, $ref: '#/components/schemas/Pet' } } }"
  const { operations } = await read(
    PAGE,
    `/a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } } } }`,
  )
  expect(operations[0]?.responses['200']?.content?.['application/json']?.schema).toEqual({
    $ref: '#/$defs/PageOfPet',
  })
})

test('a schema that extends one that contains itself contains itself, too', async () => {
  const { takes, definitions } = await read(`
    Base: { $dynamicAnchor: node, type: object, properties: { children: { type: array, items: { $dynamicRef: '#node' } } } }
    Local: { $dynamicAnchor: node, allOf: [{ $ref: '#/components/schemas/Base' }], required: [locale] }`)
  expect(takes('Local', { locale: 'de', children: [{ locale: 'fr' }] })).toBe(true)
  expect(takes('Local', { locale: 'de', children: [{}] })).toBe(false)
  expect(takes('Base', { children: [{}] })).toBe(true)
  expect(definitions['Local']).toMatchObject({ allOf: [{ $ref: '#/$defs/BaseOfLocal' }] })
})

test('the outermost schema decides, and what it leads to without a dynamic reference is as always', async () => {
  const { takes, definitions } = await read(`${PAGE}${bound('Pet')}
    Shelf: { $defs: { item: { $dynamicAnchor: item, type: integer } }, properties: { page: { $ref: '#/components/schemas/PetPage' }, owner: { $ref: '#/components/schemas/Owner' } } }`)
  expect(takes('Shelf', { page: { items: [1] }, owner: { email: '' } })).toBe(true)
  expect(takes('Shelf', { page: { items: [{ name: 'a' }] } })).toBe(false)
  expect(definitions['Shelf']).toMatchObject({ properties: { owner: { $ref: '#/$defs/Owner' } } })
})

test('one that leads to a pointer, or to an anchor that is not dynamic, is a reference', async () => {
  const { takes, told } = await read(`
    Anything: true
    Nothing: false
    Open: { properties: { yes: { $dynamicRef: '#/components/schemas/Anything' }, no: { $dynamicRef: '#/components/schemas/Nothing' } } }
    Plain: { properties: { a: { $dynamicRef: '#whole' } }, $defs: { whole: { $anchor: whole, type: integer } } }
    Outer: { $ref: '#/components/schemas/Plain', $defs: { whole: { $dynamicAnchor: whole, type: string } } }
    Far: { $ref: '#/components/schemas/Far/$defs/foo', $defs: { foo: { $dynamicRef: '#detached' }, x: { $dynamicAnchor: detached, type: integer } } }`)
  expect([takes('Open', { yes: 1 }), takes('Open', { no: 1 })]).toEqual([true, false])
  expect([takes('Outer', { a: 1 }), takes('Outer', { a: 'x' })]).toEqual([true, false])
  expect([takes('Far', 1), takes('Far', 'x')]).toEqual([true, false])
  expect(told).toEqual([])
})

test('one that leads nowhere is told of, and says nothing', async () => {
  const { takes, told } = await read(`
    A: { properties: { a: { $dynamicRef: '#nowhere' }, b: { $dynamicRef: '#/components/schemas/B' } } }`)
  expect(takes('A', { a: 1, b: 1 })).toBe(true)
  expect(told).toEqual([
    ['unresolvable-reference', '#/components/schemas/A/properties/a/$dynamicRef'],
    ['unresolvable-reference', '#/components/schemas/A/properties/b/$dynamicRef'],
  ])
})

test('a reference that is data is not followed', async () => {
  const { takes, told } = await read(
    "    A: { enum: [{ $ref: '#/components/schemas/B' }, { $dynamicRef: '#x' }], default: { $ref: '#/components/schemas/B' } }",
  )
  expect([takes('A', { $ref: '#/components/schemas/B' }), takes('A', 1)]).toEqual([true, false])
  expect(told).toEqual([])
})

test('an empty list of values allows none, which is told', async () => {
  const { takes, told } = await read('    A: { properties: { a: { enum: [] } } }')
  expect([takes('A', {}), takes('A', { a: 1 }), takes('A', { a: null })]).toEqual([true, false, false])
  expect(told).toEqual([['nothing-allowed', '#/components/schemas/A/properties/a/enum']])
})

test('words of OpenAPI 3.0 in a document of 3.1 are read as there, which is told', async () => {
  const { takes, told } = await read(
    '    A: { properties: { a: { type: string, nullable: true }, b: { type: integer, minimum: 1, exclusiveMinimum: true }, c: { nullable: false } } }',
  )
  expect([takes('A', { a: null, b: 2 }), takes('A', { b: 1 })]).toEqual([true, false])
  expect(told).toEqual([
    ['keyword-of-earlier-version', '#/components/schemas/A/properties/a/nullable'],
    ['keyword-of-earlier-version', '#/components/schemas/A/properties/b/exclusiveMinimum'],
  ])
})

test('the type null without quotes is "null", alone and in a list', async () => {
  const { definitions } = await read('    A: { oneOf: [{ type: null }, { type: [string, null] }] }')
  expect(definitions['A']).toEqual({ oneOf: [{ type: 'null' }, { type: ['string', 'null'] }] })
})
