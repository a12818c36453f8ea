import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILERS, checkTypes, type TypeCheck } from './check-types.ts'
import { type Examination, examineOutput, type Forbidden } from './examine-output.ts'
import type { CorpusDocument } from './find-documents.ts'
import {
  countOperations,
  type GeneratedDocument,
  generateDocument,
  isSupported,
} from './generate-document.ts'

/** One row of the table, and every expectation that the document's output breaks. */
export interface Judgement {
  readonly document: CorpusDocument
  /** As it should for this version, or as it should not: `refused: unsupported-version 2.0`, `failed: exit 3`. */
  readonly outcome: string
  /** What was made; `undefined` when nothing was. */
  readonly made?: {
    readonly generated: GeneratedDocument
    readonly examination: Examination
    readonly checks: readonly TypeCheck[]
  }
  /** Full sentences; empty when all is well. */
  readonly failures: readonly string[]
}

export interface JudgeOptions {
  /** The checkout. */
  readonly root: string
  /** An empty folder for this document's output, below one that `prepareProject` prepared. */
  readonly output: string
  readonly forbidden: readonly Forbidden[]
  readonly signal: AbortSignal
}

/** One file of each output; a document without operations, of webhooks alone, has types only. */
const ENTRY_FILES = ['types.ts', 'client.ts', 'server.ts', 'contract/contract.ts']

/** Generates one document, examines and type-checks what came out, and compares that with what is expected of its version. */
export async function judgeDocument(
  document: CorpusDocument,
  { root, output, forbidden, signal }: JudgeOptions,
): Promise<Judgement> {
  const generated = await generateDocument(document, output, signal)
  if (!isSupported(document.version)) return judgeRefusal(document, generated, output)
  if (generated.code !== 0) {
    const outcome = `failed: exit ${generated.code ?? 'by a signal'}`
    return { document, outcome, failures: [`${outcome}\n${lastLines(generated.stderr)}`] }
  }
  const examination = examineOutput(output, document.file, forbidden)
  const checks: TypeCheck[] = []
  for (const compiler of COMPILERS) checks.push(await checkTypes(output, root, { compiler, signal }))
  const failures = [
    ...judgeOperations(generated.operations, countOperations(output)),
    ...judgeEntryFiles(generated.operations, output),
    ...examination.findings.map((finding) => `${finding}.`),
    ...checks.flatMap(({ compiler, errors }) => errors.map((error) => `tsc ${compiler}: ${error}`)),
  ]
  return { document, outcome: 'generated', made: { generated, examination, checks }, failures }
}

function judgeRefusal(document: CorpusDocument, generated: GeneratedDocument, output: string): Judgement {
  const { code, stderr } = generated
  const isNamed = stderr.includes('unsupported-version') && stderr.includes(document.version)
  const outcome = isNamed ? `refused: unsupported-version ${document.version}` : `not refused: exit ${code}`
  const failures = [
    ...(isNamed && code === 1 ? [] : [`Expected exit 1 and unsupported-version.\n${lastLines(stderr)}`]),
    ...(existsSync(join(output, 'openapi.json'))
      ? ['Output was written though the document is refused.']
      : []),
  ]
  return { document, outcome, failures }
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
