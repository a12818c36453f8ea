import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Examination, examineOutput, type Forbidden } from './examine-output.ts'
import type { CorpusDocument } from './find-documents.ts'
import { countOperations, type GeneratedDocument, generateDocument } from './generate-document.ts'

/** Judgement of one document before its output is compiled. */
export interface Judgement {
  readonly document: CorpusDocument
  /** "generated", "refused: syntax-error", "ended with 3". */
  readonly outcome: string
  /** Output and its examination; `undefined` if nothing was generated. */
  readonly made?: {
    readonly generated: GeneratedDocument
    readonly examination: Examination
  }
  /** Full sentences; empty when all is well. */
  readonly failures: readonly string[]
}

export interface JudgeOptions {
  /** An empty folder for this document's output, below one that `prepareProject` prepared. */
  readonly output: string
  readonly forbidden: readonly Forbidden[]
  readonly signal: AbortSignal
}

/** One file of each output; a document without operations, of webhooks alone, has types only. */
const ENTRY_FILES = ['types.ts', 'client.ts', 'server.ts', 'contract/contract.ts']

/** The one reason for which a document may be refused: nobody can read it. */
const UNREADABLE = 'syntax-error'

/** A problem on the terminal begins with its place and its code. */
const CODE = /^\S+:\d+:\d+ ([a-z-]+)$/gm

/** Generates one document and examines what came out. */
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
  return made === declared ? [] : [`The document has ${declared} operations; code was made for ${made}.`]
}

function judgeEntryFiles(operations: number, output: string): readonly string[] {
  const expected = operations === 0 ? ENTRY_FILES.slice(0, 1) : ENTRY_FILES
  return expected.filter((name) => !existsSync(join(output, name))).map((name) => `There is no ${name}.`)
}

/** Enough of a message to recognise the failure by. */
function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-12).join('\n')
}
