/** A generator as the benchmark starts it: a fresh Node process that reads a document and writes a folder. */
export interface Tool {
  readonly id: ToolId
  /** Name with version. */
  readonly name: string
  /** Its output, for a reader who weighs the seconds by it. */
  readonly makes: string
  /** Absolute, or below the `node_modules` of the folder with the peers. */
  readonly script: string
  arguments(document: string, output: string): readonly string[]
  environment?(document: string, output: string): Readonly<Record<string, string>>
}

export type ToolId =
  | 'concordat'
  | 'openapi-typescript'
  | 'hey-api'
  | 'hey-api-zod'
  | 'orval'
  | 'kubb'
  | 'redocly'
