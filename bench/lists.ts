import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { readDocument } from '../generator/pipeline/read-document.ts'
import { runCommand } from './command.ts'
import { namedDocuments } from './corpus/named-documents.ts'
import { countLists, type ListCount } from './lists/count-lists.ts'
import { formatTable } from './table.ts'

/** Operations to list for each reason. */
const NAMED = 3

const HELP = `Counts, for each OpenAPI document below the folders, the operations that page and those that the client walks (bench/lists/count-lists.ts says
what counts as paging), and prints why the others are not walked.

  npm run bench:lists -- FOLDER…
      --least SHARE      the share, from 0 to 1, of all lists together that must be walked; default: 0
      --documents        a row for each document
      --help

A document that cannot be read counts nothing, and is named. Exit codes: 0 all as expected; 1 fewer are walked; 2 wrong usage.`

interface Counted extends ListCount {
  readonly name: string
}

async function main(signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      least: { type: 'string', default: '0' },
      documents: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const documents = namedDocuments(positionals, { help: HELP })
  const progress = createProgress(process.stderr)
  const counted: Counted[] = []
  for (const { name, file, root } of documents) {
    if (signal.aborted) break
    progress.step(name)
    try {
      const { model } = await readDocument({ document: file, overlays: [], root })
      counted.push({ name, ...countLists(model) })
    } catch (error) {
      progress.done(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  progress.clear()
  const paging = counted.reduce((sum, each) => sum + each.paging, 0)
  const walked = counted.reduce((sum, each) => sum + each.walked, 0)
  if (values.documents) printDocuments(counted)
  printReasons(counted)
  const share = paging === 0 ? 1 : walked / paging
  const bounded = counted.reduce((sum, each) => sum + each.bounded, 0)
  console.log(
    `${counted.length} documents: ${paging} operations page, ${walked} are walked (${(share * 100).toFixed(1)} %). ${bounded} of the others have a bound alone.`,
  )
  return share >= Number(values.least) ? 0 : 1
}

function printDocuments(counted: readonly Counted[]): void {
  const rows = counted
    .filter(({ paging }) => paging > 0)
    .map(({ name, paging, walked }) => [name, String(paging), String(walked)])
  console.log(formatTable({ header: ['document', 'page', 'walked'], rows, textColumns: 1 }))
}

/** Prints the reasons without the names in them, the most common first. */
function printReasons(counted: readonly Counted[]): void {
  const all = counted.flatMap(({ name, reasons }) =>
    reasons.map(([operationId, reason]) => ({
      place: `${name} ${operationId}`,
      reason: reason.replace(/"[^"]*"/g, '"…"'),
    })),
  )
  const groups = [...Map.groupBy(all, ({ reason }) => reason)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  for (const [reason, group] of groups) {
    const named = group.slice(0, NAMED).map(({ place }) => place)
    console.log(`${String(group.length).padStart(5)}  ${reason}\n         ${named.join(', ')}`)
  }
}

await runCommand(main)
