import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withReferences } from '../references.ts'

/** One schema of the JSON Schema Test Suite, with values and their verdicts. */
export interface Group {
  readonly description: string
  readonly schema: unknown
  readonly tests: readonly Assertion[]
}

interface Assertion {
  readonly description: string
  readonly data: unknown
  readonly valid: boolean
}

/** A group and the file that contains it: "enum.json". */
export interface PlacedGroup extends Group {
  readonly file: string
  /** Position of the group in its file. */
  readonly index: number
}

/** Patterns that match schemas that no OpenAPI document can contain. */
const OUTSIDE: readonly RegExp[] = [
  // The first two match references to other resources, which the suite provides separately. An OpenAPI
  // document, by contrast, states the files to which it refers.
  /"\$ref":"https?:/,
  /"\$ref":"(tree|extendible-dynamic-ref)\.json"/,
  /"\$schema":"http:\/\/localhost/,
  /"\$vocabulary":/,
]

/**
 * Files that test features that OpenAPI does not require: vocabularies, remote references, and assertions
 * about formats.
 */
const FILES_OUTSIDE = ['vocabulary.json', 'refRemote.json', 'format.json']

/**
 * True if the group tests something that no OpenAPI document can contain, or that OpenAPI does not require.
 */
export function isOutside({ file, schema }: PlacedGroup): boolean {
  const text = JSON.stringify(schema)
  return FILES_OUTSIDE.includes(file) || OUTSIDE.some((sign) => sign.test(text))
}

/** Every group in a draft, file by file. */
export function groupsOf(folder: string): readonly PlacedGroup[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((file) => {
      const groups: readonly Group[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      return groups.map((group, index) => ({ ...group, file, index }))
    })
}

/** A document whose only request body has the schema. */
export function documentOf(schema: unknown): object {
  return {
    openapi: '3.1.1',
    info: { title: 'One schema', version: '1' },
    paths: { '/values': { post: SEND } },
    components: { schemas: { Value: withReferences(schema, inComponents) } },
  }
}

/**
 * The document of `documentOf` with two more operations, whose responses contain a value. One operation reads
 * the value, and the other computes it.
 */
export function answeringDocumentOf(schema: unknown): object {
  const answers = { responses: { 200: { description: 'A value', content: CONTENT } } }
  const paths = {
    '/values': { post: SEND },
    '/value': { get: { operationId: 'read', ...answers } },
    '/computed': { post: { operationId: 'compute', ...answers } },
  }
  return { ...documentOf(schema), paths }
}

const CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Value' } } }

const SEND = {
  operationId: 'send',
  requestBody: { required: true, content: CONTENT },
  responses: { 204: { description: 'Valid' }, 400: { description: 'Invalid' } },
}

/** Redirects references to the schema's own root to its location in the document. */
function inComponents(reference: string): string {
  return reference.replace(/^#(?=\/|$)/, '#/components/schemas/Value')
}
