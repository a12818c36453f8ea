import type { Model } from '../model/model.ts'
import { emitClient, type KitMiddleware } from './client.ts'
import { emitContract } from './contract.ts'
import type { FormatPlan } from './formats/format-plan.ts'
import { emitFormats } from './formats.ts'
import { header } from './header.ts'
import { emitOpenapi } from './openapi.ts'
import { emitOperations } from './operations.ts'
import { GeneratedFile } from './print/generated-file.ts'
import type { ImportExtension } from './print/import-statements.ts'
import { emitServer } from './server.ts'
import { emitTypes } from './types.ts'

/** Relative POSIX path → text of a generated file. */
export type Files = ReadonlyMap<string, string>

/** What is printed, and what the document does not say about it. */
export interface EmitOptions {
  readonly outputs: readonly ('types' | 'client' | 'server' | 'contract' | 'openapi')[]
  /** Name of the function that makes a client. */
  readonly name: string
  /** Of a client whose options name none. */
  readonly middlewares: readonly KitMiddleware[]
  readonly importExtension: ImportExtension
  /** Which values have types of their own. */
  readonly formats: FormatPlan
}

/** Prints the chosen outputs of a model; every one needs the types, and a document without
 * operations gives nothing else. Pure: the same model gives the same files. */
export async function emit(
  model: Model,
  { outputs, name, middlewares, importExtension, formats }: EmitOptions,
): Promise<Files> {
  const files = new Map<string, string>()
  if (outputs.length === 0) return files
  const file = () => new GeneratedFile({ header: header(model), importExtension })
  files.set('openapi.json', `${JSON.stringify(model.document, null, 2)}\n`)
  files.set('types.ts', emitTypes(model, file(), formats))
  if (outputs.includes('openapi')) files.set('openapi.ts', await emitOpenapi(model, file()))
  if (model.operations.length === 0) return files
  const converts = outputs.includes('client') || outputs.includes('server')
  const conversions = converts ? emitFormats(model, file(), formats) : undefined
  if (conversions !== undefined) files.set('formats.ts', conversions)
  if (outputs.includes('client'))
    files.set('client.ts', emitClient(model, file(), { factory: name, middlewares, formats }))
  if (outputs.includes('server') || outputs.includes('contract'))
    files.set('operations.ts', emitOperations(model, file()))
  if (outputs.includes('server')) files.set('server.ts', emitServer(model, file(), formats))
  if (outputs.includes('contract'))
    for (const [path, text] of emitContract(model, file)) files.set(path, text)
  return files
}
