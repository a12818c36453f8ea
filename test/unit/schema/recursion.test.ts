import { createValidator, type JsonSchema } from '@concordat/runtime/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'

/** Returns a value that counts how often its objects and arrays are read. */
function counted<Value extends object>(value: Value, reads: { count: number }): Value {
  return new Proxy(value, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(target, name)) reads.count++
      return Reflect.get(target, name)
    },
  })
}

const node = { $ref: '#/$defs/Node' }
const next = { properties: { next: node } }
const leaf = { properties: { leaf: { type: 'integer' } } }
const group = (kind: string) => ({
  ...next,
  required: ['kind'],
  properties: { next: node, kind: { const: kind } },
})

const objects: Record<string, Record<string, JsonSchema>> = {
  oneOf: { Node: { ...leaf, oneOf: [group('a'), group('b'), { required: ['leaf'] }] } },
  'oneOf of definitions': {
    Node: { oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }, { ...leaf, required: ['leaf'] }] },
    A: group('a'),
    B: group('b'),
  },
  anyOf: { Node: { ...leaf, anyOf: [group('a'), group('b'), { required: ['leaf'] }] } },
  allOf: { Node: { ...leaf, allOf: [next, next] } },
  'allOf of definitions': { Node: { ...leaf, allOf: [{ $ref: '#/$defs/Next' }, next] }, Next: next },
  $ref: { Node: { ...next, $ref: '#/$defs/Next' }, Next: { ...leaf, patternProperties: { '^n': node } } },
  not: { Node: { ...leaf, not: { not: next }, allOf: [next] } },
  // biome-ignore lint/suspicious/noThenProperty: a schema, no promise.
  'if, then and else': { Node: { ...leaf, if: next, then: next, else: next } },
  dependentSchemas: { Node: { ...leaf, dependentSchemas: { next, kind: next } } },
  patternProperties: {
    Node: {
      properties: { next: node, leaf: { type: 'integer' } },
      patternProperties: { '^n': node, t$: node },
    },
  },
  additionalProperties: {
    Node: { ...leaf, allOf: [{ properties: { kind: {}, leaf: {} }, additionalProperties: node }, next] },
  },
  unevaluatedProperties: {
    Node: {
      properties: { kind: {}, leaf: { type: 'integer' } },
      anyOf: [next, { not: next }],
      unevaluatedProperties: node,
    },
  },
  'unevaluatedProperties, false': {
    Node: {
      anyOf: [{ $ref: '#/$defs/Next' }, { allOf: [next], required: ['kind'] }],
      properties: { kind: {}, leaf: { type: 'integer' } },
      unevaluatedProperties: false,
    },
    Next: { anyOf: [next, { $ref: '#/$defs/Other' }] },
    Other: { properties: { next: { anyOf: [node, { type: 'string' }] } } },
  },
  $dynamicRef: {
    Node: {
      $dynamicAnchor: 'node',
      ...leaf,
      allOf: [{ properties: { next: { $dynamicRef: '#node' } } }, next],
    },
  },
  '$dynamicRef to a tree that extends another': {
    Node: { $id: 'strict', $dynamicAnchor: 'node', $ref: 'tree', ...leaf },
    Tree: {
      $id: 'tree',
      $dynamicAnchor: 'node',
      allOf: [1, 2].map(() => ({ properties: { next: { $dynamicRef: '#node' } } })),
    },
  },
} as Record<string, Record<string, JsonSchema>>

const lists: Record<string, JsonSchema> = {
  items: { items: node, allOf: [{ items: node }] },
  contains: { items: node, contains: node },
  'contains, counted': { contains: node, minContains: 0, maxContains: 9, allOf: [{ items: node }] },
  prefixItems: { prefixItems: [node], contains: node },
  unevaluatedItems: {
    anyOf: [{ prefixItems: [node] }, { not: { prefixItems: [node] } }],
    unevaluatedItems: node,
  },
}
const listsWithLeaves = Object.fromEntries(
  Object.entries(lists).map(([name, schema]) => [
    name,
    { Node: { type: ['array', 'integer'], ...(schema as object) } },
  ]),
)

const nestObjects = (depth: number, wrap: <T extends object>(value: T) => T, leaf: unknown) => {
  let value: object = wrap({ leaf })
  for (let level = 0; level < depth; level++) value = wrap({ next: value, kind: level % 2 ? 'a' : 'b' })
  return value
}
const nestLists = (depth: number, wrap: <T extends object>(value: T) => T, leaf: unknown) => {
  let value: object = wrap([leaf])
  for (let level = 0; level < depth; level++) value = wrap([value])
  return value
}

