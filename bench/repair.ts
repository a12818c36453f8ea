import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { runCommand } from './command.ts'
import { namedDocuments } from './corpus/named-documents.ts'
import { type Damage, damagesOf } from './repair/damages.ts'
import { repairLarge } from './repair/large-archive.ts'
import { readRecording, recordMock } from './repair/recording.ts'
import { SeenPlaces } from './repair/seen-places.ts'
import { correctOnes, proposeFor, type Trial, tryDamage } from './repair/trial.ts'
import { formatTable } from './table.ts'

const HELP = `Records the responses of each document's mock, damages the document in many ways, one at a time, and repairs each damaged
document from the recording.

  npm run bench:repair -- FOLDER…
      --only a,b         only documents whose names contain one of these
      --damages N        changes per document; default: 20
      --seed TEXT        selects the changes; default: repair
      --budget N         requests per operation; default: 40
      --har FILE         instead of a mock's responses: a recording of a server that conforms to the first document
      --size N           instead: repairs the first document from archives of N/4, N/2 and N megabytes
      --all              prints every change, not only those that were not repaired
      --help

"recall" is the share of changes that were repaired, among those that the traffic contradicts. "precision" is the
share of the actions that change what was damaged. "sound" counts the actions for the undamaged document, which should have none.

Exit codes: 0 recall is at least 90 % and precision at least 95 %; 1 otherwise; 2 wrong usage.`

const LEAST_RECALL = 0.9
const LEAST_PRECISION = 0.95

/** Creates a function that returns pseudo-random numbers from 0 to 1, which depend only on the string. */
function numbersOf(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Selects damages, one of each kind in turn. Within each kind, damages that the traffic contradicts come
 * first.
 */
function chosen(all: readonly Damage[], count: number, seed: string): readonly Damage[] {
  const next = numbersOf(seed)
  const shuffled = all
    .map((damage) => ({ damage, order: next() + (damage.isContradicted ? 0 : 1) }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ damage }) => damage)
  const byKind = [...Map.groupBy(shuffled, ({ kind }) => kind).values()]
  const turns = Array.from({ length: Math.max(0, ...byKind.map(({ length }) => length)) }, (_, turn) =>
    byKind.flatMap((of) => of[turn] ?? []),
  )
  return turns.flat().slice(0, count)
}

interface Outcome {
  readonly name: string
  readonly exchanges: number
  readonly sound: number
  readonly trials: readonly Trial[]
}

function figuresOf(trials: readonly Trial[]) {
  const contradicted = trials.filter(({ damage }) => damage.isContradicted)
  const mended = contradicted.filter(({ isMended }) => isMended).length
  const right = trials.reduce((sum, trial) => sum + trial.right, 0)
  const wrong = trials.reduce((sum, trial) => sum + trial.wrong.length, 0)
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)
  return {
    contradicted: contradicted.length,
    mended,
    right,
    wrong,
    recall: share(mended, contradicted.length),
    precision: share(right, right + wrong),
  }
}

function rowOf(name: string, exchanges: number, sound: number, trials: readonly Trial[]): readonly string[] {
  const { contradicted, mended, right, wrong, recall, precision } = figuresOf(trials)
  const percent = (share: number): string => (100 * share).toFixed(1)
  return [
    name,
    ...[exchanges, sound, trials.length, contradicted, mended].map(String),
    percent(recall),
    String(right),
    String(wrong),
    percent(precision),
  ]
}

/**
 * Repairs a document from archives of increasing size. Time should grow with the size, but memory should not.
 */
