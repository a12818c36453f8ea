/** A generator as the benchmark starts it: a new Node process that reads a document and writes a folder. */
export interface Tool {
  readonly id: ToolId
  /** Name with version. */
  readonly name: string
  /** The outputs that it creates, which put its time into perspective. */
  readonly makes: string
  /** Path of the tool's script: absolute, or relative to `node_modules` in the peers' folder. */
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
