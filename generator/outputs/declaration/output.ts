import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import type { ImportExtension } from '../../emit/print/import-statements.ts'
import type { TagFiles } from '../../emit/split/tag-files.ts'
import type { EmittedTypes } from '../../emit/types.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { CodeMakers } from './code-makers.ts'
import type { Role } from './role.ts'

/** Files of an output, by path below the output folder, with "/". */
export type OutputFiles = Readonly<Record<string, string>>

/** Files of our own outputs; a long text may be in pieces, to avoid one large string. */
export type OutputTexts = Readonly<Record<string, string | readonly string[]>>

/** Tools for printing, for our outputs and users' own. */
export interface Print {
  /** First line of a generated file; files without it are never deleted. */
  readonly header: string
  /** Creates code from texts, which it escapes. */
  readonly code: CodeMakers
  /**
   * Creates a generated file, which adds the header and imports.
   * @param path below the output folder, with "/".
   */
  file(path: string): GeneratedFile
}

/** A user's own output: prints files from the same model as the other outputs. */
export type OwnOutput = (model: Model, print: Print) => OutputFiles | Promise<OutputFiles>

/** Settings of outputs from the configuration. */
export interface OutputSettings {
  /** Name of the function that creates a client. */
  readonly name: string
  /** Default middlewares of a client. */
  readonly middlewares: readonly ('retry' | 'refresh')[]
  readonly importExtension: ImportExtension
  /**
   * Type of a named schema with enumerated values: a union of literals, an object with its type, or a union
   * that is open in answers.
   */
  readonly enums: 'unions' | 'objects' | 'open'
  /** Formats whose values have their own types. */
  readonly formats: FormatPlan
  /** Media types of request bodies that the server accepts; absent: all. */
  readonly serverMediaTypes?: readonly string[] | undefined
  /** The package of TanStack Query whose types connect keys with their data. */
  readonly queryPackage?: string | undefined
  /** Tasks of zod and valibot schemas besides validation. */
  readonly validators: readonly ('coerce' | 'defaults')[]
  /** Where generated code gets the runtime: a package, or copies, optionally with an engine for patterns. */
  readonly runtime: 'package' | 'inline' | 'inline with engine'
  /** True if optional members may also be `undefined`. */
  readonly allowUndefined: boolean
}

/** Further tools for our own outputs. */
export interface OutputPrint extends Print {
  readonly settings: OutputSettings
  /** All outputs being printed. */
  readonly outputs: readonly OutputRow[]
  readonly types: EmittedTypes
  readonly tagFiles: TagFiles | undefined
  /** Reports what an output cannot express. */
  report(problem: ProblemAtPointer): void
}

/** An output: its printer, and all that is known before a document is read. */
export interface OutputRow {
  /** Its name in the configuration's `outputs`. */
  readonly name: string
  /** Purpose, for help and tables: "a page of all operations". */
  readonly means: string
  /** Main files that it writes; a folder ends with "/". */
  readonly writes: readonly string[]
  /** Outputs that its files import, which are printed too. */
  readonly needs: readonly OutputRow[]
  /** True if it is printed only on request. */
  readonly isOptional?: boolean
  /** True if it is empty for a document without operations. */
  readonly isOfOperations?: boolean
  /** External package that prints it. */
  readonly printedBy?: string
  /**
   * Roles that use it; default: callers. `init` chooses it for them if `chosenFor` is absent or matches a
   * package of the project.
   */
  readonly usedBy?: readonly Role[]
  readonly chosenFor?: RegExp
  /** True if only tests import it. */
  readonly isForTests?: boolean
  /** Packages that it needs, besides those of every client and server. */
  readonly packages?: readonly string[]
  /** Operations whose values it converts if they have formats. */
  converts?(model: Model): readonly Operation[]
  /** Prints the output. Loads the printer, so that reading the table does not. */
  files(model: Model, print: OutputPrint): OutputTexts | Promise<OutputTexts>
}