async function repairArchives(
  paths: readonly string[],
  { only, size }: { readonly only: string | undefined; readonly size: number },
): Promise<number> {
  const [first] = namedDocuments(paths, { only, help: HELP })
  if (first === undefined) return 2
  const folder = mkdtempSync(join(tmpdir(), 'concordat-repair-bench-'))
  try {
    const { document, exchanges } = await recordMock(first.file, { root: first.root, budget: 40 })
    const [damage] = chosen(damagesOf(document, new SeenPlaces(document, exchanges)), 1, 'large')
    const damaged = structuredClone(document)
    damage?.apply(damaged)
    const rows: (readonly string[])[] = []
    for (const megabytes of [size / 4, size / 2, size]) {
      const large = await repairLarge({ document: damaged, exchanges }, { folder, megabytes })
      const { exchanges: count, actions, seconds, peakMegabytes } = large
      rows.push([
        large.megabytes.toFixed(0),
        String(count),
        String(actions),
        seconds.toFixed(1),
        peakMegabytes.toFixed(0),
      ])
    }
    console.log(
      formatTable({ header: ['MB', 'exchanges', 'actions', 'seconds', 'peak MB'], rows, textColumns: 0 }),
    )
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string' },
      damages: { type: 'string', default: '20' },
      seed: { type: 'string', default: 'repair' },
      budget: { type: 'string', default: '40' },
      size: { type: 'string' },
      har: { type: 'string' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const progress = createProgress(process.stderr)
  if (values.size !== undefined)
    return repairArchives(positionals, { only: values.only, size: Number(values.size) })
  const folder = mkdtempSync(join(tmpdir(), 'concordat-repair-bench-'))
  const outcomes: Outcome[] = []
  try {
    for (const { name, file, root } of namedDocuments(positionals, { only: values.only, help: HELP })) {
      if (signal.aborted) break
      progress.step(name)
      try {
        const { document, exchanges: recorded } = await (values.har === undefined
          ? recordMock(file, { root, budget: Number(values.budget) })
          : readRecording(resolve(values.har), { document: file, root }))
        const exchanges = await correctOnes(document, { folder, exchanges: recorded })
        const sound = await proposeFor(document, { folder, exchanges })
        for (const { says, pointer } of sound.taken) progress.done(`${name}: sound, yet ${pointer}: ${says}`)
        const trials: Trial[] = []
        const damages = damagesOf(document, new SeenPlaces(document, exchanges))
        for (const damage of chosen(damages, Number(values.damages), `${values.seed} ${name}`))
          trials.push(await tryDamage(document, damage, { folder, exchanges }))
        outcomes.push({ name, exchanges: exchanges.length, sound: sound.taken.length, trials })
        for (const { damage, isMended, wrong, left, right } of trials)
          if (values.all || (damage.isContradicted && !isMended) || wrong.length > 0)
            progress.done(
              `${name}: ${damage.kind} at ${damage.areas[0]?.join('/')}: ${isMended ? 'mended' : 'not mended'}, ${right} right${wrong.map((each) => `\n    beside it: ${each}`).join('')}${left
                .slice(0, 3)
                .map((line) => `\n    left: ${line}`)
                .join('')}`,
            )
      } catch (error) {
        progress.done(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  progress.clear()
  const all = outcomes.flatMap(({ trials }) => trials)
  const header = [
    'document',
    'exchanges',
    'sound',
    'damages',
    'contradicted',
    'mended',
    'recall %',
    'right',
    'wrong',
    'precision %',
  ]
  const rows = outcomes.map((each) => rowOf(each.name, each.exchanges, each.sound, each.trials))
  const sum = (count: (each: Outcome) => number): number =>
    outcomes.reduce((total, each) => total + count(each), 0)
  const total = rowOf(
    'all',
    sum(({ exchanges }) => exchanges),
    sum(({ sound }) => sound),
    all,
  )
  console.log(formatTable({ header, rows: [...rows, total], textColumns: 1 }))
  const kinds = [...Map.groupBy(all, ({ damage }) => damage.kind)].map(([kind, trials]) =>
    rowOf(kind, 0, 0, trials),
  )
  console.log(formatTable({ header: ['kind', ...header.slice(1)], rows: kinds, textColumns: 1 }))
  const { recall, precision } = figuresOf(all)
  return recall >= LEAST_RECALL && precision >= LEAST_PRECISION ? 0 : 1
}

await runCommand(main)
