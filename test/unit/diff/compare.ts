import { type CompareOptions, compareModels } from '../../../generator/diff/diff.ts'
import type { Change } from '../../../generator/diff/found/change.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder } from '../load/folder.ts'

/** Returns the changes between two documents, given their properties other than `info`. */
export async function compareDocuments(
  old: object,
  now: object,
  options: CompareOptions = {},
): Promise<readonly Change[]> {
  const model = async (members: object) => {
    const document = { openapi: '3.1.1', info: { title: 'Things', version: '1' }, ...members }
    return buildModel(await loadFolder({ 'openapi.yaml': JSON.stringify(document) })).model
  }
  return compareModels(await model(old), await model(now), options)
}

/** Returns the changes if the schema of a request and its response is replaced. */
export async function compareSchemas(
  old: object,
  now: object,
  components: object | { readonly old: object; readonly new: object } = {},
): Promise<readonly Change[]> {
  const sides = 'old' in components && 'new' in components ? components : { old: components, new: components }
  const document = (schema: object, schemas: unknown) => {
    const content = { 'application/json': { schema } }
    const responses = { 200: { description: 'Done', content } }
    const put = { operationId: 'put', requestBody: { content }, responses }
    return { paths: { '/things': { put } }, components: { schemas } }
  }
  return compareDocuments(document(old, sides.old), document(now, sides.new))
}

export async function kindsOf(...given: Parameters<typeof compareSchemas>): Promise<readonly string[]> {
  return (await compareSchemas(...given)).map(({ kind }) => kind)
}

/** "request-type-changed Pet.name" */
export async function toldOf(...given: Parameters<typeof compareSchemas>): Promise<readonly string[]> {
  return (await compareSchemas(...given)).map(({ kind, label }) => `${kind} ${label}`)
}
