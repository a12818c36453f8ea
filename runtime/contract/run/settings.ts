import type { DocumentDescriptor } from '@concordat/runtime/http'
import { GRADES, type Grade } from '../data/outcome/grade.ts'
import type { Tell } from '../data/outcome/run-event.ts'
import { parseBudget } from '../rules/budget.ts'
import { targetFromEnvironment } from '../traffic/target/target.ts'
import { EVENTS, tellToEventFile } from './event-file.ts'
import type { RunOptions } from './run.ts'

/** Settings for testing a server against a document. */
export type ContractSettings = Pick<
  RunOptions,
  'target' | 'select' | 'seed' | 'budget' | 'undocumentedFields' | 'baseline'
> & {
  /** Receives the generated tests' events as they happen. */
  readonly tell?: Tell
}

/** Provides the settings for a document; `undefined` if no server is configured. */
export type SettingsSource = (document: DocumentDescriptor) => Promise<ContractSettings | undefined>

type Environment = Readonly<Record<string, string | undefined>>

const fromEnvironment: SettingsSource = async (document) => {
  const target = targetFromEnvironment(document, process.env)
  if (target === undefined) return undefined
  const { grades, ...run } = runFromEnvironment(process.env)
  return { target, ...run, ...(grades !== undefined && { select: { grades } }) }
}

/**
 * This symbol is shared by the whole process, because the set-up file and the tests may each load their own
 * copy of this package.
 */
const SOURCE = Symbol.for('@concordat/contract: settings')
const registry: typeof globalThis & { [SOURCE]?: SettingsSource } = globalThis

/**
 * Makes the generated tests in this process use this source instead of the environment. For use in a Vitest
 * set-up file.
 */
export function useSettings(source: SettingsSource): void {
  registry[SOURCE] = source
}

/**
 * Returns the settings of the generated tests from the source that a set-up file registered or, without one,
 * from the environment.
 */
export async function contractSettings(document: DocumentDescriptor): Promise<ContractSettings | undefined> {
  const settings = await (registry[SOURCE] ?? fromEnvironment)(document)
  const events = process.env[EVENTS]
  return settings && events ? { ...settings, tell: tellToEventFile(events) } : settings
}

/**
 * Reads the settings of a run from `CONCORDAT_SEED`, `CONCORDAT_BUDGET` and `CONCORDAT_GRADES`.
 * @throws RangeError for an invalid value.
 */
export function runFromEnvironment(environment: Environment): {
  readonly seed?: string
  readonly budget?: number
  readonly grades?: readonly Grade[]
} {
  const seed = environment['CONCORDAT_SEED']
  const budget = environment['CONCORDAT_BUDGET']
  const grades = environment['CONCORDAT_GRADES']
  return {
    ...(seed && { seed }),
    ...(budget && { budget: parseBudget(budget, 'CONCORDAT_BUDGET') }),
    ...(grades && { grades: gradesIn(grades) }),
  }
}

function gradesIn(text: string): readonly Grade[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !GRADES.some((grade) => grade === name))
  if (unknown !== undefined)
    throw new RangeError(
      `CONCORDAT_GRADES contains the unknown grade "${unknown}". Expected one or more of: ${GRADES.join(', ')}.`,
    )
  return GRADES.filter((grade) => names.includes(grade))
}
