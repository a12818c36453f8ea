import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../errors/problem.ts'
import { writeFileWhole } from '../../write/write.ts'

/** The file that `init --example` writes. */
const EXAMPLE_FILE = 'openapi.yaml'

/** A small API for a first try. It has a paginated list, and items that can be created, read and deleted. */
export const EXAMPLE_DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
servers: [{ url: 'http://127.0.0.1:8000' }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses:
        '200': { description: A page of pets., content: { application/json: { schema: { $ref: '#/components/schemas/PetPage' } } } }
        '400': { description: A parameter is invalid. }
    post:
      operationId: addPet
      tags: [pets]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewPet' } } } }
      responses:
        '201': { description: The stored pet., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '400': { description: The body is invalid. }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getPet
      tags: [pets]
      responses:
        '200': { description: The pet., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '404': { description: There is no such pet. }
    delete:
      operationId: deletePet
      tags: [pets]
      responses:
        '204': { description: The pet was deleted. }
        '404': { description: There is no such pet. }
components:
  schemas:
    NewPet:
      type: object
      required: [name]
      properties: { name: { type: string, minLength: 1 } }
    Pet:
      allOf: [{ $ref: '#/components/schemas/NewPet' }]
      type: object
      required: [id]
      properties: { id: { type: integer, readOnly: true } }
    PetPage:
      type: object
      required: [total, data]
      properties:
        total: { type: integer }
        data: { type: array, items: { $ref: '#/components/schemas/Pet' } }
`

/**
 * Writes an example document.
 * @returns its path relative to the folder.
 * @throws {UsageError} if the file already exists, or another document is given.
 */
export async function writeExample(folder: string, document: string | undefined): Promise<string> {
  if (document !== undefined)
    throw new UsageError(
      '"--example" writes a document, but "--document" selects another one. Fix: use only one of them.',
    )
  if (existsSync(join(folder, EXAMPLE_FILE)))
    throw new UsageError(`"--example" would replace the existing "${EXAMPLE_FILE}". Fix: omit "--example".`)
  await writeFileWhole(join(folder, EXAMPLE_FILE), EXAMPLE_DOCUMENT)
  return EXAMPLE_FILE
}
