import { createInterface } from 'node:readline/promises'
import { counted } from '../../errors/counted.ts'
import type { TrafficDifference } from '../../repair/difference.ts'

/**
 * Asks the user, for each difference, which side is wrong. @returns the differences for which the answer was
 * "the document".
 */
export async function askAboutDifferences(
  differences: readonly TrafficDifference[],
): Promise<readonly TrafficDifference[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const accepted: TrafficDifference[] = []
  try {
    for (const [index, difference] of differences.entries()) {
      const { says, pointer, evidence } = difference
      const text = `\n${index + 1} of ${differences.length}  ${says}.\n  ${pointer}\n  Seen in ${evidence.seen} of ${counted(evidence.of, 'exchange')}; example: ${evidence.example}\n`
      const answer = await terminal.question(
        `${text}Which one is wrong? [d]ocument, [s]erver (omit this change), [q]uit asking: `,
      )
      const letter = answer.trim().toLowerCase()[0]
      if (letter === 'd') accepted.push(difference)
      if (letter === 'q') break
    }
  } finally {
    terminal.close()
  }
  return accepted
}
