import type { Model } from '../model/model.ts'
import { emitClient, type KitMiddleware } from './client.ts'
import { emitContract } from './contract.ts'
import type { FormatPlan } from './formats/format-plan.ts'
import { emitFormats } from './formats.ts'
import { header } from './header.ts'
import { emitFetch } from './openapi-fetch/fetch.ts'
import { emitOpenapi, PrinterRefusal } from './openapi-fetch/openapi.ts'
import { emitOperations } from './operations.ts'
import { GeneratedFile } from './print/generated-file.ts'
import type { ImportExtension } from './print/import-statements.ts'
import { emitServer } from './server.ts'
import { emitTypes } from './types.ts'
import { emitWebhooks } from './webhooks.ts'

/** Relative POSIX path → text of a generated file. */
export type Files = ReadonlyMap<string, string>

/** What is printed, and what the document does not say about it. */
export interface EmitOptions {
  readonly outputs: readonly ('types' | 'client' | 'server' | 'webhooks' | 'contract' | 'openapi' | 'fetch')[]
  /** Name of the function that makes a client. */
  readonly name: string
  /** Of a client whose options name none. */
  readonly middlewares: readonly KitMiddleware[]
  readonly importExtension: ImportExtension
  /** What a named schema is that lists its values: a union of literals, or an object of them with its type. */
  readonly enums: 'unions' | 'objects'
  /** Which values have types of their own. */
  readonly formats: FormatPlan
  /** Media types of request bodies that the server takes; absent: all. */
  readonly serverMediaTypes?: readonly string[] | undefined
  /** Called with the reason where openapi-typescript does not take the document. */
  onRefused(reason: string): void
}

/** Prints the chosen outputs of a model; every one needs the types, and a document without
 * operations and webhooks gives nothing else. Pure: the same model gives the same files. */
export async function emit(model: Model, options: EmitOptions): Promise<Files> {
  const { outputs, name, middlewares, importExtension, enums, formats } = options
  const files = new Map<string, string>()
  if (outputs.length === 0) return files
  const file = () => new GeneratedFile({ header: header(model), importExtension })
  files.set('openapi.json', `${JSON.stringify(model.document, null, 2)}\n`)
  files.set('types.ts', emitTypes(model, file(), { formats, enums }))
  if (outputs.includes('openapi') || outputs.includes('fetch'))
    for (const [path, text] of await emitForOpenapiFetch(model, { options, file })) files.set(path, text)
  const webhooks = outputs.includes('webhooks') ? model.webhooks : undefined
  const called = outputs.includes('client') || outputs.includes('server') ? model.operations : []
  const conversions = emitFormats([...called, ...(webhooks?.operations ?? [])], file(), formats)
  if (conversions !== undefined) files.set('formats.ts', conversions)
  if (webhooks !== undefined) files.set('webhooks.ts', emitWebhooks(webhooks, file(), formats))
  if (model.operations.length === 0) return files
  if (outputs.includes('client'))
    files.set('client.ts', emitClient(model, file(), { factory: name, middlewares, formats }))
  if (outputs.includes('server') || outputs.includes('contract'))
    files.set('operations.ts', emitOperations(model, file()))
  if (outputs.includes('server'))
    files.set('server.ts', emitServer(model, file(), { formats, mediaTypes: options.serverMediaTypes }))
  if (outputs.includes('contract'))
    for (const [path, text] of emitContract(model, file)) files.set(path, text)
  return files
}

/** What openapi-typescript prints, and what goes with it; nothing where it refuses the document. */
async function emitForOpenapiFetch(
  model: Model,
  { options, file }: { readonly options: EmitOptions; readonly file: () => GeneratedFile },
): Promise<Files> {
  try {
    const files = new Map([['openapi.ts', await emitOpenapi(model, file())]])
    if (options.outputs.includes('fetch') && model.operations.length > 0)
      files.set('fetch.ts', emitFetch(model, file()))
    return files
  } catch (error) {
    if (!(error instanceof PrinterRefusal)) throw error
    options.onRefused(error.message)
    return new Map()
  }
}
