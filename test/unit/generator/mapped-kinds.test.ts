import { join } from 'node:path'
import { schemaIn } from '@concordat/contract/document'
import { randomValue, validValue } from '@concordat/contract/values'
import { expect, test } from 'vitest'
import { readDocument } from '../../../generator/pipeline/read-document.ts'
import { namesOf } from '../../../runtime/contract/values/names.ts'
import { folder, openapi } from '../load/folder.ts'

const SCHEMAS = `
    Pet: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { type: string } } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }], discriminator: { propertyName: kind } }
    Poodle: { allOf: [{ $ref: '#/components/schemas/Dog' }, { type: object, required: [curls], properties: { curls: { type: integer } } }] }`

async function definitions() {
  const root = await folder({
    'openapi.yaml': openapi(
      `paths: { /a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } } }
components:
  schemas:${SCHEMAS}`,
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

test('values of the base are of its kinds', async () => {
  const document = { definitions: await definitions() }
  const names = namesOf('kinds')
  const made = (name: string) =>
    validValue(schemaIn(document, { $ref: `#/$defs/${name}` }), { names, variant: 'full', hint: 'pet' })
  expect(made('Pet')).toEqual({ kind: 'Cat', lives: expect.any(Number) })
  expect(made('Dog')).toEqual({ kind: 'Poodle', curls: expect.any(Number) })
  for (let round = 0; round < 20; round++)
    expect(randomValue(schemaIn(document, { $ref: '#/$defs/Pet' }), { random: names.random })).toMatchObject({
      kind: 'Cat',
    })
})