const grammars = [
  ...Object.entries(objects).map(([name, definitions]) => ({ name, definitions, nest: nestObjects })),
  ...Object.entries(listsWithLeaves).map(([name, definitions]) => ({ name, definitions, nest: nestLists })),
]

describe('a schema that contains itself takes as many steps as the value has levels', () => {
  const cases = grammars.flatMap((grammar) =>
    [true, false].map((isValid) => ({ ...grammar, isValid, value: isValid ? 'valid' : 'invalid' })),
  )
  test.each(cases)('$name, $value', ({ definitions, nest, isValid }) => {
    const validate = createValidator(definitions)(node)
    const [ten, twenty, forty] = [10, 20, 40].map((depth) => {
      const reads = { count: 0 }
      const value = nest(depth, (part) => counted(part, reads), isValid ? 1 : 'wrong')
      const issues = validate(value)
      expect(issues.length === 0).toBe(isValid)
      expect(issues).not.toContainEqual(expect.objectContaining({ keyword: 'steps' }))
      return reads.count
    }) as [number, number, number]
    // The first 256 steps are not remembered.
    expect(forty - twenty).toBeLessThanOrEqual(2.5 * Math.max(twenty - ten, 200))
  })
})

describe('what is remembered changes nothing', () => {
  /** Uses up the steps that are not remembered. */
  const filler = Array.from({ length: 300 }, () => ({ next: {} }))
  const wrongAt = (level: number): ((part: object) => object) => {
    let at = 0
    return (part) => (at++ === level ? { ...part, kind: 'c', leaf: 'wrong' } : part)
  }

  test.each(Object.entries(objects))('%s', (_, definitions) => {
    const compile = createValidator(definitions)
    const alone = compile(node)
    const later = compile({ prefixItems: [{ items: { properties: { next: { type: 'object' } } } }, node] })
    const ajv = new Ajv2020({ strict: false })
    const theirs = ajv.compile({ $defs: definitions, ...node })
    for (const depth of [0, 1, 3, 6])
      for (let level = 0; level <= depth + 1; level++) {
        const value = nestObjects(depth, wrongAt(level) as <T>(part: T) => T, 1)
        const issues = alone(value)
        expect(later([filler, value])).toEqual(
          issues.map((issue) =>
            JSON.parse(JSON.stringify(issue).replaceAll('"instancePath":"', '"instancePath":"/1')),
          ),
        )
        expect(issues.length === 0).toBe(theirs(value))
      }
  })

  test('a part that stands at two places has its issues at both', () => {
    const wrong = { leaf: 'wrong' }
    const validate = createValidator(objects.allOf ?? {})({ items: node })
    const places = validate([...filler, wrong, wrong]).map(({ instancePath }) => instancePath)
    expect(places).toEqual(['/300/leaf', '/301/leaf'])
  })
})

describe('a value is refused that takes too many steps, as it may by a document that is made for it', () => {
  const refused = (limit: number) => [
    {
      instancePath: '',
      schemaPath: '#',
      keyword: 'steps',
      params: { limit },
      message: `must not take more than ${limit} steps to check`,
    },
  ]
  const chain = (link: (next: JsonSchema) => JsonSchema) =>
    Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`S${index}`, link({ $ref: `#/$defs/S${index + 1}` })]),
    )

  test('by its parts', () => {
    const link = (next: JsonSchema) => ({ properties: { next }, patternProperties: { '^next$': next } })
    const validate = createValidator({ ...chain(link), S60: true })({ $ref: '#/$defs/S0' })
    expect(validate(nestObjects(5, (part) => part, 1))).toEqual([])
    expect(validate(nestObjects(60, (part) => part, 1))).toEqual(refused(1_000_000))
    expect(validate({})).toEqual([])
  })

  test('and without parts', () => {
    const link = (next: JsonSchema) => ({ allOf: [next, { not: { not: next } }] })
    const validate = createValidator({ ...chain(link), S60: true })({ $ref: '#/$defs/S0' })
    expect(validate('text')).toEqual(refused(1_000_000))
  })

  test('but none that is large', () => {
    const validate = createValidator({ Node: { type: 'object' } })({ items: node })
    expect(validate(Array.from({ length: 1_100_000 }, () => ({})))).toEqual([])
  })
})
