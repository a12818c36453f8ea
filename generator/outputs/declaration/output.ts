import type { FormatPlan } from '../../emit/formats/format-plan.ts'
import type { GeneratedFile } from '../../emit/print/generated-file.ts'
import type { ImportExtension } from '../../emit/print/import-statements.ts'
import type { TagFiles } from '../../emit/split/tag-files.ts'
import type { EmittedTypes } from '../../emit/types.ts'
import type { ProblemAtPointer } from '../../errors/problem-at-pointer.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { CodeMakers } from './code-makers.ts'
import type { Role } from './role.ts'

/** An output's files, keyed by path relative to the output folder, with "/". */
export type OutputFiles = Readonly<Record<string, string>>

/**
 * The files of a built-in output. A file can be given as pieces, so that no large string has to be created.
 */
export type OutputTexts = Readonly<Record<string, string | readonly string[]>>

/** Printing tools for built-in outputs and for users' own. */
export interface Print {
  /** First line of each generated file. Files without this line are never deleted. */
  readonly header: string
  /** Creates code from strings, which it escapes. */
  readonly code: CodeMakers
  /**
   * Creates a generated file, which adds the header and imports.
   * @param path relative to the output folder, with "/".
   */
  file(path: string): GeneratedFile
}

/** A user's own output: prints files from the same model as the other outputs. */
export type OwnOutput = (model: Model, print: Print) => OutputFiles | Promise<OutputFiles>

/** Output settings from the configuration. */
export interface OutputSettings {
  /** Name of the function that creates a client. */
  readonly name: string
  /** Default middlewares of a client. */
  readonly middlewares: readonly ('retry' | 'refresh')[]
  readonly importExtension: ImportExtension
  /**
   * The form of named schemas with enumerated values: a union of literals, an object with its type, or a
   * union that allows other values in responses.
   */
  readonly enums: 'unions' | 'objects' | 'open'
  /** Formats whose values have their own types. */
  readonly formats: FormatPlan
  /** Media types of request bodies that the server accepts; if absent, all. */
  readonly serverMediaTypes?: readonly string[] | undefined
  /** The TanStack Query package whose types connect keys with their data. */
  readonly queryPackage?: string | undefined
  /** Tasks that zod and valibot schemas perform in addition to validation. */
  readonly validators: readonly ('coerce' | 'defaults')[]
  /**
   * Source of the runtime for generated code: a package, or copies, optionally with an engine for patterns.
   */
  readonly runtime: 'package' | 'inline' | 'inline with engine'
  /** True if optional members can also be `undefined`. */
  readonly allowUndefined: boolean
}

/** Further tools for built-in outputs. */
export interface OutputPrint extends Print {
  readonly settings: OutputSettings
  /** All outputs being printed. */
  readonly outputs: readonly OutputRow[]
  readonly types: EmittedTypes
  readonly tagFiles: TagFiles | undefined
  /** Reports what an output cannot express. */
  report(problem: ProblemAtPointer): void
}

/** An output: its printer, and everything that is known before a document is read. */
export interface OutputRow {
  /** The output's name in the configuration's `outputs`. */
  readonly name: string
  /** The output's purpose, for help and tables, such as "a page of all operations". */
  readonly means: string
  /** The main files that it writes. A folder ends with "/". */
  readonly writes: readonly string[]
  /** Outputs that its files import. These are printed too. */
  readonly needs: readonly OutputRow[]
  /** True if the output is printed only on request. */
  readonly isOptional?: boolean
  /** True if the output is empty for a document without operations. */
  readonly isOfOperations?: boolean
  /** The external package that prints the output. */
  readonly printedBy?: string
  /**
   * Roles that use the output. Default: callers. For these roles, `init` chooses the output if one of the
   * project's packages matches `chosenFor` or, without `chosenFor`, if the roles are given here.
   */
  readonly usedBy?: readonly Role[]
  readonly chosenFor?: RegExp
  /** True if only tests import the output. */
  readonly isForTests?: boolean
  /** Packages that the output needs in addition to those that every client and server needs. */
  readonly packages?: readonly string[]
  /** Operations whose values the output converts if they have formats. */
  converts?(model: Model): readonly Operation[]
  /** Prints the output. The printer is loaded only here, so that listing the outputs does not load it. */
  files(model: Model, print: OutputPrint): OutputTexts | Promise<OutputTexts>
}
