import { schemaIn } from '@concordat/contract/document'
import { isObject } from '@concordat/runtime/json'
import { counted } from '../../errors/counted.ts'
import { UsageError } from '../../errors/problem.ts'
import type { CommandOutcome, CommandResults } from '../progress/outcome.ts'

/** Validated arguments of a tool. */
export type ToolInput = Readonly<Record<string, unknown>>

/** A tool for agents. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** Description for agents: the tool's effect, and the tool to use next. */
  readonly description: string
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required?: readonly string[]
  /** True if the tool changes nothing on disk or on a server. */
  readonly isReading: boolean
  /** @throws {UsageError} if the request is impossible. */
  run(input: ToolInput): Promise<string>
}

/** Runs a Concordat command line and returns what `--json` would print. */
export type RunCommand = (args: readonly string[]) => Promise<CommandOutcome>

/** Returns a command's result. @throws {UsageError} if there is none. */
export function toolResult<Name extends keyof CommandResults>(
  name: Name,
  { result, error, problems }: CommandOutcome,
): CommandResults[Name] {
  if (result !== undefined) return result as CommandResults[Name]
  const [first] = problems
  throw new UsageError(error ?? first?.message ?? `"concordat ${name}" returned nothing.`)
}

/** JSON Schema of a tool's arguments. */
export function toolInputSchema({ properties, required = [] }: Tool): ToolInput {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Validates a tool's arguments. @throws {UsageError} if they do not match the tool's schema. */
export function checkedToolInput(tool: Tool, input: unknown): ToolInput {
  const given = input ?? {}
  const misfit = schemaIn({ definitions: {} }, toolInputSchema(tool)).misfit(given)
  if (misfit === undefined && isObject(given)) return given
  throw new UsageError(
    `The arguments of "${tool.name}" are invalid: ${`${misfit?.instancePath} ${misfit?.message}`.trim()}.`,
  )
}

export function toolInputTexts(input: ToolInput, name: string): readonly string[] {
  const value = input[name]
  return Array.isArray(value) ? value.map(String) : []
}

export function toolInputText(input: ToolInput, name: string): string | undefined {
  const value = input[name]
  return typeof value === 'string' ? value : undefined
}

/** Maximum length of a tool's result in characters; agents still read a result of this length completely. */
const MOST_CHARACTERS = 12_000

export function boundedToolText(text: string, most: number = MOST_CHARACTERS): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n[${counted(text.length - most, 'more character')}]`
}

/** Lists the first entries, one per line, and the number of the remaining ones. */
export function listedForAgent<Entry>(
  entries: readonly Entry[],
  most: number,
  line: (entry: Entry) => string,
): string {
  const lines = entries.slice(0, most).map(line)
  return [...lines, ...(entries.length > most ? [`… and ${entries.length - most} more`] : [])].join('\n')
}
