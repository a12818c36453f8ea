import { runContract, type UndocumentedFields } from '@concordat/contract'
import { schemaIn } from '@concordat/contract/document'
import type { JsonSchema } from '@concordat/runtime/schema'
import { describe, expect, test } from 'vitest'
import { undocumentedFields } from '../../../../../runtime/contract/data/document/undocumented.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'

const named = { type: 'object', properties: { id: { type: 'integer' } } } as const
const value = { id: 1, extra: 2 }
const paths = (schema: JsonSchema, of: unknown = value): string[] =>
  undocumentedFields(schemaIn({ definitions: { Named: named } }, schema), of).map(({ path }) => path)

describe('a member is undocumented', () => {
  test('when the schema names others and not it, at any depth', () => {
    expect(paths(named)).toEqual(['/extra'])
    expect(paths({ $ref: '#/$defs/Named' })).toEqual(['/extra'])
    expect(paths({ type: 'array', items: named }, [value, value])).toEqual(['/0/extra', '/1/extra'])
    expect(paths({ properties: { inner: named } }, { inner: value })).toEqual(['/inner/extra'])
    expect(paths({ prefixItems: [named], items: true }, [value, value])).toEqual(['/0/extra'])
  })

  test('unless any part of the schema names it', () => {
    expect(paths({ allOf: [named, { properties: { extra: {} } }] })).toEqual([])
    expect(paths({ anyOf: [named, { properties: { extra: {} } }] })).toEqual([])
    expect(paths({ ...named, patternProperties: { '^ex': {} } })).toEqual([])
    expect(paths({ ...named, if: {}, else: { properties: { extra: {} } } })).toEqual([])
  })

  test('unless an heir of the schema names it, which a discriminator tells apart', () => {
    const base = (mapping: Record<string, string>) => ({
      ...{ type: 'object', properties: { kind: {}, id: {} } },
      discriminator: { propertyName: 'kind', mapping },
    })
    const definitions = { Heir: { properties: { extra: {} } } }
    const of = { kind: 'heir', extra: 2 }
    const found = (schema: JsonSchema) => undocumentedFields(schemaIn({ definitions }, schema), of)
    expect(found(base({ heir: '#/$defs/Heir' }))).toEqual([])
    expect(found(base({})).map(({ path }) => path)).toEqual(['/extra'])
  })

  test('unless the schema says of what kind further members are, or names none at all', () => {
    expect(paths({ ...named, additionalProperties: true })).toEqual([])
    expect(paths({ ...named, additionalProperties: { type: 'integer' } })).toEqual([])
    expect(paths({ type: 'object' })).toEqual([])
    expect(paths(true)).toEqual([])
  })

  test('unless the schema forbids it: then it is invalid anyway', () => {
    expect(paths({ ...named, additionalProperties: false })).toEqual([])
  })
})

describe('undocumented fields of answers', () => {
  /** Runs a service that returns one additional property for each pet. */
  const run = (undocumented?: UndocumentedFields) => {
    const service = new PetService()
    const { fetch: answer, ...target } = service.target()
    return runContract({
      document: petDocument,
      target: {
        ...target,
        fetch: async (request) => {
          const response = await answer!(request)
          if (response.status !== 200 || request.method !== 'GET') return response
          const text = (await response.text()).replaceAll('"retired":', '"shoe":7,"retired":')
          return new Response(text, { status: 200, headers: response.headers })
        },
      },
      select: { rules: ['conformance'] },
      ...(undocumented !== undefined && { undocumentedFields: undocumented }),
    })
  }

  test('are allowed, as JSON Schema allows them', async () => {
    expect(findingsOf(await run())).toEqual([])
    expect(findingsOf(await run('allow'))).toEqual([])
  })

  test('are findings where that is wanted, one for each member however many items have it', async () => {
    const findings = findingsOf(await run('report'))
    expect(
      findings.map(({ operationId, grade, expected, received }) => [operationId, grade, expected, received]),
    ).toEqual([
      ['listPets', 'derived', 'no property /results/*/shoe, because the schema does not declare it', '7'],
      ['readPet', 'derived', 'no property /shoe, because the schema does not declare it', '7'],
    ])
  })
})
