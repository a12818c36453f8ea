import { parseArgs } from 'node:util'
import { ownBases, readBases } from './bases.ts'
import { playRound, type SoundDocument } from './round.ts'

/**
 * Plays rounds in this process, which its parent ends if a round hangs. Each round prints two lines: its
 * number when it begins, and its outcome as JSON.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '1' },
    project: { type: 'string', default: '.' },
    folder: { type: 'string', multiple: true, default: [] },
  },
})
const found = values.folder.flatMap(readBases)
const bases = found.length > 0 ? (found as [SoundDocument, ...SoundDocument[]]) : ownBases()
for (let round = Number(values.from); round < Number(values.to); round++) {
  process.stdout.write(`${round}\n`)
  const played = await playRound({ bases, seed: Number(values.seed), round, project: values.project })
  process.stdout.write(`${JSON.stringify(played)}\n`)
}
