import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createMock, Maker } from '@concordat/mock'
import { expect, test } from 'vitest'

const text = { type: 'string' }
const Address = {
  type: 'object',
  properties: { line1: text, city: text, state: text, postal_code: text, country: { ...text, maxLength: 2 } },
}
const Customer = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    ...{ id: text, name: text, first_name: text, last_name: text, phone: text, username: text, bio: text },
    email: { ...text, format: 'email' },
    avatar_url: { ...text, format: 'uri' },
    ...{ created_at: text, updated_at: { ...text, format: 'date-time' }, birth_date: text },
    address: { $ref: '#/$defs/Address' },
    ...{ lat: { type: 'number' }, age: { type: 'integer' } },
  },
}
const Order = {
  type: 'object',
  properties: {
    customer: { $ref: '#/$defs/Customer' },
    items: { type: 'array', minItems: 3, items: { $ref: '#/$defs/Item' } },
    ...{
      currency: text,
      total_price: { type: 'number' },
      amount: { type: 'integer', description: 'In cents.' },
    },
    ...{ paid_at: { type: 'integer' }, shipped_on: text, starts_at: text, ends_at: text, depends_on: text },
    ...{ status: text, version: text, color: text, website: text, note: text, created_by: text },
  },
}
const Item = {
  type: 'object',
  properties: { name: text, sku: text, quantity: { type: 'integer' }, image: text },
}
const document = { definitions: { Address, Customer, Order, Item } }

const made = (name: string, seed = 'mock'): Record<string, unknown> => {
  const maker = new Maker(document, seed)
  const schema = maker.schema({ $ref: `#/$defs/${name}` })
  const value = maker.make(schema, 'item')
  expect(schema.allows(value)).toBe(true)
  return value as Record<string, unknown>
}

test('the members of a person tell of one person, who lives in one place', () => {
  const person = made('Customer')
  const { first_name: first, last_name: last } = person
  const short = `${first}.${last}`.toLowerCase()
  expect(person).toMatchObject({
    ...{ name: `${first} ${last}`, username: short, email: `${short}@example.com` },
    phone: expect.stringMatching(/^\+120255501\d\d$/),
    avatar_url: expect.stringMatching(/^https:\/\/example\.com\/images\/[a-z-]+\.png$/),
    bio: expect.stringMatching(/^[A-Z].* .*\.$/),
    birth_date: expect.stringMatching(/^(?:19|20)\d\d-\d\d-\d\d$/),
    address: {
      ...{
        line1: expect.stringMatching(/^\d+ [A-Z]\w+ [A-Z]\w+$/),
        country: expect.stringMatching(/^[A-Z]{2}$/),
      },
      state: expect.stringMatching(/^[A-Z]/),
    },
  })
  expect(person['id']).toMatch(/^[a-z0-9]{7,}$/)
})

