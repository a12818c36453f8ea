import { fileHeaderCode } from '../emit/header.ts'
import type { InlinedRuntime } from '../emit/inline/inlined-runtime.ts'
import { type FileSettings, GeneratedFile } from '../emit/print/generated-file.ts'
import { type TagFiles, tagFiles } from '../emit/split/tag-files.ts'
import { type EmittedTypes, emitTypes } from '../emit/types.ts'
import type { ProblemAtPointer } from '../errors/problem-at-pointer.ts'
import type { Model } from '../model/model.ts'
import { CODE_MAKERS, type CodeMakers } from './declaration/code-makers.ts'
import type { OutputPrint, OutputRow, OutputSettings, OutputTexts, OwnOutput } from './declaration/output.ts'
import { PrinterRefusal } from './declaration/printer-refusal.ts'
import { type Output, outputsOf } from './outputs.ts'
import { expectOwnFiles } from './own-files.ts'

/** Contents of generated files, keyed by relative POSIX path. A file can be split into pieces. */
export type OutputFileTexts = ReadonlyMap<string, string | readonly string[]>

export interface PrintOptions {
  readonly outputs: readonly (Output | OwnOutput)[]
  readonly settings: OutputSettings
  /** Called with the reason if an output's printer rejects the document. */
  onRefused(reason: string): void
  /** Called for each part of the document that an output cannot express. */
  report(problem: ProblemAtPointer): void
}

/**
 * Prints a model's chosen outputs and the outputs that they need.
 * @throws {UsageError} if a user's own output does not return file contents by path, or returns a file that
 * is outside the output folder or that another output also writes.
 */
export async function printOutputs(
  model: Model,
  { outputs, settings, onRefused, report }: PrintOptions,
): Promise<OutputFileTexts> {
  const rows = outputsOf(outputs.filter((output) => typeof output === 'string'))
  const inlined = await inlinedRuntime(model, settings)
  const print = new Printing(model, { settings, outputs: rows, report, inlined })
  const files = new Map<string, string | readonly string[]>()
  const add = (more: OutputTexts) => {
    for (const [path, text] of Object.entries(more)) files.set(path, text)
  }
  const leftOut = new Set<OutputRow>()
  for (const row of rows) {
    const isEmpty = row.isOfOperations === true && model.operations.length === 0
    if (isEmpty || row.needs.some((needed) => leftOut.has(needed))) continue
    try {
      add(await row.files(model, print))
    } catch (error) {
      if (!(error instanceof PrinterRefusal)) throw error
      leftOut.add(row)
      onRefused(error.message)
    }
  }
  for (const own of outputs.filter((output) => typeof output === 'function')) {
    const printed: unknown = await own(model, print)
    add(expectOwnFiles(printed, { name: own.name, files }))
  }
  if (inlined !== undefined) add(inlined.files)
  return files
}

/** Loads the inlined runtime only if needed. */
async function inlinedRuntime(
  model: Model,
  { importExtension, runtime }: OutputSettings,
): Promise<InlinedRuntime | undefined> {
  if (runtime === 'package') return undefined
  const { InlinedRuntime } = await import('../emit/inline/inlined-runtime.ts')
  return new InlinedRuntime({
    header: fileHeaderCode(model),
    importExtension,
    hasEngine: runtime === 'inline with engine',
  })
}

/** State that the outputs share, so that types are printed once, regardless of how many outputs need them. */
class Printing implements OutputPrint {
  readonly header: string
  readonly code: CodeMakers = CODE_MAKERS
  readonly file: (path: string) => GeneratedFile
  readonly settings: OutputSettings
  readonly outputs: readonly OutputRow[]
  readonly tagFiles: TagFiles | undefined
  readonly report: PrintOptions['report']
  readonly #model: Model
  #types: EmittedTypes | undefined

  constructor(
    model: Model,
    {
      settings,
      outputs,
      report,
      inlined,
    }: Pick<OutputPrint, 'settings' | 'outputs' | 'report'> & Pick<FileSettings, 'inlined'>,
  ) {
    this.header = fileHeaderCode(model).toString()
    this.settings = settings
    this.outputs = outputs
    this.report = report
    this.tagFiles = tagFiles(model)
    this.#model = model
    // An arrow function, because users destructure this object.
    const { importExtension } = settings
    this.file = (path) => new GeneratedFile({ path, header: fileHeaderCode(model), importExtension, inlined })
  }

  get types(): EmittedTypes {
    const { formats, enums, allowUndefined } = this.settings
    const options = { formats, enums, allowUndefined, tagFiles: this.tagFiles }
    this.#types ??= emitTypes(this.#model, this.file, options)
    return this.#types
  }
}
