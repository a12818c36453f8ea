import { configuredImportExtension } from '../configuration/import-extension.ts'
import { formatTable } from '../emit/formats/format-table.ts'
import type { Problem } from '../errors/problem.ts'
import { fileDisplayName } from '../load/source/file-name.ts'
import type { Config } from '../options/config/config-types.ts'
import { DEFAULT_OUTPUTS, outputsOf } from '../outputs/outputs.ts'
import { type OutputFileTexts, printOutputs } from '../outputs/print-outputs.ts'
import { assertPrinterInstalled } from './assert-printer-installed.ts'
import { costlySchemas } from './costs/costly-schemas.ts'
import { slowPatterns } from './costs/slow-patterns.ts'
import { enginePatterns } from './engine-patterns.ts'
import { renamedMapKeys } from './member-names.ts'
import { planFormats } from './plan-formats.ts'
import { type ReadDocument, readDocument } from './read-document.ts'
import { unclearFormats } from './unclear-formats.ts'
import { unwalkedLists } from './unwalked-lists.ts'

/** The copied runtime file that imports an engine for patterns. */
const ENGINE_COPY = 'runtime/schema/pattern/linear-regexp.ts'

export interface Generated extends ReadDocument {
  /** Contents of generated files, keyed by relative POSIX path. */
  readonly files: ReadonlyMap<string, string>
}

/** Files to write for one document. */
export interface GeneratedTexts extends ReadDocument {
  readonly files: OutputFileTexts
}

/**
 * Generates all outputs of a document without writing them.
 * @param config configuration with absolute paths.
 * @throws {ProblemsError} with every problem that a stage found.
 * @throws {UsageError} if a requested output's printer is not installed.
 */
export async function generate(config: Config): Promise<Generated> {
  const { files, ...read } = await generateTexts(config)
  const whole = [...files].map(
    ([path, text]) => [path, typeof text === 'string' ? text : text.join('')] as const,
  )
  return { ...read, files: new Map(whole) }
}

/** Like `generate`, but with long strings in pieces. */
export async function generateTexts(config: Config): Promise<GeneratedTexts> {
  const wanted = config.outputs ?? DEFAULT_OUTPUTS
  const outputs = wanted.filter((output) => typeof output === 'string')
  if (outputsOf(outputs).some(({ printedBy }) => printedBy !== undefined)) assertPrinterInstalled()
  const read = await readDocument(config)
  const formats = planFormats(read, formatTable(config))
  const { name = 'createClient', middlewares = [], enums = 'unions', validators = [] } = config
  const { importExtension = configuredImportExtension(config.output) } = config
  const slow = outputs.includes('server') ? [...(await slowPatterns(read)), ...costlySchemas(read)] : []
  const isInline = config.runtime === 'inline'
  const engine = isInline ? await enginePatterns(read) : []
  const unwalked = outputs.includes('client') ? unwalkedLists(read.model, config.document) : []
  const refusals: Problem[] = []
  const unexpressed: Problem[] = []
  const files = await printOutputs(read.model, {
    outputs: wanted,
    settings: {
      name,
      middlewares,
      importExtension,
      enums,
      formats,
      serverMediaTypes: config.serverMediaTypes,
      validators,
      queryPackage: config.queryPackage,
      allowUndefined: config.allowUndefined === true,
      runtime: !isInline ? 'package' : engine.length > 0 ? 'inline with engine' : 'inline',
    },
    onRefused: (reason) => refusals.push(refusal(reason, config.document)),
    report: (problem) => unexpressed.push({ ...problem, place: read.locate(problem.place) }),
  })
  return {
    ...read,
    warnings: [
      ...read.warnings,
      ...slow,
      ...unclearFormats(read, formats),
      ...renamedMapKeys(read, formats),
      ...unwalked,
      ...(files.has(ENGINE_COPY) ? engine : []),
      ...refusals,
      ...unexpressed,
    ],
    files,
  }
}

function refusal(reason: string, document: string): Problem {
  return {
    code: 'output-left-out',
    severity: 'warning',
    place: { file: fileDisplayName(document), pointer: '#' },
    message: `Concordat cannot generate "openapi.ts", nor "fetch.ts", which needs it, because openapi-typescript rejects the document: ${reason}`,
    fix: 'remove "openapi" and "fetch" from "outputs", or correct the document.',
  }
}
