import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COMPILERS, checkTypes } from '../../corpus/check-types.ts'
import type { Sample } from './samples.ts'

/** A document's types, and the samples for them. */
export interface Sampled {
  /** Folder below the project. */
  readonly folder: string
  /** The document's files, by path. */
  readonly files: ReadonlyMap<string, string>
  readonly samples: readonly Sample[]
}

/** The compiler's message about each sample; samples that compile have none. */
export type Said = ReadonlyMap<Sample, string>

export interface CompileOptions {
  /** A folder prepared by `prepareProject`. */
  readonly project: string
  readonly root: string
  readonly signal: AbortSignal
}

const [compiler] = COMPILERS

/**
 * Compiles each sample as a literal with its schema's type. Code that was compiled before with the same
 * compiler is not compiled again.
 * @throws Error if the types themselves do not compile.
 */
export async function compileSamples(
  documents: readonly Sampled[],
  options: CompileOptions,
): Promise<ReadonlyMap<Sampled, Said>> {
  const before = join(options.root, 'node_modules/.cache/concordat-judge-types')
  mkdirSync(before, { recursive: true })
  const asked = documents.map((document) => ({ document, file: join(before, digestOf(document)) }))
  const open = asked.filter(({ file }) => !existsSync(file))
  for (const { document } of open) writeProgram(document, options.project)
  const names = open.map(({ document }) => document.folder)
  const found =
    open.length === 0
      ? new Map<string, readonly string[]>()
      : await checkTypes(names, { ...options, compiler })
  for (const { document, file } of open) writeFileSync(file, JSON.stringify(found.get(document.folder) ?? []))
  return new Map(
    asked.map(({ document, file }) => [document, saidIn(document, JSON.parse(readFileSync(file, 'utf8')))]),
  )
}

function writeProgram({ folder, files, samples }: Sampled, project: string): void {
  for (const [path, text] of [...files, ['samples.ts', programOf(samples)] as const]) {
    const file = join(project, folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Writes each sample on its own line, after the import. */
function programOf(samples: readonly Sample[]): string {
  const lines = samples.map(
    ({ schema, value }, index) => `export const v${index}: types.${schema} = ${literalOf(value)}`,
  )
  return ["import type * as types from './types.ts'", ...lines, ''].join('\n')
}

/** Writes a value on one line: JSON leaves line separators unescaped, but they end a line of a program. */
function literalOf(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`)
}

function digestOf({ files, samples }: Sampled): string {
  const texts = [compiler.name, ...[...files].flat(), programOf(samples)]
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex')
}

function saidIn({ folder, samples }: Sampled, errors: readonly string[]): Said {
  const said = new Map<Sample, string>()
  for (const error of errors) {
    const [, line, text = ''] = /samples\.ts\((\d+),\d+\): error (.*)$/.exec(error) ?? []
    const sample = samples[Number(line) - 2]
    if (sample === undefined) throw new Error(`${folder}: ${error}`)
    if (!said.has(sample)) said.set(sample, text)
  }
  return said
}
