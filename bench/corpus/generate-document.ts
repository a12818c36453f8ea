import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { METHODS } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { type Measured, measure } from '../measure.ts'
import type { CorpusDocument } from './find-documents.ts'

/** The generator's result for one document. */
export interface GeneratedDocument extends Measured {
  /** Number of operations for which the generator reports code; 0 if it reports none. */
  readonly operations: number
}

const CLI = join(import.meta.dirname, '../../generator/cli.ts')

/**
 * Time limit in milliseconds, which is far more than the largest document needs. A process that is still
 * running after this time hangs.
 */
const TIMEOUT_MS = 120_000

/**
 * Generates the default outputs of a document in a separate process, whose memory can be measured on its own.
 */
export async function generateDocument(
  document: CorpusDocument,
  output: string,
  signal: AbortSignal,
): Promise<GeneratedDocument> {
  const measured = await measure({
    args: [CLI, 'generate', '--document', document.file, '--root', document.root, '--output', output],
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  // A document with only webhooks has no operations.
  return { ...measured, operations: Number(/(\d+) operations?\b/.exec(measured.stderr)?.[1] ?? 0) }
}

type PathItem = Readonly<Record<string, unknown>>

/**
 * Counts the operations in the output's bundled document. None of these may be missing from the generated
 * code.
 */
export function countOperations(output: string): number {
  const document: { paths?: Readonly<Record<string, PathItem>> } = JSON.parse(
    readFileSync(join(output, 'openapi.json'), 'utf8'),
  )
  return Object.entries(document.paths ?? {})
    .filter(([path]) => !path.startsWith('x-'))
    .map(([, item]) => resolvePathItem(document, item))
    .flatMap((item) => [
      ...METHODS.filter((method) => method.toLowerCase() in item),
      ...Object.keys(item['additionalOperations'] ?? {}),
    ]).length
}

function resolvePathItem(document: object, item: PathItem): PathItem {
  const reference = item['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return item
  return valueAt(document, stepsOf(decodeURIComponent(reference))) as PathItem
}
