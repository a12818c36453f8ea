import { relative } from 'node:path'
import type { ReportDocument } from '@concordat/contract'
import { readManifest } from '../../package/manifest.ts'
import type { ReadDocument } from '../../pipeline/read-document.ts'

/**
 * The programs and the document of a run, for its reports.
 * @param page URL of the page that contains the document, if there is one.
 */
export function reportProvenance(
  { sources, sha256 }: Pick<ReadDocument, 'sources' | 'sha256'>,
  page?: string,
): Pick<ReportDocument, 'version' | 'node' | 'document'> {
  const file = page ?? sources[0] ?? ''
  return {
    version: readManifest().version,
    node: process.versions.node,
    document: {
      file: /^https?:/.test(file) ? file : relative(process.cwd(), file),
      sha256: sha256(),
    },
  }
}
