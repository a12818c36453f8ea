import type { DocumentDescriptor } from '@concordat/runtime/http'
import { linearPattern } from '@concordat/runtime/linear-pattern'
import { createValidator, type Schema, Schemas } from '@concordat/runtime/schema'

type Definitions = DocumentDescriptor['definitions']

const known = new WeakMap<Definitions, Schemas>()

/** A schema as it stands in a document; whatever is not a schema allows anything. */
export function schemaIn({ definitions }: Pick<DocumentDescriptor, 'definitions'>, written: unknown): Schema {
  const schemas = known.get(definitions) ?? new Schemas(definitions, compilerOf(definitions))
  known.set(definitions, schemas)
  return schemas.of(written)
}

/** A pattern that takes too long on a text accepts it: a value is not judged by what cannot be tried. */
function compilerOf(definitions: Definitions): ReturnType<typeof createValidator> {
  return createValidator(definitions, { maxIssues: 1, compilePattern: linearPattern({ tooLong: 'accept' }) })
}
