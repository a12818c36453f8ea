import { namesOfRun } from '@concordat/contract/values'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import type { DocumentObject } from '../../../generator/document/document.ts'
import { documentOperations } from '../../../generator/document/operations.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { loadDocument } from '../../../generator/pipeline/read-document.ts'
import { selectOperations } from '../../../generator/select/select.ts'
import type { CorpusDocument } from '../../corpus/find-documents.ts'

/** Some operations of a document, in the form that other validators read and in the kit's own form. */
export interface Prepared {
  readonly name: string
  /** Self-contained, in OpenAPI 3, and for a server without a base path. */
  readonly document: DocumentObject
  /** The same, for anybody. */
  readonly descriptor: DocumentDescriptor
}

/** Maximum number of operations per document. For a larger document, they are drawn with a fixed seed. */
const OPERATIONS = 8

/**
 * Loads a document and selects some of its operations. @returns `undefined` if it has none.
 * @throws ProblemsError if it cannot be read.
 */
export async function prepare({ name, file, root }: CorpusDocument): Promise<Prepared | undefined> {
  const loaded = await loadDocument({ document: file, root })
  const operations = [...documentOperations(loaded.document)].map(({ method, path }) => `${method} ${path}`)
  if (operations.length === 0) return undefined
  const { random } = namesOfRun(`requests ${name}`)
  while (operations.length > OPERATIONS) operations.splice(random.below(operations.length), 1)
  const selected = selectOperations(loaded, { include: { operations } }, () => ({ name: 'operations' }))
  const { model } = buildModel(selected.loaded)
  const { servers: _, info: _i, tags: _t, ...document } = selected.loaded.document
  const { basePath: _base, ...descriptor } = model.descriptor
  const info = { title: name, version: '1' }
  return {
    name,
    document: { ...document, info },
    descriptor: { ...descriptor, operations: descriptor.operations.map(forAnybody) },
  }
}

function forAnybody({ security: _, server: _own, ...operation }: OperationDescriptor): OperationDescriptor {
  return operation
}
