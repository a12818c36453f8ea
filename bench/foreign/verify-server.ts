import { resolve } from 'node:path'
import {
  type ContractReport,
  checks,
  describeReport,
  type Progress,
  type ReportDocument,
  runContract,
} from '@concordat/contract'
import { readDocument } from '../../generator/pipeline/read-document.ts'

/** A running server as "servers.json" describes it. Paths are relative to the folder of that file. */
export interface ForeignServer {
  readonly name: string
  readonly version: string
  readonly baseUrl: string
  readonly document: string
  readonly overlays?: readonly string[]
  /** By security scheme, as `Target` takes them. */
  readonly credentials?: Readonly<Record<string, string>>
  readonly pathParameters?: Readonly<Record<string, string>>
  /** operationIds that a run of the others does not survive. */
  readonly skipOperations?: readonly string[]
}

/**
 * Runs every rule against one server. What only an overlay states is left out: an overlay here helps to make requests, and
 * the server never promised it.
 * @throws TargetError when nothing that the document describes answers at the base URL.
 */
export async function verifyServer(
  {
    baseUrl,
    document,
    overlays = [],
    credentials = {},
    pathParameters = {},
    skipOperations = [],
  }: ForeignServer,
  { folder, onProgress }: { readonly folder: string; readonly onProgress: (progress: Progress) => void },
): Promise<{ readonly report: ContractReport; readonly described: ReportDocument }> {
  const { model } = await readDocument({
    document: resolve(folder, document),
    overlays: overlays.map((overlay) => resolve(folder, overlay)),
  })
  const report = await runContract({
    document: model.descriptor,
    base: model.base,
    decided: model.decided,
    target: { baseUrl, credentials, pathParameters },
    select: { grades: ['documented', 'derived'], skipOperations },
    onProgress,
  })
  return { report, described: describeReport({ report, document: model.descriptor, checks }) }
}
