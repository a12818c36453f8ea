import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** The relevant parts of one line in its NDJSON report: an event under its name. */
interface Line {
  readonly ScenarioFinished?: {
    readonly recorder?: { readonly checks?: Readonly<Record<string, readonly Check[]>> }
  }
  /** An error that prevented testing an operation: a response that is not HTTP, or a server that hangs. */
  readonly NonFatalError?: { readonly label?: string }
}

interface Check {
  readonly name: string
  readonly status: string
  readonly failure_info?: { readonly failure?: { readonly operation?: string } }
}

/**
 * Reads which checks failed for which operations.
 * @throws Error if there is no report, because then nothing is known about the run.
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

/** Parses a line. A run that was stopped leaves an incomplete line, which is ignored. */
function parseLine(text: string): Line {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
