import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { load } from '../../../../generator/load/load.ts'
import { buildModel } from '../../../../generator/model/build.ts'

/**
 * Returns a document with these paths, as the generator reads it. Concurrent tests can use it as well,
 * because its file is not kept until the end of a test.
 * @param parts properties besides the paths, such as `components`.
 */
export async function described(paths: object, parts: object = {}): Promise<DocumentDescriptor> {
  const folder = await mkdtemp(join(tmpdir(), 'concordat-'))
  const document = join(folder, 'openapi.yaml')
  try {
    const text = { openapi: '3.1.0', info: { title: 'Small', version: '1' }, paths, ...parts }
    await writeFile(document, JSON.stringify(text))
    return buildModel(await load({ document, overlays: [] })).model.descriptor
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the responses of an operation that returns JSON with a schema. */
export function answers(schema: object, { type = 'application/json', headers = {}, status = 200 } = {}) {
  return { [status]: { description: 'An answer', headers, content: { [type]: { schema } } } }
}
