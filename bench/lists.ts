import { parseArgs } from 'node:util'
import { createProgress } from '../generator/commands/progress/progress.ts'
import { readDocument } from '../generator/pipeline/read-document.ts'
import { runCommand } from './command.ts'
import { namedDocuments } from './corpus/named-documents.ts'
import { countLists, type ListCount } from './lists/count-lists.ts'
import { formatTable } from './table.ts'

/** Operations to list for each reason. */
const NAMED = 3

const HELP = `Counts, for each OpenAPI document in the folders, the paginated operations and those whose pages the client can walk
(bench/lists/count-lists.ts defines pagination), and prints why it cannot walk the others.

  npm run bench:lists -- FOLDER…
      --least SHARE      minimum share, from 0 to 1, of all lists that the client must walk; default: 0
      --documents        prints a row for each document
      --help

A document that cannot be read is reported and not counted. Exit codes: 0 all as expected; 1 too few lists can be walked; 2 wrong usage.`

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
    `${counted.length} documents: ${paging} operations are paginated, and the client walks ${walked} of them (${(share * 100).toFixed(1)} %). ${bounded} of the others have only a limit parameter.`,
  )
  return share >= Number(values.least) ? 0 : 1
}

function printDocuments(counted: readonly Counted[]): void {
  const rows = counted
    .filter(({ paging }) => paging > 0)
    .map(({ name, paging, walked }) => [name, String(paging), String(walked)])
  console.log(formatTable({ header: ['document', 'page', 'walked'], rows, textColumns: 1 }))
}

/** Prints the reasons without the names in them, most common first. */
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
