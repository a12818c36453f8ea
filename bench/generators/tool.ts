/** A generator as the benchmark starts it: a new Node process that reads a document and writes a folder. */
export interface Tool {
  readonly id: ToolId
  /** Name with version. */
  readonly name: string
  /** Its outputs, so that readers can judge the time by them. */
  readonly makes: string
  /** Absolute, or relative to `node_modules` in the peers' folder. */
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
