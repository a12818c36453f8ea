import { join } from 'node:path'
import { measure } from '../measure.ts'
import { formatTable } from '../table.ts'
import type { CorpusDocument } from './find-documents.ts'
import { REASONS, type TypeDifference } from './type-difference.ts'

/**
 * The types of one document compared with those of openapi-typescript, or the reason why they could not be
 * compared.
 */
export interface DocumentTypes {
  readonly document: string
  /** Number of schemas, parameter locations and bodies whose types were compared. */
  readonly compared: number
  readonly differences: readonly TypeDifference[]
  readonly failure?: string
}

const TIMEOUT_MS = 300_000
const PROGRAM = join(import.meta.dirname, 'compare-types.ts')

/** Compares the types in a separate process, because this needs as much memory as a compiler run. */
export async function typesOfDocument(
  { name, file, root }: CorpusDocument,
  signal: AbortSignal,
): Promise<DocumentTypes> {
  const { code, stdout, stderr } = await measure({
    args: [PROGRAM, file, root],
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  if (code === 0) return { document: name, ...JSON.parse(stdout) }
  const failure = stderr.trim().split('\n').slice(0, 3).join(' ') || 'it was ended'
  return { document: name, compared: 0, differences: [], failure }
}

/** True if every document was compared and every difference has a reason. */
export function isExplained(rows: readonly DocumentTypes[]): boolean {
  return rows.every(
    ({ differences, failure }) =>
      failure === undefined && differences.every(({ reason }) => reason !== undefined),
  )
}

/** Formats the table, every difference grouped by its reason, and the totals. */
export function formatTypes(rows: readonly DocumentTypes[]): string {
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
  const differences = rows.flatMap((row) =>
    row.differences.map((one) => ({ ...one, document: row.document })),
  )
  const compared = sum(rows.map((row) => row.compared))
  const byReason = [...Map.groupBy(differences, ({ reason }) => reason)].flatMap(([reason, group]) => [
    `${reason === undefined ? 'Without a known reason' : `${reason}: ${REASONS[reason]}`} (${group.length})`,
    ...group.map(({ document, text }) => `  ${document}: ${text}`),
    '',
  ])
  return [
    formatTable({
      header: ['document', 'types', 'differ'],
      rows: rows.map(({ document, compared: own, differences: found, failure }) =>
        failure === undefined ? [document, String(own), String(found.length)] : [document, failure],
      ),
      textColumns: 1,
    }),
    '',
    ...byReason,
    `${compared - differences.length} of ${compared} types are assignable both ways; ${rows.filter(({ failure }) => failure !== undefined).length} of ${rows.length} documents could not be compared.`,
  ].join('\n')
}
