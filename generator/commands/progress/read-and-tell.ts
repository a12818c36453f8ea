import type { Config } from '../../options/config/config-types.ts'
import { type DocumentConfig, type ReadDocument, readDocument } from '../../pipeline/read-document.ts'
import type { Progress } from './progress.ts'
import { showDocumentReading } from './show-reading.ts'

/**
 * Reads a command's document, and reports its warnings.
 * @throws {ProblemsError} with every problem that prevents the command from continuing.
 */
export async function readDocumentAndTell(
  config: DocumentConfig & Pick<Config, 'strict'>,
  progress: Progress,
): Promise<ReadDocument> {
  showDocumentReading(config.document, progress)
  const read = await readDocument(config)
  progress.warn(read.warnings)
  return read
}
