import { join } from 'node:path'
import { schemaIn } from '@concordat/contract/document'
import { randomValue, validValue } from '@concordat/contract/values'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { namesOfRun } from '../../../runtime/contract/world/values/names.ts'
import { folder, openapi } from '../load/folder.ts'

const SCHEMAS = `
    Pet: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { type: string } } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }], discriminator: { propertyName: kind } }
    Poodle: { allOf: [{ $ref: '#/components/schemas/Dog' }, { type: object, required: [curls], properties: { curls: { type: integer } } }] }`

async function definitions(schemas = SCHEMAS, answer = "{ $ref: '#/components/schemas/Pet' }") {
  const root = await folder({
    'openapi.yaml': openapi(
      `paths: { /a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${answer} } } } } } } }
components:
  schemas:${schemas}`,
    ),
  })
  return (await readDocument({ document: join(root, 'openapi.yaml') })).model.descriptor.definitions
}

test('what inherits from a base without a mapping is mapped by its name, and comes with the base', async () => {
  const found = await definitions()
  expect(Object.keys(found)).toEqual(['Pet', 'Cat', 'Dog', 'Poodle'])
  expect(found).toMatchObject({
    Pet: {
      discriminator: { propertyName: 'kind', mapping: { Cat: '#/$defs/Cat', Poodle: '#/$defs/Poodle' } },
    },
    Dog: { discriminator: { propertyName: 'kind', mapping: { Poodle: '#/$defs/Poodle' } } },
  })
})

const CAT_OR_DOG =
  "oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind"

test('what alternatives elsewhere map has their values in the base too', async () => {
  const mapping = "mapping: { cat: '#/components/schemas/Cat' }"
  const { Pet, Cat } = await definitions(
    SCHEMAS,
    `{ ${CAT_OR_DOG}, ${mapping} }, properties: { base: { $ref: '#/components/schemas/Pet' } } }`,
  )
  expect(Pet).toMatchObject({
    discriminator: { mapping: { cat: '#/$defs/Cat', Poodle: '#/$defs/Poodle' } },
  })
  expect(Pet).not.toHaveProperty('discriminator.mapping.Cat')
  expect(Cat).toBeDefined()
})

test('alternatives without a mapping have the values of the base that maps them', async () => {
  const mapping = "discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat' } }"
  const { Any } = await definitions(
    `${SCHEMAS.replace('discriminator: { propertyName: kind }', mapping)}
    Any: { ${CAT_OR_DOG} } }`,
    "{ $ref: '#/components/schemas/Any' }",
  )
  expect(Any).toMatchObject({ discriminator: { mapping: { cat: '#/$defs/Cat', Dog: '#/$defs/Dog' } } })
  expect(Any).not.toHaveProperty('discriminator.mapping.Cat')
})

test('values of the base are of its kinds', async () => {
  const document = { definitions: await definitions() }
  const names = namesOfRun('kinds')
  const made = (name: string) =>
    validValue(schemaIn(document, { $ref: `#/$defs/${name}` }), { names, variant: 'full', hint: 'pet' })
  expect(made('Pet')).toEqual({ kind: 'Cat', lives: expect.any(Number) })
  expect(made('Dog')).toEqual({ kind: 'Poodle', curls: expect.any(Number) })
  for (let round = 0; round < 20; round++)
    expect(randomValue(schemaIn(document, { $ref: '#/$defs/Pet' }), { random: names.random })).toMatchObject({
      kind: 'Cat',
    })
})
