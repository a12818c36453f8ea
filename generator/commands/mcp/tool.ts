import { schemaIn } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import { UsageError } from '../../errors/problem.ts'
import type { CommandOutcome, CommandResults } from '../progress/outcome.ts'

/** Arguments of a tool that fit its schema. */
export type Input = Readonly<Record<string, unknown>>

/** Something that an agent may ask for. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** Description for the agent: its effect, and the tool that comes next. */
  readonly description: string
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required?: readonly string[]
  /** True if it changes nothing on the disk or on a server. */
  readonly isReading: boolean
  /** @throws {UsageError} for a request that is not possible. */
  run(input: Input): Promise<string>
}

/** Runs a command line of ours without printing: what `--json` would print. */
export type RunCommand = (args: readonly string[]) => Promise<CommandOutcome>

/** Result of a command. @throws {UsageError} if it has no result. */
export function resultOf<Name extends keyof CommandResults>(
  name: Name,
  { result, error, problems }: CommandOutcome,
): CommandResults[Name] {
  if (result !== undefined) return result as CommandResults[Name]
  const [first] = problems
  throw new UsageError(error ?? first?.message ?? `"concordat ${name}" said nothing.`)
}

/** The schema of a tool's arguments. */
export function inputSchema({ properties, required = [] }: Tool): Input {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** @throws {UsageError} for arguments that do not fit the tool's schema. */
export function checkedInput(tool: Tool, input: unknown): Input {
  const given = input ?? {}
  const misfit = schemaIn({ definitions: {} }, inputSchema(tool)).misfit(given)
  if (misfit === undefined && isObject(given)) return given
  throw new UsageError(
    `The arguments of "${tool.name}" are wrong: ${misfit?.instancePath} ${misfit?.message}.`,
  )
}

export function textsIn(input: Input, name: string): readonly string[] {
  const value = input[name]
  return Array.isArray(value) ? value.map(String) : []
}

export function textIn(input: Input, name: string): string | undefined {
  const value = input[name]
  return typeof value === 'string' ? value : undefined
}

/** Answers stay short enough to be read whole. */
const MOST_CHARACTERS = 12_000

export function bounded(text: string, most: number = MOST_CHARACTERS): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n[${text.length - most} more characters]`
}

/** The first entries, each as a line, and how many more there are. */
export function listed<Entry>(
  entries: readonly Entry[],
  most: number,
  line: (entry: Entry) => string,
): string {
  const lines = entries.slice(0, most).map(line)
  return [...lines, ...(entries.length > most ? [`… and ${entries.length - most} more`] : [])].join('\n')
}
