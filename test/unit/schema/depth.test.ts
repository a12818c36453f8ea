import { spawnSync } from 'node:child_process'
import { createValidator, type JsonSchema, SchemaError } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'

const nested = (depth: number, inner: unknown = 0) => {
  let value = inner
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

describe('a value that is nested too deep has an issue that says where', () => {
  const place = '/0'.repeat(512)
  const recursive: readonly (readonly [string, JsonSchema])[] = [
    ['items', { items: { $ref: '#/$defs/Deep' } }],
    ['contains', { contains: { $ref: '#/$defs/Deep' }, minContains: 0 }],
    ['not', { not: { contains: { $ref: '#/$defs/Deep' } } }],
    [
      'not and items',
      { items: { $ref: '#/$defs/Deep' }, not: { items: { $ref: '#/$defs/Deep' }, minItems: 2 } },
    ],
    ['if', { if: { contains: { $ref: '#/$defs/Deep' } }, else: true }],
    ['anyOf', { anyOf: [{ items: { $ref: '#/$defs/Deep' } }, { minItems: 9 }] }],
    ['oneOf', { oneOf: [{ items: { $ref: '#/$defs/Deep' } }, { minItems: 9 }] }],
  ]

  test.each(recursive)('%s', (_, Deep) => {
    const issues = createValidator({ Deep })({ $ref: '#/$defs/Deep' })(nested(100_000))
    expect(issues.length).toBeGreaterThan(0)
    const all = JSON.stringify(issues)
    expect(all).toContain('"keyword":"depth"')
    expect(all).toContain(`"instancePath":"${place}"`)
  })

  // Interpreted code has the largest stack frames, whatever a busy machine has compiled by then.
  test('with a stack that is a fifth smaller than usual as well', () => {
    const script = `
      import { createValidator } from ${JSON.stringify(import.meta.resolve('@concordat/runtime/schema'))}
      let value = 0
      for (let level = 0; level < 1000; level++) value = [value]
      const places = ${JSON.stringify(recursive)}.map(([, Deep]) => {
        const issues = createValidator({ Deep })({ $ref: '#/$defs/Deep' })(value)
        return JSON.stringify(issues).includes(${JSON.stringify(`"instancePath":"${place}"`)})
      })
      console.log(JSON.stringify(places))`
    const { stdout } = spawnSync(
      process.execPath,
      [
        '--stack-size=800',
        '--no-opt',
        '--no-maglev',
        '--no-sparkplug',
        '--input-type=module',
        '--eval',
        script,
      ],
      { encoding: 'utf8' },
    )
    expect(JSON.parse(stdout)).toEqual(recursive.map(() => true))
  })

  test('and none when it is just within', () => {
    const Deep = { items: { $ref: '#/$defs/Deep' } }
    expect(createValidator({ Deep })({ $ref: '#/$defs/Deep' })(nested(512))).toEqual([])
  })

  test('where its schema takes many steps at each level, the stack ends in an issue as well', () => {
    const definitions: Record<string, JsonSchema> = { Part0: { items: { $ref: '#/$defs/Part400' } } }
    for (let index = 1; index <= 400; index++)
      definitions[`Part${index}`] = { allOf: [{ $ref: `#/$defs/Part${index - 1}` }] }
    const validate = createValidator(definitions)({ $ref: '#/$defs/Part400' })
    expect(validate(nested(3))).toEqual([])
    expect(validate(nested(500))).toMatchObject([
      {
        keyword: 'depth',
        message: 'must not be nested too deeply to be checked',
      },
    ])
  })

  test('a reference that leads to itself by way of the dynamic scope ends as well', () => {
    const validate = createValidator({})({ $dynamicAnchor: 'self', $dynamicRef: '#self' } as JsonSchema)
    expect(validate(1)).toMatchObject([{ instancePath: '', keyword: 'depth' }])
  })
})

describe('a schema that is deep', () => {
  const chain = (length: number) => {
    let schema: JsonSchema = { type: 'string' }
    for (let level = 0; level < length; level++) schema = { allOf: [schema] }
    return schema
  }

  test('is compiled', () => {
    const validate = createValidator({})(chain(200))
    expect(validate('a')).toEqual([])
    expect(validate(1)).toHaveLength(1)
  })

  test('or refused by a sentence', () => {
    const refused = (compile: () => unknown) => {
      expect(compile).toThrow(SchemaError)
      expect(compile).toThrow('#: schemas are nested, or refer to each other, too deeply to be compiled')
    }
    refused(() => createValidator({})(chain(100_000)))
    const definitions: Record<string, JsonSchema> = {}
    for (let index = 0; index < 50_000; index++) definitions[`S${index}`] = { $ref: `#/$defs/S${index + 1}` }
    definitions['S50000'] = true
    refused(() => createValidator(definitions)({ $ref: '#/$defs/S0' }))
    expect(createValidator(definitions)({ $ref: '#/$defs/S49990' })(1)).toEqual([])
  })
})
