import { type DocumentDescriptor, isErrorKey, isJson } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { undocumentedFields } from '../../../data/document/undocumented.ts'

/** Maximum number of schemas to try on a body, because a document can have hundreds of them. */
const MOST_TRIED = 40

/**
 * The named schemas of a document's responses. The content of an undocumented response can match one of them.
 */
export class SharedSchemas {
  readonly #successes = new Map<string, Schema>()
  readonly #failures = new Map<string, Schema>()

  constructor(document: DocumentDescriptor) {
    for (const { responses } of document.operations)
      for (const [key, { content = {} }] of Object.entries(responses)) {
        const known = isErrorKey(key, Object.keys(responses)) ? this.#failures : this.#successes
        for (const [mediaType, { schema }] of Object.entries(content)) {
          if (!isJson(mediaType) || typeof schema !== 'object' || schema.$ref === undefined) continue
          if (Object.keys(schema).length > 1) continue
          if (known.size < MOST_TRIED) known.set(schema.$ref, schemaIn(document, schema))
        }
      }
  }

  /**
   * Returns references to the schemas that allow a body and declare all its properties.
   * @param among the candidates, which allowed the earlier bodies.
   */
  fitting(
    value: unknown,
    { isFailure, among }: { readonly isFailure: boolean; readonly among: readonly string[] | undefined },
  ): readonly string[] {
    const known = isFailure ? this.#failures : this.#successes
    return [...known].flatMap(([reference, schema]) =>
      (among?.includes(reference) ?? true) && isMeant(schema, value) ? [reference] : [],
    )
  }
}

function isMeant(schema: Schema, value: unknown): boolean {
  return (
    schema.member.properties.size > 0 &&
    schema.allows(value) &&
    undocumentedFields(schema, value).length === 0
  )
}
