import { resolve } from 'node:path'
import { compareModels } from '../../diff/diff.ts'
import { judgeChanges } from '../../diff/judge/judgement.ts'
import { type DiffReport, describeDiff } from '../../diff/report/report.ts'
import { formatDiff } from '../../diff/report/text.ts'
import type { Given } from '../../options/options.ts'
import type { ReadDocument } from '../../pipeline/read-document.ts'
import { overlayText } from '../../repair/overlay.ts'
import { writeFileWhole } from '../../write/write.ts'
import type { RepairResult } from '../progress/outcome.ts'
import { STANDARD_OUTPUT } from '../reports/report-files.ts'
import { askAboutDifferences } from './ask.ts'
import { askedDifferenceKey, type Proposal, type ProposalOptions, proposeOverlay } from './propose.ts'
import { describeProposal } from './tell.ts'

export interface WrittenProposal {
  /**
   * Text for users: the differences, the remaining faults, and the overlay's effects on callers and servers.
   */
  readonly text: string
  readonly data: RepairResult
  /** Number of exchanges with the document's server. */
  readonly exchanges: number
}

type Observed = Omit<ProposalOptions, 'isAccepted'>

/**
 * Proposes an overlay, asks open questions, and writes the overlay.
 * @param file "-" is standard output. Nothing is written if the overlay has no actions.
 */
export async function writeProposal(
  observed: Observed,
  { file, given }: { readonly file: string; readonly given: Given },
): Promise<WrittenProposal> {
  const proposal = await settled(observed, given)
  const { overlay, after, left, unseen, differences, exchanges } = proposal
  const isWritten = overlay.actions.length > 0
  const text = overlayText(overlay, file)
  if (isWritten && file === STANDARD_OUTPUT) process.stdout.write(text)
  else if (isWritten) await writeFileWhole(resolve(file), text)
  const diff = diffOf(observed.read, after)
  const breaks = isWritten
    ? `\n\nChanges that the overlay makes for callers and servers:\n${formatDiff(diff)}`
    : ''
  return {
    text: describeProposal(proposal, isWritten ? file : undefined) + breaks,
    data: { file: isWritten ? file : null, overlay, differences, left, unseen, diff },
    exchanges,
  }
}

function diffOf(before: ReadDocument, after: ReadDocument): DiffReport {
  const changes = compareModels(before.model, after.model, { stripPrefixes: [] })
  const side = (name: string, { model, locate }: ReadDocument) => ({ name, model, locate })
  return describeDiff(judgeChanges(changes, { ignored: [], severities: {} }), {
    old: side('the document', before),
    new: side('the document with the overlay', after),
  })
}

/**
 * Returns a proposal. Its questions are answered by an option or by the user on a terminal; without either,
 * they stay open.
 */
async function settled(observed: Observed, { questions, json }: Given): Promise<Proposal> {
  const first = await proposeOverlay({ ...observed, isAccepted: () => questions === 'document' })
  const open = first.differences.filter(({ side, edits }) => side === 'question' && edits.length > 0)
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true
  if (questions !== undefined || json === true || !isTerminal || open.length === 0) return first
  const accepted = new Set((await askAboutDifferences(open)).map(askedDifferenceKey))
  if (accepted.size === 0) return first
  return proposeOverlay({
    ...observed,
    isAccepted: (difference) => accepted.has(askedDifferenceKey(difference)),
  })
}
