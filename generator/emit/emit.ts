import type { Model } from '../model/model.ts'
import { emitClientByTag } from './client/by-tag/client-by-tag.ts'
import { clientExports } from './client/client-exports.ts'
import type { KitMiddleware } from './client/client-options.ts'
import { emitClient } from './client.ts'
import { emitContract } from './contract.ts'
import type { FormatPlan } from './formats/format-plan.ts'
import { emitFormats } from './formats.ts'
import { header } from './header.ts'
import { emitMsw } from './libraries/msw.ts'
import { emitQuery } from './libraries/query.ts'
import { emitSchemas } from './libraries/schemas.ts'
import { emitFetch } from './openapi-fetch/fetch.ts'
import { emitOpenapi, PrinterRefusal } from './openapi-fetch/openapi.ts'
import { emitOperations } from './operations.ts'
import { GeneratedFile } from './print/generated-file.ts'
import type { ImportExtension } from './print/import-statements.ts'
import { emitReference } from './reference/page.ts'
import { emitSender } from './sender.ts'
import { emitServer } from './server.ts'
import { tagFiles } from './split/tag-files.ts'
import { emitTypes } from './types.ts'
import { emitWebhooks } from './webhooks.ts'

/** Relative POSIX path → text of a generated file. */
export type Files = ReadonlyMap<string, string>

/** What is printed, and what the document does not say about it. */
export interface EmitOptions {
  readonly outputs: readonly (
    | 'types'
    | 'client'
    | 'server'
    | 'webhooks'
    | 'contract'
    | 'openapi'
    | 'fetch'
    | 'schemas'
    | 'query'
    | 'msw'
    | 'reference'
  )[]
  /** Name of the function that makes a client. */
  readonly name: string
  /** Of a client whose options name none. */
  readonly middlewares: readonly KitMiddleware[]
  readonly importExtension: ImportExtension
  /** What a named schema is that lists its values: a union of literals, an object of them with its type, or a union that is open in answers. */
  readonly enums: 'unions' | 'objects' | 'open'
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
  const add = (more: Files) => {
    for (const [path, text] of more) files.set(path, text)
  }
  if (outputs.length === 0) return files
  const fileHeader = header(model)
  const file = (path: string) => new GeneratedFile({ path, header: fileHeader, importExtension })
  files.set('openapi.json', `${JSON.stringify(model.document, null, 2)}\n`)
  const byTag = tagFiles(model)
  const types = emitTypes(model, file, { formats, enums, tagFiles: byTag })
  add(types.files)
  if (outputs.includes('openapi') || outputs.includes('fetch'))
    add(await emitForOpenapiFetch(model, { options, file }))
  const webhooks = outputs.includes('webhooks') ? model.webhooks : undefined
  const called =
    outputs.includes('client') || outputs.includes('query') || outputs.includes('server')
      ? model.operations
      : []
  const conversions = emitFormats([...called, ...(webhooks?.operations ?? [])], file('formats.ts'), formats)
  if (conversions !== undefined) files.set('formats.ts', conversions)
  if (webhooks !== undefined) {
    files.set('webhooks.ts', emitWebhooks(webhooks, file('webhooks.ts'), formats))
    files.set('sender.ts', emitSender(webhooks, file('sender.ts'), formats))
  }
  if (outputs.includes('schemas'))
    files.set(
      'schemas.ts',
      emitSchemas(model, file('schemas.ts'), { isConverted: !formats.isEmpty, homes: types.homes }),
    )
  if (model.operations.length === 0) return files
  if (outputs.includes('client') || outputs.includes('query')) {
    const settings = { factory: name, middlewares, formats, homes: types.homes, answers: types.answers }
    if (byTag === undefined) files.set('client.ts', emitClient(model, file('client.ts'), settings))
    else add(emitClientByTag(model, file, { ...settings, tagFiles: byTag }))
  }
  if (outputs.includes('reference')) files.set('reference/index.html', emitReference(model, fileHeader))
  if (outputs.includes('query'))
    files.set('query.ts', emitQuery(model, file('query.ts'), clientExports(model, name)))
  if (outputs.includes('msw')) files.set('msw.ts', emitMsw(model, file('msw.ts')))
  if (outputs.includes('server') || outputs.includes('contract') || outputs.includes('msw'))
    files.set('operations.ts', emitOperations(model, file('operations.ts')))
  if (outputs.includes('server'))
    files.set(
      'server.ts',
      emitServer(model, file('server.ts'), { formats, mediaTypes: options.serverMediaTypes }),
    )
  if (outputs.includes('contract')) add(new Map(emitContract(model, file)))
  return files
}

/** What openapi-typescript prints, and what goes with it; nothing where it refuses the document. */
async function emitForOpenapiFetch(
  model: Model,
  { options, file }: { readonly options: EmitOptions; readonly file: (path: string) => GeneratedFile },
): Promise<Files> {
  try {
    const files = new Map([['openapi.ts', await emitOpenapi(model, file('openapi.ts'))]])
    if (options.outputs.includes('fetch') && model.operations.length > 0)
      files.set('fetch.ts', emitFetch(model, file('fetch.ts')))
    return files
  } catch (error) {
    if (!(error instanceof PrinterRefusal)) throw error
    options.onRefused(error.message)
    return new Map()
  }
}
