import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { ClausePlace } from '@concordat/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clauseLocator } from '../../../generator/commands/locate-clause.ts'
import { findingLocator } from '../../../generator/commands/locate-finding.ts'
import { readDocument } from '../../../generator/pipeline/read-document.ts'

const DOCUMENT = `openapi: 3.0.3
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        '200':
          description: Pets.
          content:
            application/json:
              schema:
                $ref: pet.yaml#/Pet
components:
  responses:
    Gone:
      description: Gone.
`
const PET = `Pet:
  type: object
  properties:
    name:
      type: string
      nullable: true
      maxLength: 9
`
const OVERLAY = `overlay: 1.0.0
info: { title: Decisions, version: '1' }
actions:
  - target: $.paths['/pets'].get.responses
    update:
      '404':
        $ref: '#/components/responses/Gone'
  - target: $.components.schemas.Pet.properties.name
    update:
      minLength: 2
`

let folder: string
let locate: (clause: string) => ClausePlace
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'concordat-locate-'))
  const files = { 'openapi.yaml': DOCUMENT, 'pet.yaml': PET, 'overlay.yaml': OVERLAY }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { model, locate: place } = await readDocument({
    document: join(folder, 'openapi.yaml'),
    overlays: [join(folder, 'overlay.yaml')],
  })
  locate = clauseLocator(model.document, place)
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  [
    'the document',
    '#/paths/~1pets/get/responses/200/content',
    '#/paths/~1pets/get/responses/200/content',
    'openapi.yaml:10:11',
  ],
  [
    'a file that it refers to',
    '#/components/schemas/Pet/properties/name/maxLength',
    '#/components/schemas/Pet/properties/name/maxLength',
    'pet.yaml:7:18',
  ],
  [
    'an overlay',
    '#/components/schemas/Pet/properties/name/minLength',
    '#/components/schemas/Pet/properties/name/minLength',
    'overlay.yaml:10:18',
  ],
  [
    'an overlay, below a new member',
    '#/paths/~1pets/get/responses/404',
    '#/paths/~1pets/get/responses/404',
    'overlay.yaml:6:8',
  ],
  [
    'behind a reference',
    '#/paths/~1pets/get/responses/404/description',
    '#/components/responses/Gone/description',
    'openapi.yaml:17:20',
  ],
  [
    'what only the model says',
    '#/components/schemas/Pet/properties/name/anyOf/1/type',
    '#/components/schemas/Pet/properties/name',
    'pet.yaml:4:5',
  ],
])('finds a clause in %s', (_, clause, existing, place) => {
  const { file, line, column, ...found } = locate(clause)
  expect(found.clause).toBe(existing)
  expect(`${relative(relative(process.cwd(), folder), file)}:${line}:${column}`).toBe(place)
})

test('findings of a document from elsewhere belong to the file of the repository that stands for it', async () => {
  const read = {
    model: (await readDocument({ document: join(folder, 'openapi.yaml') })).model,
    locate: () => ({ file: 'http://127.0.0.1:8000/openapi.json', pointer: '#' }),
  }
  const nameOf = (file: string) => relative(process.cwd(), join(folder, file))
  const clause = '#/paths/~1pets/get/responses/200/content/application~1json/schema/properties/name'
  const inCopy = await findingLocator(read, join(folder, 'openapi.yaml'))
  expect(inCopy(clause)).toMatchObject({ file: nameOf('pet.yaml'), line: 4 })
  await writeFile(join(folder, 'main.py'), 'app = FastAPI()\n')
  const inCode = await findingLocator(read, join(folder, 'main.py'))
  expect(inCode(clause)).toMatchObject({ file: nameOf('main.py') })
  for (const wrong of [join(folder, 'none.py'), folder])
    await expect(findingLocator(read, wrong)).rejects.toThrow('there is no such file')
})
