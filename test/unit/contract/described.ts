import type { DocumentDescriptor } from '@concordat/runtime/http'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder } from '../load/folder.ts'

/** A document of these paths, as the generator reads it. @param parts Members beside them, such as `components`. */
export async function described(paths: object, parts: object = {}): Promise<DocumentDescriptor> {
  const document = { openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths, ...parts }
  const loaded = await loadFolder({ 'openapi.yaml': JSON.stringify(document) })
  return buildModel(loaded).model.descriptor
}

/** The responses of an operation that answers JSON of a schema. */
export function answers(schema: object, { type = 'application/json', headers = {}, status = 200 } = {}) {
  return { [status]: { description: 'An answer', headers, content: { [type]: { schema } } } }
}
