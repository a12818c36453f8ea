import type { Model } from '../model/model.ts'
import { emitClient } from './client.ts'
import { emitContract } from './contract.ts'
import { emitOpenapi } from './openapi.ts'
import { emitOperations } from './operations.ts'
import { emitServer } from './server.ts'
import { emitTypes } from './types.ts'

/** Relative POSIX path → text of a generated file. */
export type Files = ReadonlyMap<string, string>

/** Prints the chosen outputs of a model; every one needs the types, and a document without
 * operations gives nothing else. Pure: the same model gives the same files. */
export async function emit(
  model: Model,
  outputs: readonly ('types' | 'client' | 'server' | 'contract')[],
): Promise<Files> {
  const files = new Map<string, string>()
  if (outputs.length === 0) return files
  files.set('openapi.json', `${JSON.stringify(model.document, null, 2)}\n`)
  files.set('openapi.ts', await emitOpenapi(model))
  files.set('types.ts', emitTypes(model))
  if (model.operations.length === 0) return files
  if (outputs.includes('client')) files.set('client.ts', emitClient(model))
  if (outputs.includes('server') || outputs.includes('contract'))
    files.set('operations.ts', emitOperations(model))
  if (outputs.includes('server')) files.set('server.ts', emitServer(model))
  if (outputs.includes('contract')) for (const [path, text] of emitContract(model)) files.set(path, text)
  return files
}
