import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import type { ImportExtension } from '../../emit/print/import-statements.ts'
import type { TagFiles } from '../../emit/split/tag-files.ts'
import type { EmittedTypes } from '../../emit/types.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { CodeMakers } from './code-makers.ts'
import type { Role } from './role.ts'

/** The texts of an output by path below the output folder, with "/". */
export type OutputFiles = Readonly<Record<string, string>>

/**
 * The same for our own outputs: a long text may be in pieces, so that it is written without one large string.
 */
export type OutputTexts = Readonly<Record<string, string | readonly string[]>>

/** Tools that outputs print with, ours and those of users. */
export interface Print {
  /** First line of a generated file: a file without it is never removed. */
  readonly header: string
  /** Makes code of texts, which it escapes. */
  readonly code: CodeMakers
  /**
   * A generated file, which adds the header and the imports of what its code uses.
   * @param path from the output folder, with "/".
   */
  file(path: string): GeneratedFile
}

/** An output of the user's own: a function that prints files from the same model as every other output. */
export type OwnOutput = (model: Model, print: Print) => OutputFiles | Promise<OutputFiles>

/** Settings of outputs that the document does not have. */
export interface OutputSettings {
  /** Name of the function that makes a client. */
  readonly name: string
  /** Middlewares of a client whose options name none. */
  readonly middlewares: readonly ('retry' | 'refresh')[]
  readonly importExtension: ImportExtension
  /**
   * Form of a named schema that lists its values: a union of literals, an object of them with its type, or a
   * union that is open in answers.
   */
  readonly enums: 'unions' | 'objects' | 'open'
  /** Formats whose values have types of their own. */
  readonly formats: FormatPlan
  /** Media types of request bodies that the server takes; absent: all. */
  readonly serverMediaTypes?: readonly string[] | undefined
  /** The package of TanStack Query whose types tag keys with the data that they lead to. */
  readonly queryPackage?: string | undefined
  /** Work of zod's and valibot's schemas besides validation. */
  readonly validators: readonly ('coerce' | 'defaults')[]
  /**
   * Source of the runtime for generated code: a package, or copies beside it, perhaps with an engine for
   * patterns.
   */
  readonly runtime: 'package' | 'inline' | 'inline with engine'
  /** True if optional members of types may be `undefined` too. */
  readonly allowUndefined: boolean
}

/** Further tools that our own outputs print with. */
export interface OutputPrint extends Print {
  readonly settings: OutputSettings
  /** All that is printed. */
  readonly outputs: readonly OutputRow[]
  readonly types: EmittedTypes
  readonly tagFiles: TagFiles | undefined
  /** Reports what an output cannot express. */
  report(problem: ProblemAtPointer): void
}

/** An output: all facts that are known before a document is read, and its printer. */
export interface OutputRow {
  /** Its name in `outputs` of a configuration. */
  readonly name: string
  /** Purpose in a table and in help: "a page of all operations". */
  readonly means: string
  /** Its own files that people look for; a folder ends in "/". */
  readonly writes: readonly string[]
  /** The outputs whose files its own import: they are printed with it. */
  readonly needs: readonly OutputRow[]
  /** True for an output that is printed only if somebody asks for it. */
  readonly isOptional?: boolean
  /** True for an output that is empty for a document without operations. */
  readonly isOfOperations?: boolean
  /** The package that prints it, if that is not ours. */
  readonly printedBy?: string
  /**
   * Roles that use it. `init` chooses it for them, if `chosenFor` is absent or matches a package of the
   * project. Default: callers.
   */
  readonly usedBy?: readonly Role[]
  readonly chosenFor?: RegExp
  /** True for code that only tests import. */
  readonly isForTests?: boolean
  /** Packages that a project needs for it, besides those that every client and server needs. */
  readonly packages?: readonly string[]
  /** The operations whose values it converts if they have formats. */
  converts?(model: Model): readonly Operation[]
  /** Prints it. It loads its printer, so that nothing else that reads the table does. */
  files(model: Model, print: OutputPrint): OutputTexts | Promise<OutputTexts>
}