test('things look like what they are called, and differ from one another', () => {
  const order = made('Order')
  expect(order).toMatchObject({
    ...{ currency: expect.stringMatching(/^[A-Z]{3}$/), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    ...{ color: expect.stringMatching(/^#[0-9a-f]{6}$/), website: expect.stringMatching(/^https:/) },
    ...{
      shipped_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      created_by: expect.stringMatching(/^\w+ \w+$/),
    },
    depends_on: expect.not.stringMatching(/\d/),
  })
  expect(order['amount']).toBe(Number(order['total_price']) * 100)
  const items = order['items'] as { name: string }[]
  expect(new Set(items.map(({ name }) => name)).size).toBe(3)
  expect(JSON.stringify(order)).not.toMatch(/-c[a-z0-9]{5,}-\d/)
})

test('an object of many members is made in time that grows as they do', () => {
  const limit = 1.5
  const file = join(import.meta.dirname, 'wide-object.ts')
  const { stdout } = spawnSync(process.execPath, [file, String(limit)], { encoding: 'utf8' })
  expect(Number.parseFloat(stdout)).toBeLessThan(limit)
})

test('every time can be read as one, and times are in order', () => {
  const times = (value: unknown): string[] =>
    Object.entries(value as object).flatMap(([name, own]) => {
      if (typeof own === 'object') return times(own)
      return /_at$|_on$|_date$/.test(name) && name !== 'depends_on' ? [name] : []
    })
  const [order, person] = [made('Order'), made('Customer')]
  expect(times(order).length).toBe(7)
  for (const value of [order, order['customer'], person] as Record<string, string>[])
    for (const name of times(value).filter((own) => own in value))
      expect(new Date(value[name] as string).toISOString()).toMatch(/^\d{4}/)
  expect(String(order['starts_at']) < String(order['ends_at'])).toBe(true)
  expect(String(person['created_at']) < String(person['updated_at'])).toBe(true)
  expect(new Date(Number(order['paid_at']) * 1000).getUTCFullYear()).toBe(2025)
})

test('the same seed makes the same values, and another one others', () => {
  expect(made('Order')).toEqual(made('Order'))
  expect(made('Customer', 'other')['name']).not.toBe(made('Customer')['name'])
})

test.each([
  [{ ...text, enum: ['b2b', 'b2c'] }, 'status', 'b2b'],
  [{ ...text, default: 'nobody@example.org' }, 'email', 'nobody@example.org'],
  [{ ...text, examples: ['Anywhere'] }, 'city', 'Anywhere'],
  [
    { type: 'object', properties: { city: text }, example: { city: 'Anywhere' } },
    'address',
    { city: 'Anywhere' },
  ],
  [{ ...text, format: 'uuid' }, 'created_at', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  [{ ...text, pattern: '^[a-z]{3}$' }, 'currency', expect.stringMatching(/^[a-z]{3}$/)],
  [{ ...text, pattern: '^X\\d{4}$' }, 'phone', expect.stringMatching(/^X\d{4}$/)],
  [
    { type: 'object', properties: { version: { ...text, not: { pattern: '^\\d' } }, city: text } },
    'release',
    { version: expect.stringMatching(/^version-/), city: expect.stringMatching(/^[A-Z][a-z]+$/) },
  ],
  [{ ...text, minLength: 100 }, 'description', expect.stringMatching(/^.{100,}$/)],
  [{ ...text, maxLength: 4 }, 'title', expect.stringMatching(/^.{1,4}$/)],
  [{ type: 'integer', maximum: 3 }, 'age', expect.any(Number)],
  [
    { ...text, description: 'ISO 4217 code of what is paid in.' },
    'unit',
    expect.stringMatching(/^[A-Z]{3}$/),
  ],
  [
    { type: 'object', properties: { small: text } },
    'image_urls',
    { small: expect.stringMatching(/^https:/) },
  ],
  [
    { type: 'array', items: { type: 'object', properties: { url: { ...text, format: 'uri' } } } },
    'images',
    [{ url: expect.stringMatching(/\.png$/) }],
  ],
  [{ type: 'array', items: text }, 'emails', [expect.stringMatching(/@example\.com$/)]],
  [
    { anyOf: [{ type: 'null' }, { ...text, format: 'date' }] },
    'due',
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  ],
])('of %j called "%s", what the document shows or asks for comes first', (written, name, expected) => {
  const maker = new Maker({ definitions: {} }, 'mock')
  const schema = maker.schema(written)
  const value = maker.make(schema, name, 'example')
  expect(value).toEqual(expected)
  expect(schema.allows(value)).toBe(true)
})

test.each([
  ['country_code', /^[A-Z]{2}$/],
  ['company_name', /^[A-Z][a-z]+$/],
  ['zipCode', /\d/],
  ['time_zone', /\//],
  ['emailAddress', /@/],
  ['user_name', /^[a-z]+\.[a-z]+$/],
  ['ipAddress', /^192\.0\.2\.\d+$/],
  ['orderNumber', /^AB-\d+$/],
  ['owner_id', /^[a-z0-9]{7}$/],
  ['job_title', /^(?:Project manager|[A-Z][a-z]+)$/],
  ['access_token', /^[a-z0-9]{7}$/],
])('a text called "%s" looks like one', (name, form) => {
  const maker = new Maker({ definitions: {} }, 'mock')
  expect(maker.make(maker.schema(text), name)).toMatch(form)
})

test('a mock answers so, and calls items in paths by words without spaces', async () => {
  const content = { 'application/json': { schema: { type: 'array', items: { $ref: '#/$defs/Item' } } } }
  const mock = createMock({
    ...{ definitions: { Item }, securitySchemes: {} },
    operations: [
      { operationId: 'listItems', method: 'GET', path: '/items', responses: { 200: { content } } },
    ],
    resources: [],
  } as unknown as Parameters<typeof createMock>[0])
  const items = await (await mock(new Request('http://mock.test/items'))).json()
  expect(items).toHaveLength(3)
  expect(JSON.stringify(items)).not.toMatch(/-c[a-z0-9]{5,}-\d/)
})
