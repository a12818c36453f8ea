import { join, resolve } from 'node:path'
import { findDocuments } from '../corpus/find-documents.ts'
import { median } from '../generators/bar.ts'
import { measure } from '../measure.ts'
import type { Judge } from './judge.ts'
import type { DocumentTimes } from './time-documents.ts'

/** Number of processes that each generate code for all documents. The median of their results counts. */
const ROUNDS = 3

/** The measured value is 95 for 69 real documents of up to 13 MB each. */
const AT_MOST = 150

/**
 * The measured values are 277 to 317 for this repository's document of 324 kB. They are higher because code
 * that runs so briefly has not been compiled yet.
 */
const AT_MOST_OF_OWN = 400

/**
 * Minimum size of a document that is listed separately, in bytes of JSON. Smaller documents are read too fast
 * to be measured.
 */
const LARGE = 1_000_000

const root = resolve(import.meta.dirname, '../..')

/**
 * Cost of a document relative to the minimum that any tool must do with it. One process measures both, so
 * that the machine and its other load affect both equally.
 */
export const speed: Judge = {
  name: 'speed',
  measures: 'processor time of generation divided by that of JSON.parse',
  async judge({ folders, signal, onStep }) {
    const isOwn = folders.length === 0
    const files = (isOwn ? [join(root, 'generated')] : folders)
      .flatMap((folder) => findDocuments(folder))
      .map(({ file }) => file)
    const rounds: DocumentTimes[][] = []
    for (let round = 1; round <= ROUNDS; round++) {
      onStep(`speed: round ${round} of ${ROUNDS}, ${files.length} documents`)
      const script = join(import.meta.dirname, 'time-documents.ts')
      const { code, stdout, stderr } = await measure({ args: [script, ...files], signal })
      if (code !== 0) throw new Error(`Generating ended with ${code}.\n${stderr}`)
      rounds.push(JSON.parse(stdout))
    }
    return {
      figure: median(rounds.map(ratioOf)),
      atMost: isOwn ? AT_MOST_OF_OWN : AT_MOST,
      details: detailsOf(rounds),
    }
  },
}

/**
 * The ratio for all documents together, because the ratio for a small document mostly reflects the clock's
 * precision.
 */
function ratioOf(documents: readonly DocumentTimes[]): number {
  const sum = (of: 'generateMs' | 'parseMs') => documents.reduce((total, document) => total + document[of], 0)
  return sum('generateMs') / sum('parseMs')
}

function detailsOf(rounds: readonly (readonly DocumentTimes[])[]): string[] {
  const [first = []] = rounds
  return first.flatMap(({ file, bytes }, index) => {
    if (bytes < LARGE) return []
    const ratio = median(rounds.map((documents) => ratioOf(documents.slice(index, index + 1))))
    return [`${ratio.toFixed(1)}  ${file}`]
  })
}
