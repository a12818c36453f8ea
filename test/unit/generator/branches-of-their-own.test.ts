import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generate } from '../../../generator/generate.ts'
import { folder, openapi } from '../load/folder.ts'

const mapped = (...names: readonly string[]) =>
  `discriminator: { propertyName: '@type', mapping: { ${names.map((name) => `${name}: '#/components/schemas/${name}'`).join(', ')} } }`
const kind = (name: string, property: string) =>
  `${name}: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: object, properties: { ${property}: { type: string } } }], ${mapped(name)} }`

test('alternatives whose discriminators map only themselves are told apart by literals', async () => {
  const root = await folder({
    'openapi.yaml': openapi(`paths: {}
components:
  schemas:
    Base: { type: object, required: ['@type'], properties: { '@type': { type: string } } }
    Either: { oneOf: [{ $ref: '#/components/schemas/Value' }, { $ref: '#/components/schemas/Ref' }], ${mapped('Value', 'Ref')} }
    ${kind('Value', 'url')}
    ${kind('Ref', 'id')}`),
  })
  const output = join(root, 'generated')
  const { files } = await generate({ document: join(root, 'openapi.yaml'), output, outputs: ['types'] })
  expect(files.get('types.ts')).toMatch(
    /Either =\s+(\| )?\(Value & \{ '@type': 'Value' \}\)\s+\| \(Ref & \{ '@type': 'Ref' \}\)/,
  )
})
