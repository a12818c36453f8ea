import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Examination, examineOutput, type Forbidden } from './examine-output.ts'
import type { CorpusDocument } from './find-documents.ts'
import { countOperations, type GeneratedDocument, generateDocument } from './generate-document.ts'

/** The result for one document before its output is compiled. */
export interface Judgement {
  readonly document: CorpusDocument
  /** For example "generated", "refused: syntax-error" or "ended with 3". */
  readonly outcome: string
  /** Output and its examination; `undefined` if nothing was generated. */
  readonly made?: {
    readonly generated: GeneratedDocument
    readonly examination: Examination
  }
  /** Failures: sentences, or the last lines that the generator printed. */
  readonly failures: readonly string[]
}

export interface JudgeOptions {
  /** An empty folder for this document's output, within a folder prepared by `prepareProject`. */
  readonly output: string
  readonly forbidden: readonly Forbidden[]
  readonly signal: AbortSignal
}

/** One file of each default output. Only the first is required for a document without operations. */
const ENTRY_FILES = ['types.ts', 'client.ts', 'server.ts', 'contract/contract.ts']

/** The only acceptable reason to reject a document: it cannot be parsed. */
const UNREADABLE = 'syntax-error'

/** A problem printed on the terminal begins with its location and code. */
const CODE = /^\S+:\d+:\d+ ([a-z-]+)$/gm

/** Generates code for one document and examines the output. */
export async function judgeDocument(
  document: CorpusDocument,
  { output, forbidden, signal }: JudgeOptions,
): Promise<Judgement> {
  const generated = await generateDocument(document, output, signal)
  if (generated.code !== 0) return judgeFailure(document, generated)
  const examination = examineOutput(output, document.file, forbidden)
  const failures = [
    ...judgeOperations(generated.operations, countOperations(output)),
    ...judgeEntryFiles(generated.operations, output),
    ...examination.findings.map((finding) => `${finding}.`),
  ]
  return { document, outcome: 'generated', made: { generated, examination }, failures }
}

function judgeFailure(document: CorpusDocument, { code, stderr }: GeneratedDocument): Judgement {
  const codes = [...new Set([...stderr.matchAll(CODE)].map((match) => match[1]))]
  const isUnreadable = code === 1 && codes.length === 1 && codes[0] === UNREADABLE
  const outcome = code === 1 ? `refused: ${codes.join(', ')}` : `ended with ${code ?? 'a signal'}`
  return { document, outcome, failures: isUnreadable ? [] : [lastLines(stderr)] }
}

function judgeOperations(made: number, declared: number): readonly string[] {
  return made === declared ? [] : [`The document has ${declared} operations; code was generated for ${made}.`]
}

function judgeEntryFiles(operations: number, output: string): readonly string[] {
  const expected = operations === 0 ? ENTRY_FILES.slice(0, 1) : ENTRY_FILES
  return expected.filter((name) => !existsSync(join(output, name))).map((name) => `There is no ${name}.`)
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-12).join('\n')
}
