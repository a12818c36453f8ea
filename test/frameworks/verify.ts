import { parseArgs } from 'node:util'
import { Unavailable } from '../../bench/services/foreign-service.ts'
import { FRAMEWORKS, type Framework, faultsOf, isUnseenIn } from './framework.ts'
import { tryService } from './trial.ts'

const HELP = `npm run frameworks -- [OPTION]... [NAME]...

Starts the service of each framework, runs "concordat verify" against it, and prints the result. Names: ${FRAMEWORKS.map(({ name }) => name).join(', ')}.

  --faults       run again for each way in which the service can break its document, and print what was caught (only the number for unseen ones)
  --fault ID     print the result of this one instead
  --seed TEXT    other values in the same requests (default: frameworks)
  --help

Exit codes: 0 no findings on the correct services; 1 some; 2 wrong usage.`

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      faults: { type: 'boolean', default: false },
      fault: { type: 'string' },
      seed: { type: 'string', default: 'frameworks' },
      help: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.find((name) => !FRAMEWORKS.some((framework) => framework.name === name))
  if (unknown !== undefined) throw new RangeError(`There is no framework "${unknown}".`)
  if (values.help) {
    process.stdout.write(`${HELP}\n`)
    return 0
  }
  const chosen = FRAMEWORKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  let clean = true
  for (const framework of chosen)
    try {
      clean = (await tryFramework(framework, values)) && clean
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      process.stdout.write(`${framework.name}: skipped. ${error.message}\n`)
    }
  return clean ? 0 : 1
}

interface Options {
  readonly faults: boolean
  readonly fault?: string | undefined
  readonly seed: string
}

/** Returns true if nothing was found in the correct service. */
async function tryFramework(framework: Framework, { faults, fault, seed }: Options): Promise<boolean> {
  const correct = await tryService(framework, { seed, ...(fault !== undefined && { fault }) })
  process.stdout.write(`${framework.name}${fault === undefined ? '' : `, ${fault}`}\n${correct.text}\n`)
  if (faults) await scoreFaults(framework, { seed, known: new Set(correct.findings) })
  return correct.findings.length === 0
}

/**
 * Prints the outcome of each fault; for unseen faults, prints only the counts. A fault is caught if it causes
 * findings that the correct service does not have.
 */
async function scoreFaults(
  framework: Framework,
  { seed, known }: { seed: string; known: ReadonlySet<string> },
): Promise<void> {
  const caught = { seen: 0, unseen: 0 }
  const all = { seen: 0, unseen: 0 }
  for (const { id, kind, does } of faultsOf(framework)) {
    const part = isUnseenIn(framework, id) ? 'unseen' : 'seen'
    const { findings } = await tryService(framework, { seed: `${seed}/${id}`, fault: id })
    const fresh = findings.filter((finding) => !known.has(finding))
    const by = [...new Set(fresh.map((finding) => finding.split(' ')[0]))].join(', ')
    all[part] += 1
    if (fresh.length > 0) caught[part] += 1
    if (part === 'seen')
      process.stdout.write(`  ${id} (${kind}): ${fresh.length > 0 ? `caught by ${by}` : `missed: ${does}`}\n`)
  }
  process.stdout.write(`  seen ${caught.seen}/${all.seen}, unseen ${caught.unseen}/${all.unseen}\n\n`)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n\n${HELP}\n`)
  process.exitCode = 2
}
