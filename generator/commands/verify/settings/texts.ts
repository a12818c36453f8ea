import { readFileSync } from 'node:fs'
import { UsageError } from '../../../errors/problem.ts'
import { unreadableFile } from '../../../errors/unreadable-file.ts'
import type { Text } from '../../../options/config/secret.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment variables and files to which a configuration refers. Missing ones are collected and
 * reported together.
 */
export class ConfiguredTexts {
  readonly #environment: Environment
  readonly #problems: string[] = []

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** @param place location in the configuration: "verify.headers.X-Key". */
  text(text: Text, place: string): string {
    if (typeof text === 'string') return text
    const value = this.#environment[text.env]
    if (!value)
      this.#problems.push(
        `"${place}" refers to the environment variable "${text.env}", which is not set or is empty.`,
      )
    return value ?? ''
  }

  optional(text: Text | undefined, place: string): string | undefined {
    return text === undefined ? undefined : this.text(text, place)
  }

  file(path: string | undefined, place: string): string | undefined {
    if (path === undefined) return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      this.#problems.push(`"${place}": ${unreadableFile(path, error)}`)
      return ''
    }
  }

  problem(message: string): void {
    this.#problems.push(message)
  }

  /** @throws {UsageError} that lists everything that is missing. */
  expectAll(): void {
    if (this.#problems.length > 0) throw new UsageError(this.#problems.join('\n'))
  }
}
