import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** The parts of one line of its NDJSON report that are read: an event under its name. */
interface Line {
  readonly ScenarioFinished?: {
    readonly recorder?: { readonly checks?: Readonly<Record<string, readonly Check[]>> }
  }
  /** Something that kept it from testing an operation: an answer that is no HTTP, a hanging server. */
  readonly NonFatalError?: { readonly label?: string }
}

interface Check {
  readonly name: string
  readonly status: string
  readonly failure_info?: { readonly failure?: { readonly operation?: string } }
}

/**
 * Reads which checks failed on which operations.
 * @throws Error when there is no report: it wrote none, and nothing can be said of the run.
 */
export async function readReport(path: string): Promise<ReadonlySet<string>> {
  if (!existsSync(path)) throw new Error(`Schemathesis has written no report to "${path}".`)
  const failures = new Set<string>()
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const { ScenarioFinished: scenario, NonFatalError: error } = parseLine(text)
    if (error !== undefined) failures.add(`error ${error.label ?? ''}`)
    for (const check of Object.values(scenario?.recorder?.checks ?? {}).flat())
      if (check.status === 'failure')
        failures.add(`${check.name} ${check.failure_info?.failure?.operation ?? ''}`)
  }
  return failures
}

/** A run that was ended leaves half a line, which says nothing. */
function parseLine(text: string): Line {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
