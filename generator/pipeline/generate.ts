import { importExtensionFor } from '../configuration/import-extension.ts'
import { emit, type Files } from '../emit/emit.ts'
import { FormatPlan } from '../emit/formats/format-plan.ts'
import { formatTable } from '../emit/formats/format-table.ts'
import type { Config } from '../options/config/config-types.ts'
import { DEFAULT_OUTPUTS } from '../options/config/outputs.ts'
import { assertPrinterInstalled } from './assert-printer-installed.ts'
import { type ReadDocument, readDocument } from './read-document.ts'
import { slowPatterns } from './slow-patterns.ts'
import { unclearFormats } from './unclear-formats.ts'
import { unwalkedLists } from './unwalked-lists.ts'

/** The stages in the order in which they run. */
export type Stage = 'load' | 'model' | 'emit'

export interface Generated extends ReadDocument {
  readonly files: Files
}

/**
 * Makes all outputs of one document, and writes none of them.
 * @param config with absolute paths.
 * @param onStage called as each stage begins.
 * @throws {ProblemsError} with every problem that a stage found.
 * @throws {UsageError} when an output is asked for whose printer is not installed.
 */
export async function generate(
  config: Config,
  onStage: (stage: Stage) => void = () => {},
): Promise<Generated> {
  const outputs = config.outputs ?? DEFAULT_OUTPUTS
  if (outputs.includes('openapi')) assertPrinterInstalled()
  const read = await readDocument(config, onStage)
  onStage('emit')
  const formats = new FormatPlan(read.model, formatTable(config))
  const { name = 'createClient', middlewares = [] } = config
  const { importExtension = importExtensionFor(config.output) } = config
  const slow = outputs.includes('server') ? await slowPatterns(read) : []
  const unwalked = outputs.includes('client') ? unwalkedLists(read.model, config.document) : []
  return {
    ...read,
    warnings: [...read.warnings, ...slow, ...unclearFormats(read, formats), ...unwalked],
    files: await emit(read.model, { outputs, name, middlewares, importExtension, formats }),
  }
}
