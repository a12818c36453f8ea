import { counted } from '../../errors/counted.ts'
import type { SideAtFault, TrafficDifference } from '../../repair/difference.ts'
import type { Proposal } from './propose.ts'

/** Maximum number of unseen properties to list for each schema. */
const MOST_NAMES = 8

const HEADINGS: Readonly<Record<SideAtFault, string>> = {
  document: 'The document is wrong',
  question: 'Questions: the traffic does not show which side is wrong, or how to correct the document',
  server: 'The server is wrong, so the document is not changed',
}

/** Describes a proposal. @param file path of the overlay; `undefined` if there is none. */
export function describeProposal(proposal: Proposal, file: string | undefined): string {
  const { differences, taken, left, unseen, overlay } = proposal
  const isTaken = new Set(taken)
  const bySide = (side: SideAtFault): readonly TrafficDifference[] =>
    differences.filter((each) => {
      if (isTaken.has(each)) return side === 'document'
      return side === (each.side === 'document' ? 'question' : each.side)
    })
  const parts = (['document', 'question', 'server'] as const).flatMap((side) => {
    const own = bySide(side)
    return own.length === 0 ? [] : [`${HEADINGS[side]} (${own.length})\n${own.map(lineOf).join('\n')}`]
  })
  const count = overlay.actions.length
  const start = file === undefined ? 'The' : 'With the overlay, the'
  const written =
    file === undefined
      ? `${differences.length === 0 && left.length === 0 ? 'Nothing to repair: no' : 'No'} overlay was written.`
      : `${file}: ${counted(count, 'action')}.`
  return [
    ...parts,
    ...(unseen.length === 0
      ? []
      : [
          `Never seen in responses\n${unseen.map(({ pointer, names, of }) => `  ${pointer}: ${listOf(names)} (${counted(of, 'object')})`).join('\n')}`,
        ]),
    left.length === 0
      ? `${start} document matches the traffic.`
      : `${start} document does not match the traffic (${left.length})\n${left.map(({ side, says }) => `  ${side}: ${says}`).join('\n')}`,
    written,
  ].join('\n\n')
}

function lineOf({ says, pointer, certainty, evidence: { seen, of, example } }: TrafficDifference): string {
  return `  ${pointer}\n    ${says}. Seen in ${seen} of ${counted(of, 'exchange')} (${certainty}); example: ${example}`
}

function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
