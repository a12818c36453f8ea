import { expect, test } from 'vitest'
import { SchemaDeclarations } from '../../../generator/emit/schema/declaration.ts'
import type { JsonSchema, SchemaObject } from '../../../runtime/schema/schema.ts'

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const objectOf = (properties: Record<string, JsonSchema>): SchemaObject => ({ type: 'object', properties })
const text = { type: 'string' } as const

function declared(schemas: Record<string, JsonSchema>): Record<string, string> {
  const declarations = new SchemaDeclarations(new Map(Object.entries(schemas)))
  return Object.fromEntries(
    Object.keys(schemas).map((name) => [name, declarations.declare(name).write((symbol) => symbol.name)]),
  )
}

test('an object that is also others extends them where no property is theirs too, or only a text that it narrows', () => {
  const { Cat, Named, Strict, Other, Loose } = declared({
    Pet: objectOf({ id: text }),
    Cat: { allOf: [refer('Pet'), objectOf({ lives: text })] },
    Named: { allOf: [refer('Cat'), objectOf({ id: { enum: ['x'] } })] },
    Key: { ...objectOf({ id: text }), required: ['id'] },
    Strict: { allOf: [refer('Key'), objectOf({ id: { enum: ['x'] } })] },
    Kind: objectOf({ kind: { enum: ['a', 'b'] } }),
    Other: { allOf: [refer('Kind'), objectOf({ kind: { enum: ['c'] } })] },
    Loose: { allOf: [refer('Map'), objectOf({ a: text })] },
    Map: { type: 'object', additionalProperties: text },
  })
  expect(Cat).toBe('interface Cat extends Pet {\n  lives?: string\n}')
  expect(Named).toBe("interface Named extends Cat {\n  id?: 'x'\n}")
  expect(Strict).toBe("type Strict = Key & { id?: 'x' }")
  expect(Other).toBe("type Other = Kind & { kind?: 'c' }")
  expect(Loose).toBe('type Loose = Map & { a?: string }')
})

test('named properties stand apart from an index signature that would have to hold them', () => {
  const { Open, Typed } = declared({
    Open: { ...objectOf({ a: text }), additionalProperties: true },
    Typed: { ...objectOf({ a: text }), additionalProperties: text },
  })
  expect(Open).toBe('interface Open {\n  a?: string\n  [key: string]: unknown\n}')
  expect(Typed).toBe('type Typed = { a?: string } & { [key: string]: string }')
})

test('what refers to itself by compositions alone is left out where it does', () => {
  expect(
    declared({
      Self: refer('Self'),
      Text: { anyOf: [refer('Text'), text] },
      One: { allOf: [refer('Two'), objectOf({ a: text })] },
      Two: { anyOf: [refer('One'), { type: 'null' }] },
      List: { anyOf: [text, { type: 'array', items: refer('List') }] },
    }),
  ).toEqual({
    Self: 'type Self = unknown',
    Text: 'type Text = string',
    One: 'type One = Two & { a?: string }',
    Two: 'type Two = null',
    List: 'type List = string | List[]',
  })
})

test('a long type stands on several lines, with parentheses where they are needed', () => {
  const long = 'x'.repeat(40)
  const { Union, Parts, Nullable } = declared({
    Union: { type: 'array', items: { enum: [`${long}1`, `${long}2`, `${long}3`] } },
    Parts: {
      allOf: [
        { anyOf: [refer('A'), refer('B')] },
        { anyOf: [objectOf({ [`${long}1`]: text, b: text }), refer(long), refer('B')] },
      ],
    },
    Nullable: { anyOf: [objectOf({ a: { ...text, description: 'A.' } }), { type: 'null' }] },
  })
  expect(Union).toBe(`type Union = (\n  | '${long}1'\n  | '${long}2'\n  | '${long}3'\n)[]`)
  expect(Parts).toBe(
    `type Parts =\n  & (A | B)\n  & (\n      | { ${long}1?: string; b?: string }\n      | ${long}\n      | B\n    )`,
  )
  expect(Nullable).toBe('type Nullable = {\n  /** A. */\n  a?: string\n} | null')
})
